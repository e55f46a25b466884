import type { ServerEvents } from './contract/events.gen';

/** The names of the server's events, from the contract. */
export type EventName = keyof ServerEvents;

export type EventPayload<N extends EventName> = ServerEvents[N];

/**
 * What can become stale. A query lists its topics in `meta.staleOn`; a list that updates single rows follows `consult/{id}`, and
 * `card/{id}` if the consult itself is already known.
 */
export type Topic =
  | 'me'
  | 'worklist'
  | 'notifications'
  | 'pages'
  | 'on-call'
  | 'open-consults'
  | 'call-schedules'
  | 'contacts'
  | 'duty-notices'
  | 'everything'
  | `consult/${string}`
  | `card/${string}`
  | `timeline/${string}`
  | `transfer/${string}`
  | `viewers/${string}`
  | `paging/${string}`
  | `calls-of/${number}`
  | `patient-of/${string}`;

/** The topics that each event makes stale; an event of the contract without an entry is a compile error. */
export const staleAfter: { readonly [N in EventName]: (payload: EventPayload<N>) => readonly Topic[] } = {
  // The on-call state determines the user's consults, and the role which are visible at all; notifications are about consults.
  'user:updated': () => ['me', 'worklist', 'notifications', 'pages'],
  'notification:added': () => ['notifications'],
  'notification:urgent': () => ['notifications'],
  'notification:changed': () => ['notifications'],
  'page:changed': () => ['pages'],
  'paging:changed': ({ consultId }) => [`paging/${consultId}`],
  'on-call:changed': () => ['on-call'],
  'call-schedule:changed': () => ['call-schedules'],
  'contacts:changed': () => ['contacts'],
  'duty-notice:changed': () => ['duty-notices'],
  'connection:resync': () => ['everything'],
  'consult:created': ({ consultId }) => [`consult/${consultId}`, 'open-consults'],
  'consult:updated': ({ consultId }) => aboutConsult(consultId),
  'consult:updated-state': ({ consultId }) => [...aboutConsult(consultId), 'open-consults'],
  'transfer:created': ({ consultId }) => aboutConsult(consultId),
  'transfer:acknowledged': ({ consultId }) => aboutConsult(consultId),
  'transfer:completed': ({ consultId }) => aboutConsult(consultId),
  'consult:patient:updated': ({ consultId }) => [`consult/${consultId}`, `patient-of/${consultId}`],
  'consult:viewers': ({ consultId }) => [`viewers/${consultId}`],
  'consult:meeting-changed': ({ consultId, requesterId }) => [`viewers/${consultId}`, `calls-of/${requesterId}`],
  // Participants of the call fetch it.
  'meeting:signalled': () => [],
  'consult:signoff-changed': ({ consultId }) => [`consult/${consultId}`, `timeline/${consultId}`],
  // Also when a facility declines a transfer.
  'update:created': ({ consultId }) => aboutConsult(consultId),
};

/** The consult, with what has happened to it and its transfer. */
function aboutConsult(consultId: string): readonly Topic[] {
  return [`consult/${consultId}`, `timeline/${consultId}`, `transfer/${consultId}`];
}
