import { useCallback, useEffect, useRef, useState } from 'react';

import { playOnSpeaker } from './speaker';

const HERTZ = 440;
const MILLISECONDS = 5_000;
const VOLUME = 0.2;

/** A tone on the chosen speaker for five seconds, or until it is stopped. */
export function useSpeakerTest() {
  const [playing, setPlaying] = useState(false);
  const end = useRef<() => void>(() => undefined);

  const stop = useCallback(() => end.current(), []);
  const start = useCallback(() => {
    end.current();
    end.current = play(() => setPlaying(false));
    setPlaying(true);
  }, []);
  useEffect(() => stop, [stop]);
  return { playing, start, stop };
}

/** Starts the tone; returns a function that stops it early. */
function play(onEnd: () => void): () => void {
  const context = new AudioContext();
  void playOnSpeaker(context);
  const tone = new OscillatorNode(context, { frequency: HERTZ });
  const volume = new GainNode(context, { gain: VOLUME });
  tone.connect(volume).connect(context.destination);
  tone.start();
  const timer = window.setTimeout(() => end(), MILLISECONDS);
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    window.clearTimeout(timer);
    tone.stop();
    void context.close();
    onEnd();
  };
  return end;
}
