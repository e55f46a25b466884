import { useEffect, useState } from 'react';

import type { PageRead } from '@/api/generated/types.gen';
import { pagesWaiting } from '@/shared/lib/pages-waiting';

import { titleOf } from './page-words';

/** Older ones are of no use to anyone. */
const KEPT = 3;
/** After so many milliseconds they have been read, and might no longer be true. */
const STAYS_MS = 15_000;

interface Said {
  readonly id: number;
  readonly text: string;
}

/** What was said a moment ago, and a function that says what is new once to screen readers. */
export function useAnnouncements() {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const announce = (fresh: readonly PageRead[], waiting: number) => {
    const text = wordsOf(fresh, waiting);
    if (text !== null) setSaid([...said, { id: (said.at(-1)?.id ?? 0) + 1, text }].slice(-KEPT));
  };
  useEffect(() => {
    if (said.length === 0) return undefined;
    const timer = window.setTimeout(() => setSaid([]), STAYS_MS);
    return () => window.clearTimeout(timer);
  }, [said]);
  return { said, announce };
}

function wordsOf([page, ...others]: readonly PageRead[], waiting: number): string | null {
  if (page === undefined) return null;
  if (others.length > 0) return `${pagesWaiting(waiting)}.`;
  return sentenceAbout(page);
}

/** What screens say about a new page, also a locked one. */
export function sentenceAbout(page: Pick<PageRead, 'kind' | 'priority' | 'serviceLineName' | 'locationName'>): string {
  return `${titleOf(page)}, ${page.priority}: ${page.serviceLineName}, ${page.locationName}.`;
}

export function Announcement({ said }: { said: readonly Said[] }) {
  return (
    <div className="wl-visually-hidden" role="log" aria-label="New pages" aria-relevant="additions">
      {said.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
