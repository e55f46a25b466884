import { type ReactNode, useEffect, useRef } from 'react';

import classes from './in-view.module.css';

/** Content that appears later in a long dialog, or null: it is scrolled into view, clear of the dialog's buttons. */
export function InView({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const isShown = children !== null && children !== false;
  useEffect(() => {
    content.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={content} className={classes.content}>
      {children}
    </div>
  );
}
