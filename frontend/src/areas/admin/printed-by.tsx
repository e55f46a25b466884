import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { useMe } from '@/session/me';
import { formatTimestampWithZone, viewerZone } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { serverNow } from '@/shared/lib/server-clock';

import classes from './printed-by.module.css';

/** On paper only: who printed the page and when. What is around the page, and only of use on a screen, is not printed with it. */
export function PrintedBy() {
  const me = useMe();
  const [at, setAt] = useState(serverNow);
  useEffect(() => {
    // The browser takes the page as it is when this returns.
    const update = () => flushSync(() => setAt(serverNow()));
    addEventListener('beforeprint', update);
    return () => removeEventListener('beforeprint', update);
  }, []);
  return (
    <p className={classes.printed}>
      Printed by {fullName(me)} ({me.username}), {formatTimestampWithZone(at, viewerZone())}. All times are in this
      zone.
    </p>
  );
}
