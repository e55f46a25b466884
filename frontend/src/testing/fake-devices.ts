import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

import { type DeviceKind, type DevicePermission, devices, UNKNOWN } from '@/shared/media/devices';

/** Puts something in the place of a property until the test ends. */
export function overrideProperty(target: object, name: string, value: unknown) {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  });
}

/** What a microphone or a camera gives. */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video';
  enabled = true;
  readyState: MediaStreamTrackState = 'live';

  constructor(kind: FakeTrack['kind']) {
    super();
    this.kind = kind;
  }

  stop() {
    this.readyState = 'ended';
  }

  /** As when it is unplugged. */
  lose() {
    this.stop();
    this.dispatchEvent(new Event('ended'));
  }
}

class FakeStream {
  private readonly tracks: FakeTrack[];

  constructor(tracks: FakeTrack[] = []) {
    this.tracks = [...tracks];
  }

  addTrack = (track: FakeTrack) => void this.tracks.push(track);
  getTracks = () => [...this.tracks];
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
}

/** Lets components show sound and pictures, which jsdom cannot play, and answers what they play. */
export function fakeStreams() {
  const played: HTMLMediaElement[] = [];
  overrideProperty(globalThis, 'MediaStream', FakeStream);
  overrideProperty(HTMLMediaElement.prototype, 'play', function play(this: HTMLMediaElement) {
    played.push(this);
    return Promise.resolve();
  });
  return played;
}

/** What the computer's devices give where nothing is asked of a browser. */
export const fakeTrack = (kind: DeviceKind) =>
  new FakeTrack(kind === 'microphone' ? 'audio' : 'video') as unknown as MediaStreamTrack;

type Said = Partial<Record<DeviceKind, DevicePermission>>;

interface BrowserOptions {
  /** What the browser says without being asked for a device; null for one without a word about that, `pending` for a slow one. */
  says?: Said | null;
  /** What may be chosen from, as kind and label; `default` stands for the computer's own choice, as browsers list it. */
  list?: readonly (readonly [MediaDeviceKind, string])[];
  /** False for a browser that goes on in the same test. */
  forgotten?: boolean;
}

/** A browser with a microphone and a camera. */
export function fakeDevices({ says = {}, list = [], forgotten = true }: BrowserOptions = {}) {
  const asked: MediaStreamConstraints[] = [];
  const tracks: FakeTrack[] = [];
  const failures = new Map<FakeTrack['kind'], string>();
  const status = { microphone: statusOf(says?.microphone), camera: statusOf(says?.camera) };
  let held: Promise<void> = Promise.resolve();
  const getUserMedia = async (wanted: MediaStreamConstraints) => {
    asked.push(wanted);
    await held;
    const kinds = (['audio', 'video'] as const).filter((kind) => wanted[kind] !== undefined);
    for (const kind of kinds) {
      const name = failures.get(kind);
      if (name !== undefined) throw Object.assign(new Error(), { name });
    }
    const given = kinds.map((kind) => new FakeTrack(kind));
    tracks.push(...given);
    return new FakeStream(given);
  };
  const enumerateDevices = () =>
    Promise.resolve(
      list.map(([kind, label]) => ({
        kind,
        label,
        deviceId: ['', 'default'].includes(label) ? label : `id of ${label}`,
      })),
    );
  const media = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices });
  const query = ({ name }: { name: DeviceKind }) => {
    if (says === null) return Promise.reject(new TypeError());
    return (says[name] ?? 'prompt') === 'pending' ? new Promise(() => undefined) : Promise.resolve(status[name]);
  };
  overrideProperty(navigator, 'mediaDevices', media);
  overrideProperty(navigator, 'permissions', { query });
  fakeStreams();
  if (forgotten) forgetDevices();
  return {
    asked,
    tracks,
    media,
    /** What becomes of it from now on when the device is asked for; null when it is had. */
    fail: (kind: DeviceKind, name: string | null) => {
      const media = kind === 'microphone' ? 'audio' : 'video';
      if (name === null) failures.delete(media);
      else failures.set(media, name);
    },
    /** The browser says something else from now on. */
    change: (kind: DeviceKind, state: PermissionState) => {
      status[kind].state = state;
      act(() => void status[kind].dispatchEvent(new Event('change')));
    },
    /** Keeps whoever asks waiting, until the answered function is called. */
    hold: () => {
      let answer: () => void = () => undefined;
      held = new Promise((resolve) => (answer = resolve));
      return answer;
    },
  };
}

function statusOf(state: DevicePermission = 'prompt') {
  return Object.assign(new EventTarget(), { state: state as PermissionState });
}

/** Nothing is known of the devices, from here on and after the test. */
export function forgetDevices() {
  const forget = () => devices.setState({ microphone: UNKNOWN, camera: UNKNOWN }, true);
  forget();
  onTestFinished(forget);
}

/** The devices as they are for a component that only reads them. */
export function setDevices(microphone: Partial<Known>, camera: Partial<Known> = microphone) {
  const granted: Known = { permission: 'granted', trouble: null };
  act(() => devices.setState({ microphone: { ...granted, ...microphone }, camera: { ...granted, ...camera } }, true));
}

type Known = ReturnType<typeof devices.getState>['microphone'];
