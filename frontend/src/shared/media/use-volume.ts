import { useEffect, useState } from 'react';

/** How many animation frames pass between updates of the meter; faster updates would be unreadable. */
const FRAMES_PER_UPDATE = 10;

/** How loud a microphone is, from 0 to 100. */
export function useVolume(track: MediaStreamTrack | null): number {
  const [volume, setVolume] = useState(0);
  useEffect(() => {
    if (track === null) return undefined;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const levels = new Uint8Array(analyser.frequencyBinCount);
    let frames = 0;
    let frame = 0;
    const measure = () => {
      frame = requestAnimationFrame(measure);
      frames += 1;
      if (frames % FRAMES_PER_UPDATE !== 0) return;
      analyser.getByteTimeDomainData(levels);
      // A sample of 128 is silence; the loudest ones are 127 away from it.
      const loudest = levels.reduce((max, level) => Math.max(max, Math.abs(level - 128)), 0);
      setVolume(Math.min(100, Math.round((loudest / 127) * 100)));
    };
    frame = requestAnimationFrame(measure);
    return () => {
      cancelAnimationFrame(frame);
      setVolume(0);
      void context.close();
    };
  }, [track]);
  return volume;
}
