import type { LockedDuty } from '@/session/locked-duty';

/** What else reaches the owner of a locked screen; undefined if that was not known when it was locked. */
export function pagedElsewhere({ reachable }: Pick<LockedDuty, 'reachable'>): string | undefined {
  if (reachable === null) return undefined;
  return reachable
    ? 'You will be paged through your other contacts.'
    : 'Nothing else can reach you: log in, or go to another screen.';
}
