import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { LineCoverage } from '@/api/generated/types.gen';

import { newsOf } from './words';

/** If more lines change at once, only their number is announced. */
const MAX_NAMED = 3;

/** The latest change of the board in a sentence for screen readers; empty at first. A new id says the same text again. */
export function useNews(lines: readonly LineCoverage[]) {
  const known = useRef<readonly LineCoverage[]>([]);
  const [news, setNews] = useState({ id: 0, text: '' });
  const compare = useEffectEvent(() => {
    const before = new Map(known.current.map((line) => [line.serviceLineId, line]));
    known.current = lines;
    const changes = lines.map((line) => newsOf(line, before.get(line.serviceLineId))).filter((text) => text !== null);
    if (changes.length === 0) return;
    const text = changes.length > MAX_NAMED ? `${changes.length} lines have changed.` : changes.join(' ');
    setNews(({ id }) => ({ id: id + 1, text }));
  });
  useEffect(() => compare(), [lines]);
  return news;
}
