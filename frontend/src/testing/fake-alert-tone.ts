import { vi } from 'vitest';

import { alertSound } from '@/shared/media/alert-sound';

/** Called with the start time of each half of an alert tone. The application never releases its audio context, so all tests share this mock. */
export const toneStarted = vi.fn();
/** Called with the volume of each half, and its start time. */
export const toneVolume = vi.fn();

const now = performance.now.bind(performance);
const browser = { blocks: false };
let passed = 0;
const contexts: FakeAudio[] = [];

/** The part of the Web Audio API that the tone needs; a page is silent before the first user gesture. */
class FakeAudio {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  onstatechange = () => undefined;
  constructor() {
    contexts.push(this);
  }
  resume() {
    if (browser.blocks) return Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
    this.state = 'running';
    return Promise.resolve();
  }
  createGain() {
    return {
      gain: { setValueAtTime: toneVolume, exponentialRampToValueAtTime: vi.fn() },
      connect: (next: unknown) => next,
    };
  }
  createOscillator() {
    return { frequency: { value: 0 }, connect: (next: unknown) => next, start: toneStarted, stop: vi.fn() };
  }
}

/** Lets a test count the tones, starting from zero with the sound off, in a browser that allows sound on a click or `blocks` it. */
export function fakeAlertTone({ blocks = false } = {}) {
  toneStarted.mockClear();
  toneVolume.mockClear();
  localStorage.clear();
  browser.blocks = blocks;
  for (const context of contexts) context.state = 'suspended';
  passed = 0;
  alertSound.setState({ userId: null, on: false, chosen: false, volume: 'medium', permission: 'waiting' }, true);
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
}

/** From now on the browser allows sound on a click. */
export function allowTone() {
  browser.blocks = false;
}

/** As if this much time passed, after which what is new makes a tone of its own. */
export function passSeconds(seconds: number) {
  passed += seconds * 1000;
  // A test may have replaced the clock since.
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
}
