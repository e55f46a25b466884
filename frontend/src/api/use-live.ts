import { useEffect, useEffectEvent } from 'react';

import { useStore } from 'zustand';

import type { EventName, EventPayload, Topic } from './events';
import { onStale } from './live';
import { type Connection, connection, onEvent, reportViewing } from './socket';

export function useConnection(): Connection {
  return useStore(connection);
}

/** Calls back immediately for each such event, even in a hidden tab; for a badge or a sound. */
export function useSocketEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void) {
  const callback = useEffectEvent(listener);
  useEffect(() => onEvent(name, (payload) => callback(payload)), [name]);
}

/** Calls back with stale topics, batched and only while the tab is visible; for a list that updates single rows. */
export function useStaleTopics(listener: (topics: ReadonlySet<Topic>) => Promise<void> | void) {
  const callback = useEffectEvent(listener);
  useEffect(() => onStale((topics) => callback(topics)), []);
}

/** Reports to the server that this consult is being viewed. */
export function useViewing(consultId: string) {
  useEffect(() => reportViewing(consultId), [consultId]);
}
