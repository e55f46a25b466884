import { type ReactNode, useEffect, useRef } from 'react';

import classes from './notices.module.css';
import { SessionEndedBanner } from './session-ended-banner';
import { StepUp } from './step-up';
import { UpdateBanner } from './update-banner';

export interface NoticesProps {
  /** An expanded call covers the page and leaves room for the notices at the bottom. */
  inCall: boolean;
  /** A note in a call keeps the rest of the window. */
  besideNote: boolean;
  children: ReactNode;
}

/**
 * Notices about the session, the application, urgent comments and duty. They overlay the bottom edge, so that the page does not shift under a finger.
 * A phone shows the first two, so that they never cover the page: what ended, then what and who waits, then the user's
 * duty, and last what can be done later.
 */
export function Notices({ inCall, besideNote, children }: NoticesProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current === null ? undefined : publishHeight(frame.current)), []);
  return (
    <div
      id="notices"
      className={classes.notices}
      data-in-call={inCall || undefined}
      data-beside-note={besideNote || undefined}
      ref={frame}
    >
      <SessionEndedBanner />
      <StepUp />
      {children}
      <UpdateBanner />
    </div>
  );
}

/** The margin below and above the notices, in px. */
const DISTANCES = 24;

/** Publishes its height to the style sheets, so that content can be scrolled clear of it, and toasts and dialogs stay above it. */
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
