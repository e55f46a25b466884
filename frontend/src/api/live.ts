import type { Query, QueryClient } from '@tanstack/react-query';

import { type EventName, type EventPayload, staleAfter, type Topic } from './events';
import { onAnyEvent, onFirstConnect, onReconnect } from './socket';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The query is refetched when one of these becomes stale, and after a lost connection; one without topics only if it had failed. */
      staleOn?: readonly Topic[];
      /** While the query is mounted, a component updates single consults in it; otherwise any consult's event makes it stale. */
      updatesRows?: boolean;
    };
  }
}

/** Events within this time are combined into one refresh. */
const BATCH_MILLISECONDS = 50;
/** The minimum time between the starts of two refreshes; more frequent ones would be unreadable. */
const MIN_INTERVAL_MILLISECONDS = 400;
/** The maximum time between the starts of two refreshes, even if the first is still running. */
const MAX_INTERVAL_MILLISECONDS = 1_000;
/** Jitter for many browsers that reconnect; together with the fetch, the screen is up to date within two seconds. */
const RECONNECT_JITTER_MILLISECONDS = 1_000;

/** If a listener returns a promise, the next refresh waits for it, up to a limit. */
type TopicListener = (topics: ReadonlySet<Topic>) => Promise<void> | void;

const listeners = new Set<TopicListener>();

let pending = new Set<Topic>();
let timer: number | undefined;
/** The current refresh, including its pause. */
let currentRefresh: symbol | null = null;

/** Subscribes to stale topics, batched and held back while the tab is hidden. */
export function onStale(listener: TopicListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Marks topics as stale, as an event would; for changes made by the user. */
export function markStale(topics: readonly Topic[], wait = BATCH_MILLISECONDS) {
  for (const topic of topics) pending.add(topic);
  timer ??= window.setTimeout(flush, wait);
}

/** Connects the socket's events to the queries; returns a function that disconnects them. */
export function connectQueries(queryClient: QueryClient): () => void {
  discardPending();
  const unsubscribes = [
    onAnyEvent(({ name, payload }) => {
      const topics = topicsOf(name, payload);
      markStale(topics, topics.includes('everything') ? Math.random() * RECONNECT_JITTER_MILLISECONDS : undefined);
    }),
    onFirstConnect((missed) =>
      markStale(missed?.flatMap(([name, payload]) => topicsOf(name, payload)) ?? topicsFetchedEarly(queryClient)),
    ),
    onReconnect(() => markStale(['everything'], Math.random() * RECONNECT_JITTER_MILLISECONDS)),
    onStale((topics) => refreshStale(queryClient, topics)),
  ];
  document.addEventListener('visibilitychange', flush);
  return () => {
    document.removeEventListener('visibilitychange', flush);
    for (const unsubscribe of unsubscribes) unsubscribe();
    discardPending();
  };
}

function topicsOf<N extends EventName>(name: N, payload: EventPayload<N>): readonly Topic[] {
  return staleAfter[name](payload);
}

/** Drops pending topics, because the queries that they concern are not connected. */
function discardPending() {
  window.clearTimeout(timer);
  timer = undefined;
  pending = new Set();
  currentRefresh = null;
}

function flush() {
  window.clearTimeout(timer);
  timer = undefined;
  if (document.hidden || currentRefresh !== null || pending.size === 0) return;
  const topics = pending;
  pending = new Set();
  void refresh(topics);
}

/**
 * Pauses for as long as the refresh takes: under high load, or with a slow server, browsers send fewer requests
 * instead of slowing it down further.
 */
async function refresh(topics: ReadonlySet<Topic>) {
  const id = Symbol('refresh');
  currentRefresh = id;
  const startedAt = performance.now();
  const work = Promise.allSettled([...listeners].map(async (listener) => listener(topics)));
  await Promise.race([work, sleep(MAX_INTERVAL_MILLISECONDS)]);
  const duration = performance.now() - startedAt;
  const interval = Math.min(Math.max(2 * duration, MIN_INTERVAL_MILLISECONDS), MAX_INTERVAL_MILLISECONDS);
  await sleep(Math.max(0, interval - duration));
  if (currentRefresh !== id) return;
  currentRefresh = null;
  flush();
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void window.setTimeout(resolve, milliseconds));
}

/** Refetches queries whose fetch started before events could be received. */
function topicsFetchedEarly(queryClient: QueryClient): Topic[] {
  const queries = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.fetchStatus === 'fetching' || state.status !== 'pending' });
  return queries.flatMap(({ meta }) => meta?.staleOn ?? []);
}

/** First fetches that became stale in flight: each is followed by exactly one refetch. */
const awaitingRefetch = new WeakSet<Query>();

/** Refetches the mounted queries of these topics; marks the others as stale. */
export async function refreshStale(queryClient: QueryClient, topics: ReadonlySet<Topic>): Promise<void> {
  const touchesRows = [...topics].some((topic) => /^(consult|card)\//.test(topic));
  const predicate = (query: Query) => {
    const { staleOn, updatesRows = false } = query.meta ?? {};
    if (touchesRows && updatesRows && query.getObserversCount() === 0) return true;
    // Whatever failed while the connection was lost is fetched again.
    if (topics.has('everything')) return staleOn !== undefined || query.state.status === 'error';
    return staleOn?.some((topic) => topics.has(topic)) ?? false;
  };
  const first = queryClient.getQueryCache().findAll({ predicate: (query) => predicate(query) && isFirstFetch(query) });
  await Promise.all([
    queryClient.invalidateQueries({ predicate }),
    ...first.map((query) => refetchAfterFirst(queryClient, query)),
  ]);
}

function isFirstFetch({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.data === undefined;
}

/** A first fetch is never canceled, and its result would count as fresh although it was requested too early. */
async function refetchAfterFirst(queryClient: QueryClient, query: Query): Promise<void> {
  if (awaitingRefetch.has(query)) return;
  awaitingRefetch.add(query);
  await query.promise?.catch(() => undefined);
  awaitingRefetch.delete(query);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
