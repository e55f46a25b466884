import { type RefObject, useEffect, useState } from 'react';

/** After which of its events a video may have a picture, or none any more. */
const EVENTS = ['resize', 'loadeddata', 'emptied'] as const;

/** Whether the video has shown a picture, which comes later than the connection. */
export function useHasPicture(frame: RefObject<HTMLElement | null>): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    const around = frame.current;
    if (around === null) return undefined;
    const look = () => setHas((around.querySelector('video')?.videoWidth ?? 0) > 0);
    look();
    for (const event of EVENTS) around.addEventListener(event, look, true);
    return () => {
      for (const event of EVENTS) around.removeEventListener(event, look, true);
    };
  }, [frame]);
  return has;
}
