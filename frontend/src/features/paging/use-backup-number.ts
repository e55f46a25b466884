import { useQuery } from '@tanstack/react-query';

import { consultPagesQuery } from './queries';

/** The number that is called if nobody answers the consult's request; null if nobody has to, or while it is not known. */
export function useBackupNumber(consultId: string): string | null {
  const { data } = useQuery({ ...consultPagesQuery(consultId), enabled: false });
  const request = data?.find(({ kind, endedAt }) => kind === 'request' && endedAt === null);
  return request?.backupNumber ?? null;
}
