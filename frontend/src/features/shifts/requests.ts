import type { CoverRead } from '@/api/generated/types.gen';

import type { Span } from './times';

/** Where a request belongs on the user's page. */
export interface SortedRequests {
  /** What the user may take. */
  readonly forUser: readonly CoverRead[];
  /** What the user asked for, and what was agreed with them. */
  readonly own: readonly CoverRead[];
}

export function sortRequests(requests: readonly CoverRead[], userId: number): SortedRequests {
  const isOwn = ({ askedBy, takenBy }: CoverRead) => askedBy.id === userId || takenBy?.id === userId;
  return { forUser: requests.filter(({ mayTake }) => mayTake), own: requests.filter(isOwn) };
}

/** What the one who asks takes on in return; null unless it is a swap. */
export function returnedIn({ returnStartsAt, returnEndsAt }: CoverRead): Span | null {
  return returnStartsAt === null || returnEndsAt === null ? null : { startsAt: returnStartsAt, endsAt: returnEndsAt };
}

/** What the user gives and takes on, or would; null for nothing. */
export function exchanged(request: CoverRead, userId: number): { given: Span | null; taken: Span | null } {
  const [asked, returned] = [{ startsAt: request.startsAt, endsAt: request.endsAt }, returnedIn(request)];
  return request.askedBy.id === userId ? { given: asked, taken: returned } : { given: returned, taken: asked };
}

/** The user's open request about some of a shift's time; undefined if there is none. */
export function requestAbout(
  { scheduleId, startsAt, endsAt }: Span & { readonly scheduleId: number },
  own: readonly CoverRead[],
): CoverRead | undefined {
  const overlaps = (request: CoverRead) =>
    Date.parse(request.startsAt) < Date.parse(endsAt) && Date.parse(request.endsAt) > Date.parse(startsAt);
  return own.find((request) => request.ending === null && request.scheduleId === scheduleId && overlaps(request));
}
