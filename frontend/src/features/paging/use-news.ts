import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { PageRead } from '@/api/generated/types.gen';

/** Whatever arrives within this time after something was reported is reported together (milliseconds). */
const TOGETHER_MS = 10_000;

/** Reports new pages: the first at once, and what follows within ten seconds together at their end, unless it has been answered by then. */
export function useNews(pages: readonly PageRead[], onNews: (fresh: readonly PageRead[]) => void) {
  const known = useRef<ReadonlySet<number>>(new Set());
  /** Those that wait for the end of the ten seconds; null outside of them. */
  const held = useRef<ReadonlySet<number> | null>(null);
  const [round, setRound] = useState(0);
  const report = useEffectEvent((ids: ReadonlySet<number>) => {
    const fresh = pages.filter(({ id }) => ids.has(id));
    held.current = null;
    if (fresh.length === 0) return;
    held.current = new Set();
    setRound(round + 1);
    onNews(fresh);
  });
  const compare = useEffectEvent(() => {
    const fresh = pages.map(({ id }) => id).filter((id) => !known.current.has(id));
    known.current = new Set(pages.map(({ id }) => id));
    if (held.current === null) report(new Set(fresh));
    else held.current = new Set([...held.current, ...fresh]);
  });
  const ids = pages.map(({ id }) => id).join();
  useEffect(() => compare(), [ids]);
  useEffect(() => {
    if (round === 0) return undefined;
    const timer = window.setTimeout(() => report(held.current ?? new Set()), TOGETHER_MS);
    return () => window.clearTimeout(timer);
  }, [round]);
}
