import type { ServerEvents } from './contract/events.gen';

/** The names of the server's events, from the contract. */
export type EventName = keyof ServerEvents;

export type EventPayload<N extends EventName> = ServerEvents[N];

/**
 * What may go stale. A query names its topics in `meta.staleOn`; a list that updates single rows follows `consult/{id}`, and
 * `card/{id}` where the consult itself is known already.
 */
export type Topic =
  | 'me'
  | 'worklist'
  | 'notifications'
  | 'everything'
  | `consult/${string}`
  | `card/${string}`
  | `timeline/${string}`
  | `viewers/${string}`
  | `patient-of/${string}`;

/** What each event makes stale; an event of the contract without an entry does not compile. */
export const staleAfter: { readonly [N in EventName]: (payload: EventPayload<N>) => readonly Topic[] } = {
  // Being on call decides which consults are the user's, and a role which there are at all; notifications are about consults.
  'user:updated': () => ['me', 'worklist', 'notifications'],
  'notification:added': () => ['notifications'],
  'notification:urgent': () => ['notifications'],
  'notification:changed': () => ['notifications'],
  'connection:resync': () => ['everything'],
  'consult:created': ({ consultId }) => [`consult/${consultId}`],
  'consult:updated': ({ consultId }) => [`consult/${consultId}`, `timeline/${consultId}`],
  'consult:updated-state': ({ consultId }) => [`consult/${consultId}`, `timeline/${consultId}`],
  'consult:patient:updated': ({ consultId }) => [`consult/${consultId}`, `patient-of/${consultId}`],
  'consult:viewers': ({ consultId }) => [`viewers/${consultId}`],
  'consult:meeting-changed': ({ consultId }) => [`viewers/${consultId}`],
  // Whoever is in the call fetches it.
  'meeting:signalled': () => [],
  'consult:signoff-changed': ({ consultId }) => [`consult/${consultId}`, `timeline/${consultId}`],
  'update:created': ({ consultId }) => [`consult/${consultId}`, `timeline/${consultId}`],
};
