import { useCallback, useEffect, useRef, useState } from 'react';

import { chosenDevice } from '@/shared/media/devices';

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

/** Answers a function that ends the tone before its time. */
function play(onEnd: () => void): () => void {
  const context = new AudioContext();
  void toSpeaker(context);
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

/** Not every browser lets a page choose; the tone comes from the usual one then. */
async function toSpeaker(context: AudioContext) {
  const speaker = chosenDevice('speaker');
  if (speaker === null || !canChoose(context)) return;
  try {
    await context.setSinkId(speaker);
  } catch {
    // The speaker that was chosen is not there now.
  }
}

/** The types of the library do not know it yet. */
function canChoose(context: AudioContext): context is AudioContext & { setSinkId: (id: string) => Promise<void> } {
  return 'setSinkId' in context;
}
