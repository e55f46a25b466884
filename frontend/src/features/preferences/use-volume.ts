import { useEffect, useState } from 'react';

/** The meter updates once per this many frames; faster updates would be unreadable. */
const FRAMES = 10;

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
      if (frames % FRAMES !== 0) return;
      analyser.getByteTimeDomainData(levels);
      // Silence is 128; the loudest is 127 away from it.
      const loudest = levels.reduce((most, level) => Math.max(most, Math.abs(level - 128)), 0);
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
