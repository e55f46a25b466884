import { type RefObject, useEffect, useState } from 'react';

const LOOK_EVERY = 1_000;
/** A picture that has stood still for so long passes for somebody who does not move. */
const MOST_LOOKS = 3;

/** Whether the picture has stood still for seconds, though there should be one. */
export function useFrozen(frame: RefObject<HTMLElement | null>, expected: boolean): boolean {
  const [frozen, setFrozen] = useState(false);
  useEffect(() => {
    if (!expected) return undefined;
    let shown = -1;
    let looks = 0;
    const timer = window.setInterval(() => {
      const video = frame.current?.querySelector('video');
      const now = video?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
      // A page that is not seen shows no frames either.
      looks = now === shown && !document.hidden ? looks + 1 : 0;
      shown = now;
      setFrozen(looks >= MOST_LOOKS);
    }, LOOK_EVERY);
    return () => {
      window.clearInterval(timer);
      setFrozen(false);
    };
  }, [frame, expected]);
  return frozen;
}
