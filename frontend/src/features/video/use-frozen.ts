import { type RefObject, useEffect, useState } from 'react';

const CHECK_MS = 1_000;
/** The number of checks without a new frame after which the video counts as frozen. */
const MAX_UNCHANGED_CHECKS = 3;

/** Whether the expected video has been frozen for several seconds. */
export function useFrozen(frame: RefObject<HTMLElement | null>, expected: boolean): boolean {
  const [frozen, setFrozen] = useState(false);
  useEffect(() => {
    if (!expected) return undefined;
    let shown = -1;
    let unchanged = 0;
    const timer = window.setInterval(() => {
      const video = frame.current?.querySelector('video');
      const now = video?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
      // A hidden page renders no frames.
      unchanged = now === shown && !document.hidden ? unchanged + 1 : 0;
      shown = now;
      setFrozen(unchanged >= MAX_UNCHANGED_CHECKS);
    }, CHECK_MS);
    return () => {
      window.clearInterval(timer);
      setFrozen(false);
    };
  }, [frame, expected]);
  return frozen;
}
