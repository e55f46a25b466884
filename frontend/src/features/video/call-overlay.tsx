import { type RefObject, useEffect, useRef } from 'react';

import { useMe } from '@/session/me';
import { useStore } from 'zustand';
import { UserAvatar } from '@/shared/ui/user-avatar';

import { call, type CallView } from './call-view';
import classes from './call-overlay.module.css';
import { CallBars } from './call-bars';
import { CallLine } from './call-line';
import { CallProblems, OwnPicture, StageMessage } from './call-stage';
import { CallToolbar, type CallToolbarProps } from './call-toolbar';
import { expanded } from './expanded';
import { OthersGrid } from './others-grid';
import { PermissionDialog } from './permission-dialog';

export interface CallOverlayProps extends Pick<CallToolbarProps, 'onSettings'> {
  /** Renders the link to the consult that the call is about. */
  toConsult: (about: CallView['about']) => React.ReactNode;
}

/** The call on top of the current page: docked beside it, or covering it. */
export function CallOverlay(props: CallOverlayProps) {
  const view = useStore(call);
  return view === null ? null : <OpenCall {...props} view={view} />;
}

function OpenCall({ view, onSettings, toConsult }: CallOverlayProps & { view: CallView }) {
  const me = useMe();
  const isExpanded = useStore(expanded);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => (frame.current === null || isExpanded ? undefined : publishHeight(frame.current)), [isExpanded]);
  useFocusInCall(frame, isExpanded);
  return (
    <section ref={frame} tabIndex={-1} className={classes.overlay} data-expanded={isExpanded} aria-label="Video call">
      <header className={classes.head}>
        <h2 className={classes.title}>{view.about.title}</h2>
        <CallLine view={view} />
        {toConsult(view.about)}
      </header>
      <div className={classes.stage} data-others={Math.min(view.others.length, 4)}>
        <OthersGrid others={view.others} />
        <StageMessage view={view} />
        {view.state !== 'ended' && <OwnPicture view={view} instead={<UserAvatar person={me} size="large" />} />}
      </div>
      <CallBars others={view.others} />
      <CallProblems view={view} />
      <CallToolbar view={view} expanded={isExpanded} onSettings={onSettings} />
      {view.state !== 'ended' && <PermissionDialog />}
    </section>
  );
}

/** Moves focus to a call that covers the page, and back to the page when the call with focus ends. */
function useFocusInCall(frame: RefObject<HTMLElement | null>, isExpanded: boolean) {
  useEffect(() => {
    const call = frame.current;
    if (isExpanded && call?.contains(document.activeElement) === false) call.focus();
  }, [frame, isExpanded]);
  useEffect(() => {
    const call = frame.current;
    return () => {
      const had = document.activeElement === document.body || call?.contains(document.activeElement) === true;
      if (had) document.getElementById('main')?.focus();
    };
  }, [frame]);
}

/** Publishes the height as a CSS variable, so that toasts stay above the call. */
function publishHeight(frame: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--wl-call-dock', `${frame.offsetHeight + 16}px`));
  observer.observe(frame);
  return () => {
    observer.disconnect();
    style.removeProperty('--wl-call-dock');
  };
}
