import './beside-call.css';

import { type RefObject, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';

import { useMe } from '@/session/me';
import { UserAvatar } from '@/shared/ui/user-avatar';

import { beside } from './beside';
import { BesideSwitch } from './beside-switch';
import classes from './call-overlay.module.css';
import { CallBars } from './call-bars';
import { CallLine } from './call-line';
import { CallSeparator } from './call-separator';
import { callShare } from './call-share';
import { CallProblems, OwnPicture, StageMessage } from './call-stage';
import { CallToolbar, type CallToolbarProps, MediaButtons } from './call-toolbar';
import { call, type CallView } from './call-view';
import { expanded } from './expanded';
import { GuestKnocks } from './guests/guest-knocks';
import { OthersGrid } from './others-grid';
import { PermissionDialog } from './permission-dialog';
import { ToolButton } from './tool-button';
import { useCallKeys } from './use-call-keys';
import { usePaneKeys } from './use-pane-keys';
import { usePictureAside } from './use-picture-aside';
import { usePictureWindow } from './use-picture-window';
import { usePlace, usePublishedPlace } from './use-place';

/** What closes itself on Escape. */
const OPEN = '[role="menu"], [role="dialog"]:not([aria-modal="false"])';

export interface CallOverlayProps extends Pick<CallToolbarProps, 'onSettings'> {
  /** Renders the link to the consult that the call is about. */
  toConsult: (about: CallView['about']) => React.ReactNode;
}

/** The call beside, above or below the current page, or over everything. */
export function CallOverlay(props: CallOverlayProps) {
  const view = useStore(call);
  return view === null ? null : <OpenCall {...props} view={view} />;
}

function OpenCall({ view, onSettings, toConsult }: CallOverlayProps & { view: CallView }) {
  const frame = useRef<HTMLElement>(null);
  const id = useId();
  const picture = usePictureWindow();
  const place = usePlace(picture.page !== null);
  const isFull = place === 'full';
  usePublishedPlace(frame, place, useStore(callShare));
  useFocusInCall(frame, isFull);
  usePaneKeys(frame);
  useEscape(isFull);
  const words = useCallKeys(view, picture.page);
  return (
    <>
      <section
        ref={frame}
        id={id}
        tabIndex={-1}
        className={classes.overlay}
        data-expanded={isFull}
        data-place={place}
        aria-label="Video call"
      >
        <header className={classes.head}>
          <h2 className={classes.title}>{view.about.title}</h2>
          <CallLine view={view} />
          {toConsult(view.about)}
          {!isFull && <BesideSwitch />}
          {picture.page !== null && <ToolButton label="Back to This Page" icon="collapse" onPress={picture.close} />}
          {picture.page === null && picture.open !== null && view.state !== 'ended' && (
            <ToolButton label="Picture in Picture" icon="external" onPress={() => void picture.open?.()} />
          )}
        </header>
        {/* Not beside the buttons, whose names would cover it. */}
        <CallBars others={view.others}>
          <GuestKnocks view={view} />
          <CallProblems view={view} />
        </CallBars>
        {picture.page === null ? (
          <Stage view={view} isOverPage={place === 'bar'} />
        ) : (
          createPortal(<OwnWindow view={view} onSettings={onSettings} />, picture.page.document.body)
        )}
        <CallToolbar view={view} expanded={isFull} onSettings={onSettings} />
        {view.state !== 'ended' && <PermissionDialog />}
        {place === 'side' && <CallSeparator controls={id} />}
      </section>
      <p className="wl-visually-hidden" role="status">
        {words}
      </p>
    </>
  );
}

function Stage({ view, isOverPage = false }: { view: CallView; isOverPage?: boolean }) {
  const me = useMe();
  const isOverNote = useStore(beside) === 'note' && isOverPage;
  const { spot, isAside, toggle } = usePictureAside(isOverNote);
  return (
    <>
      <div className={classes.stage} data-over-note={isOverNote || undefined} data-aside={isAside || undefined}>
        <OthersGrid others={view.others} />
        <StageMessage view={view} />
        {view.state !== 'ended' && <OwnPicture view={view} instead={<UserAvatar person={me} size="large" />} />}
        {isOverNote && (
          <button
            type="button"
            className={classes.resize}
            aria-label={isAside ? 'Show Larger Picture' : 'Show Smaller Picture'}
            onClick={toggle}
          />
        )}
      </div>
      {isOverNote && <span ref={spot} className={classes.spot} />}
    </>
  );
}

/** The call in a window of its own, with what is needed there. */
function OwnWindow(props: Pick<CallToolbarProps, 'view' | 'onSettings'>) {
  return (
    <section className={classes.overlay} data-place="window" aria-label="Video call">
      <Stage view={props.view} />
      <div className={classes.toolbar} role="group" aria-label="Call">
        <MediaButtons {...props} />
      </div>
    </section>
  );
}

/** Escape uncovers the page, unless it belongs to something that is open above the call. */
function useEscape(isFull: boolean) {
  useEffect(() => {
    if (!isFull) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector(OPEN) !== null) return;
      event.preventDefault();
      expanded.setState(false, true);
    };
    // Before whatever is open closes.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [isFull]);
}

/** Moves focus to a call that covers the page, and back to the page when the call with focus ends. */
function useFocusInCall(frame: RefObject<HTMLElement | null>, isFull: boolean) {
  useEffect(() => {
    const call = frame.current;
    if (isFull && call?.contains(document.activeElement) === false) call.focus();
  }, [frame, isFull]);
  useEffect(() => {
    const call = frame.current;
    return () => {
      const had = document.activeElement === document.body || call?.contains(document.activeElement) === true;
      if (had) document.getElementById('main')?.focus();
    };
  }, [frame]);
}
