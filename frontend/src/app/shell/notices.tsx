import { type ReactNode, useEffect, useRef } from 'react';

import classes from './notices.module.css';
import { SessionEndedBanner } from './session-ended-banner';
import { UpdateBanner } from './update-banner';

export interface NoticesProps {
  /** A call lies over the page, and makes room for them at its foot. */
  inCall: boolean;
  children: ReactNode;
}

/** What is said about the session, the application and urgent comments; it lies over the lower edge, so that no page moves under a finger. */
export function Notices({ inCall, children }: NoticesProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current === null ? undefined : publishHeight(frame.current)), []);
  return (
    <div className={classes.notices} data-in-call={inCall || undefined} ref={frame}>
      {children}
      <SessionEndedBanner />
      <UpdateBanner />
    </div>
  );
}

/** Its distance from the lower edge of the window, and from what stands above it, in px. */
const DISTANCES = 24;

/** Tells style sheets how high it is: what is below it can be scrolled clear of it, and toasts and dialogs stay above it. */
function publishHeight(frame: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const height = frame.offsetHeight;
    style.setProperty('--wl-notices', `${height}px`);
    style.setProperty('--wl-notices-reach', `${height === 0 ? 0 : height + DISTANCES}px`);
  });
  observer.observe(frame);
  return () => {
    observer.disconnect();
    style.removeProperty('--wl-notices');
    style.removeProperty('--wl-notices-reach');
  };
}
