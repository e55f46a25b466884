import { useEffect, useState } from 'react';

import type { Ringing } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { PhoneLink } from '@/shared/ui/phone-link';

import classes from './call-overlay.module.css';

/** How long screens at the bedside have to report before the message says that there are none. */
const REPORTED_WITHIN_MS = 4_000;
const names = new Intl.ListFormat('en-US');

/** Tells whoever waits for the bedside who hears that, and whom to call if nobody does. */
export function RingMessage({ ringing }: { ringing: Ringing }) {
  const hasWaited = useHasWaited();
  const { heardBy, seenBy, callbackNumber } = ringing;
  if (heardBy.length > 0) return <p className={classes.ringing}>Ringing for {names.format(heardBy.map(fullName))}.</p>;
  if (seenBy.length === 0 && !hasWaited) return null;
  return (
    <p className={classes.ringing}>
      {seenBy.length > 0
        ? `${names.format(seenBy.map(fullName))} can see that you are waiting, but the sound is off there.`
        : 'It rings on no screen at the bedside.'}{' '}
      Call <PhoneLink number={callbackNumber} />
    </p>
  );
}

function useHasWaited(): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setHasWaited(true), REPORTED_WITHIN_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return hasWaited;
}
