import type { Query, QueryClient } from '@tanstack/react-query';

import { type EventName, type EventPayload, staleAfter, type Topic } from './events';
import { onAnyEvent, onReturn, onStart } from './socket';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The query is refetched when one of these becomes stale, and after a lost connection; a query without topics never is. */
      staleOn?: readonly Topic[];
    };
  }
}

/** Events within this time are combined into one refresh. */
const GATHERING_MILLISECONDS = 50;
/** The minimum time between the starts of two refreshes; more frequent ones would be unreadable. */
const SHORTEST_ROUND_MILLISECONDS = 400;
/** The maximum time between the starts of two refreshes, even if the first is still running. */
const LONGEST_ROUND_MILLISECONDS = 1_000;
/** Jitter for many browsers that reconnect; together with the fetch, the screen is up to date within two seconds. */
const RETURN_JITTER_MILLISECONDS = 1_000;

/** If a listener returns a promise, the next refresh waits for it, up to a limit. */
type TopicListener = (topics: ReadonlySet<Topic>) => Promise<void> | void;

const listeners = new Set<TopicListener>();

let gathered = new Set<Topic>();
let timer: number | undefined;
/** The current refresh, including its pause. */
let round: symbol | null = null;

/** Subscribes to stale topics, batched and held back while the tab is hidden. */
export function onStale(listener: TopicListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Marks topics as stale, as an event would; for changes made by the user. */
export function markStale(topics: readonly Topic[], wait = GATHERING_MILLISECONDS) {
  for (const topic of topics) gathered.add(topic);
  timer ??= window.setTimeout(flush, wait);
}

/** Connects the socket's events to the queries; returns a function that disconnects them. */
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

/** Drops gathered topics, because the queries that they concern are not connected. */
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
 * Pauses for as long as the refresh took: under high load, or with a slow server, browsers send fewer requests
 * instead of slowing it down further.
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

/** Refetches queries whose fetch started before events could be received. */
function topicsBegun(queryClient: QueryClient): Topic[] {
  const queries = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.fetchStatus === 'fetching' || state.status !== 'pending' });
  return queries.flatMap(({ meta }) => meta?.staleOn ?? []);
}

/** First fetches that became stale in flight: each is followed by exactly one refetch. */
const repeated = new WeakSet<Query>();

/** Refetches the mounted queries of these topics; marks the others as stale. */
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

/** A first fetch is never canceled, and its result would count as fresh although it was requested too early. */
async function repeat(queryClient: QueryClient, query: Query): Promise<void> {
  if (repeated.has(query)) return;
  repeated.add(query);
  await query.promise?.catch(() => undefined);
  repeated.delete(query);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
