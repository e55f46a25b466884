import { createStore } from 'zustand/vanilla';

import type { ConsultCard } from '@/api/generated/types.gen';

import type { WorklistMode } from './mode';

/** The latest announcement of new rows for a live region. A new id announces the same text again. */
export const announcement = createStore(() => ({ id: 0, text: '' }));

/** Announces new consults or transfers to screen readers, in one sentence for all that arrived together. */
export function announce(mode: WorklistMode, added: readonly ConsultCard[]) {
  const [first] = added;
  if (first === undefined) return;
  const { priority, ServiceLine, location } = first;
  const one = `New ${mode}: ${priority.name}, ${ServiceLine.name}, ${location.displayName}.`;
  const text = added.length === 1 ? one : `${added.length} new ${mode}s.`;
  announcement.setState({ id: announcement.getState().id + 1, text });
}
