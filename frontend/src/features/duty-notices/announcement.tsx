import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { DutyNoticeRead } from '@/api/generated/types.gen';

/** After so many milliseconds it has been read, and might no longer be true. */
const STAYS_MS = 15_000;

/** Says new notices once to screen readers: what is urgent at once, the others at the next pause. */
export function Announcement({ notices }: { notices: readonly DutyNoticeRead[] }) {
  const [said, setSaid] = useState<readonly DutyNoticeRead[]>([]);
  const known = useRef<ReadonlySet<number>>(new Set());
  const ids = notices.map(({ id }) => id).join();
  const compare = useEffectEvent(() => {
    const fresh = notices.filter(({ id }) => !known.current.has(id));
    known.current = new Set(notices.map(({ id }) => id));
    if (fresh.length > 0) setSaid(fresh);
  });
  // After the regions are there, because what a region has from the start is not read.
  useEffect(() => compare(), [ids]);
  useEffect(() => {
    if (said.length === 0) return undefined;
    const timer = window.setTimeout(() => setSaid([]), STAYS_MS);
    return () => window.clearTimeout(timer);
  }, [said]);
  return (
    <div className="wl-visually-hidden">
      <p role="alert">{textOf(said.filter(({ urgent }) => urgent))}</p>
      <p role="status">{textOf(said.filter(({ urgent }) => !urgent))}</p>
    </div>
  );
}

function textOf(notices: readonly DutyNoticeRead[]): string {
  return notices.map(({ text }) => text).join(' ');
}
