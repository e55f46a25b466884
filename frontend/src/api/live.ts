import type { Query, QueryClient } from '@tanstack/react-query';

import { type EventName, type EventPayload, staleAfter, type Topic } from './events';
import { onAnyEvent, onReturn, onStart } from './socket';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Fetched again when one of these goes stale, and after a lost connection; a query without it stays as it is. */
      staleOn?: readonly Topic[];
    };
  }
}

/** Events that come close together are one refresh. */
const GATHERING_MILLISECONDS = 50;
/** However much happens, a refresh begins this long after the one before at the earliest: more often nobody could read it. */
const SHORTEST_ROUND_MILLISECONDS = 400;
/** However long a refresh takes, the next one begins this long after its beginning at the latest. */
const LONGEST_ROUND_MILLISECONDS = 1_000;
/** Spreads the return of many browsers; with the fetch itself the truth is on the screen within two seconds. */
const RETURN_JITTER_MILLISECONDS = 1_000;

/** A promise is what the listener does about it; the next refresh waits for it for a while. */
type TopicListener = (topics: ReadonlySet<Topic>) => Promise<void> | void;

const listeners = new Set<TopicListener>();

let gathered = new Set<Topic>();
let timer: number | undefined;
/** The refresh that is under way, or rests. */
let round: symbol | null = null;

/** Follows what goes stale, gathered for a moment and held back while the tab is hidden. */
export function onStale(listener: TopicListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Marks topics as stale, as an event would; for what the user's own action changed. */
export function markStale(topics: readonly Topic[], wait = GATHERING_MILLISECONDS) {
  for (const topic of topics) gathered.add(topic);
  timer ??= window.setTimeout(flush, wait);
}

/** Connects the socket's events to the queries; answers a function that disconnects them. */
export function connectQueries(queryClient: QueryClient): () => void {
  forgetStale();
  const stops = [
    onAnyEvent(({ name, payload }) => {
      const topics = topicsOf(name, payload);
      markStale(topics, topics.includes('everything') ? Math.random() * RETURN_JITTER_MILLISECONDS : undefined);
    }),
    onStart(() => markStale(topicsBegun(queryClient))),
    onReturn(() => markStale(['everything'], Math.random() * RETURN_JITTER_MILLISECONDS)),
    onStale((topics) => refreshStale(queryClient, topics)),
  ];
  document.addEventListener('visibilitychange', flush);
  return () => {
    document.removeEventListener('visibilitychange', flush);
    for (const stop of stops) stop();
    forgetStale();
  };
}

function topicsOf<N extends EventName>(name: N, payload: EventPayload<N>): readonly Topic[] {
  return staleAfter[name](payload);
}

/** What was gathered concerned queries that nobody connects any longer, or none that anybody had connected. */
function forgetStale() {
  window.clearTimeout(timer);
  timer = undefined;
  gathered = new Set();
  round = null;
}

function flush() {
  window.clearTimeout(timer);
  timer = undefined;
  if (document.hidden || round !== null || gathered.size === 0) return;
  const topics = gathered;
  gathered = new Set();
  void refresh(topics);
}

/**
 * As long as a refresh took, so long the next one rests: when very much happens at once, or the server is slow, browsers ask less often
 * instead of making it slower.
 */
async function refresh(topics: ReadonlySet<Topic>) {
  const mine = Symbol('round');
  round = mine;
  const began = performance.now();
  const work = Promise.allSettled([...listeners].map(async (listener) => listener(topics)));
  await Promise.race([work, resting(LONGEST_ROUND_MILLISECONDS)]);
  const took = performance.now() - began;
  const rounded = Math.min(Math.max(2 * took, SHORTEST_ROUND_MILLISECONDS), LONGEST_ROUND_MILLISECONDS);
  await resting(Math.max(0, rounded - took));
  if (round !== mine) return;
  round = null;
  flush();
}

function resting(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void window.setTimeout(resolve, milliseconds));
}

/** Of what was fetched, or is being fetched, before anything could be heard of it. */
function topicsBegun(queryClient: QueryClient): Topic[] {
  const queries = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.fetchStatus === 'fetching' || state.status !== 'pending' });
  return queries.flatMap(({ meta }) => meta?.staleOn ?? []);
}

/** First fetches under way when something about them went stale: each is followed by another, and by one only. */
const repeated = new WeakSet<Query>();

/** Fetches anew what follows these topics and is on the screen; marks the rest. */
export async function refreshStale(queryClient: QueryClient, topics: ReadonlySet<Topic>): Promise<void> {
  const predicate = ({ meta }: Query) =>
    meta?.staleOn !== undefined && (topics.has('everything') || meta.staleOn.some((topic) => topics.has(topic)));
  const first = queryClient.getQueryCache().findAll({ predicate: (query) => predicate(query) && isFirstFetch(query) });
  await Promise.all([
    queryClient.invalidateQueries({ predicate }),
    ...first.map((query) => repeat(queryClient, query)),
  ]);
}

function isFirstFetch({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.data === undefined;
}

/** A first fetch is never cut short, and its success would count for the truth though it was asked too early. */
async function repeat(queryClient: QueryClient, query: Query): Promise<void> {
  if (repeated.has(query)) return;
  repeated.add(query);
  await query.promise?.catch(() => undefined);
  repeated.delete(query);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
