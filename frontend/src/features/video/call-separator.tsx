import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useStore } from 'zustand';

import classes from './call-overlay.module.css';
import { callShare, rememberCallShare, resizeCall, SHARES } from './call-share';

/** By how much a key moves it (percent of the window's width). */
const STEP = 2;

const moves: Readonly<Record<string, (share: number) => number>> = {
  ArrowLeft: (share) => share - STEP,
  ArrowRight: (share) => share + STEP,
  Home: () => SHARES.least,
  End: () => SHARES.most,
};

/** The edge between the call and the page, which makes the one wider and the other narrower. */
export function CallSeparator({ controls }: { controls: string }) {
  const share = useStore(callShare);
  const dragged = useRef(false);
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    resizeCall(move(share));
    rememberCallShare();
  };
  const grab = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = true;
  };
  const drag = ({ clientX }: PointerEvent) => {
    if (dragged.current) resizeCall((clientX / window.innerWidth) * 100);
  };
  const release = () => {
    if (dragged.current) rememberCallShare();
    dragged.current = false;
  };
  return (
    <div
      className={classes.separator}
      role="separator"
      tabIndex={0}
      aria-label="Width of the video call"
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={share}
      aria-valuemin={SHARES.least}
      aria-valuemax={SHARES.most}
      aria-valuetext={`${share} percent`}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}
