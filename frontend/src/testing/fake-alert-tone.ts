import { vi } from 'vitest';

/** Called with the start time of each half of an alert tone. The application never releases its audio context, so all tests share this mock. */
export const toneStarted = vi.fn();

/** The part of the Web Audio API that the tone needs; a page is silent before the first user gesture. */
class FakeAudio {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  resume() {
    this.state = 'running';
    return Promise.resolve();
  }
  createGain() {
    return {
      gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
      connect: (next: unknown) => next,
    };
  }
  createOscillator() {
    return { frequency: { value: 0 }, connect: (next: unknown) => next, start: toneStarted, stop: vi.fn() };
  }
}

/** Lets a test count the tones, starting from zero with the sound off. */
export function fakeAlertTone() {
  toneStarted.mockClear();
  localStorage.clear();
  vi.stubGlobal('AudioContext', FakeAudio);
}
