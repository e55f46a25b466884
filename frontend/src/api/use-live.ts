import { useEffect, useEffectEvent } from 'react';

import { useStore } from 'zustand';

import type { EventName, EventPayload, Topic } from './events';
import { onStale } from './live';
import { type Connection, connection, onEvent, view } from './socket';

export function useConnection(): Connection {
  return useStore(connection);
}

/** Calls back for each such event at once, also in a hidden tab: for a badge or a sound. */
export function useSocketEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void) {
  const tell = useEffectEvent(listener);
  useEffect(() => onEvent(name, (payload) => tell(payload)), [name]);
}

/** Calls back with what went stale, gathered and only while the tab is seen: for a list that updates single rows. */
export function useStaleTopics(listener: (topics: ReadonlySet<Topic>) => Promise<void> | void) {
  const tell = useEffectEvent(listener);
  useEffect(() => onStale((topics) => tell(topics)), []);
}

/** Tells the server that this consult is on the screen. */
export function useViewing(consultId: string) {
  useEffect(() => view(consultId), [consultId]);
}
