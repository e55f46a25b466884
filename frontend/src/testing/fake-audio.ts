import { overrideProperty } from './fake-devices';

const SILENCE = 128;

/** A requested tone. */
export interface FakeTone {
  frequency: number;
  /** True while it plays and is connected to the speaker; it can be started and stopped once. */
  isPlaying: boolean;
  speaker: string | null;
  closed: boolean;
}

/** A fake Web Audio API: records what was played, and lets a test set the measured volume. */
export function fakeAudio() {
  const tones: FakeTone[] = [];
  const measured: { loudness: number; closed: boolean } = { loudness: 0, closed: false };

  class Context {
    readonly destination = {};
    tone: FakeTone | null = null;
    speaker: string | null = null;
    setSinkId(id: string) {
      this.speaker = id;
      return Promise.resolve();
    }
    createAnalyser() {
      return {
        frequencyBinCount: 4,
        getByteTimeDomainData: (levels: Uint8Array) =>
          void levels.fill(SILENCE).fill(SILENCE - measured.loudness, 2, 3),
      };
    }
    createMediaStreamSource() {
      return { connect: (next: unknown) => next };
    }
    close() {
      if (this.tone === null) measured.closed = true;
      else this.tone.closed = true;
      return Promise.resolve();
    }
  }

  class Gain {
    readonly gain: number;
    next: unknown = null;
    constructor(_context: Context, { gain }: GainOptions) {
      this.gain = gain ?? 1;
    }
    connect(next: unknown) {
      this.next = next;
      return next;
    }
  }

  class Oscillator {
    readonly tone: FakeTone;
    private readonly context: Context;
    private next: unknown = null;
    constructor(context: Context, { frequency }: OscillatorOptions) {
      this.tone = { frequency: frequency ?? 0, isPlaying: false, speaker: context.speaker, closed: false };
      this.context = context;
      context.tone = this.tone;
      tones.push(this.tone);
    }
    connect(next: unknown) {
      this.next = next;
      return next;
    }
    start() {
      let end = this.next;
      while (end instanceof Gain && end.gain > 0) end = end.next;
      this.tone.isPlaying = end === this.context.destination;
    }
    stop() {
      this.tone.isPlaying = false;
    }
  }

  overrideProperty(globalThis, 'AudioContext', Context);
  overrideProperty(globalThis, 'OscillatorNode', Oscillator);
  overrideProperty(globalThis, 'GainNode', Gain);
  return { tones, measured };
}

/** Runs animation frames only when the test requests them. */
export function stopFrames() {
  const callbacks = new Map<number, FrameRequestCallback>();
  let count = 0;
  overrideProperty(window, 'requestAnimationFrame', (draw: FrameRequestCallback) => {
    count += 1;
    callbacks.set(count, draw);
    return count;
  });
  overrideProperty(window, 'cancelAnimationFrame', (frame: number) => void callbacks.delete(frame));
  const next = () => {
    const due = [...callbacks.values()];
    callbacks.clear();
    for (const draw of due) draw(0);
  };
  return {
    draw: (frames: number) => {
      for (let frame = 0; frame < frames; frame += 1) next();
    },
    awaited: () => callbacks.size,
  };
}
