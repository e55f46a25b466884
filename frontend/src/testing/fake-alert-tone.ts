import { vi } from 'vitest';

/** Called with the start of each half of the tone of an alert. The application keeps its audio for good, so this is one for all tests. */
export const toneStarted = vi.fn();

/** The part of the browser's audio that the tone needs; a page is not heard before a gesture. */
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

/** Lets a test count the tones, from none and with the sound switched off. */
export function fakeAlertTone() {
  toneStarted.mockClear();
  localStorage.clear();
  vi.stubGlobal('AudioContext', FakeAudio);
}
