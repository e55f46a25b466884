import { useQuery } from '@tanstack/react-query';

import type { EscalationRead, PagedPersonRead } from '@/api/generated/types.gen';
import type { Backup } from '@/consults/on-call-now';
import { useNow } from '@/shared/hooks/use-now';

import { consultPagesQuery } from './queries';

/** How long nobody may be reached before the requester is told to call. */
const ALARM_MS = 60_000;

/** The number that is called if nobody answers the consult's request; undefined if nobody has to, or while it is not known. */
export function useBackup(consultId: string): Backup | undefined {
  const { data } = useQuery({ ...consultPagesQuery(consultId), enabled: false });
  const now = useNow();
  const request = data?.find(isRunningRequest);
  if (request === undefined) return undefined;
  return { number: request.backupNumber, state: stateOf(request, now) };
}

function stateOf(request: EscalationRead, now: number): Backup['state'] {
  if (isUnreached(request, now)) return 'urged';
  return request.people.some(isBackup) ? 'called' : 'next';
}

export function isRunningRequest({ kind, endedAt }: EscalationRead): boolean {
  return kind === 'request' && endedAt === null;
}

/** Whether it is the backup number that was called, and nobody by name. */
export function isBackup({ userId }: PagedPersonRead): boolean {
  return userId === null;
}

/** Whether whoever asked must know that nobody has been reached, and call themselves. */
export function isUnreached(
  { startedAt, nextAt, endedAt, isAnyoneReached, backupNumber, people }: EscalationRead,
  now: number,
): boolean {
  const isLate = nextAt === null || people.some(isBackup) || now - Date.parse(startedAt) >= ALARM_MS;
  return endedAt === null && !isAnyoneReached && isLate && backupNumber !== null;
}
