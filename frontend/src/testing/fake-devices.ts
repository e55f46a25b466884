import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

import { type DeviceKind, type DevicePermission, devices, UNKNOWN } from '@/shared/media/devices';

/** Replaces a property until the test ends. */
export function overrideProperty(target: object, name: string, value: unknown) {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  });
}

/** A media track of a microphone or a camera. */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video';
  enabled = true;
  contentHint = '';
  /** What the device can do. */
  capabilities: Record<string, unknown> = {};
  settings: Record<string, unknown> = { width: 1_920, height: 1_080 };
  readyState: MediaStreamTrackState = 'live';

  constructor(kind: FakeTrack['kind']) {
    super();
    this.kind = kind;
  }

  getCapabilities = () => this.capabilities;
  getSettings = () => this.settings;
  getConstraints = () => ({});

  applyConstraints({ advanced = [] }: MediaTrackConstraints) {
    for (const each of advanced) this.settings = { ...this.settings, ...each };
    return Promise.resolve();
  }

  stop() {
    this.readyState = 'ended';
  }

  /** Simulates unplugging the device. */
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

/** Lets components play audio and video, which jsdom cannot, and returns the streams they play. */
export function fakeStreams() {
  const played: HTMLMediaElement[] = [];
  overrideProperty(globalThis, 'MediaStream', FakeStream);
  let frames = 0;
  // A picture, which moves.
  overrideProperty(HTMLVideoElement.prototype, 'videoWidth', 640);
  overrideProperty(HTMLVideoElement.prototype, 'getVideoPlaybackQuality', () => ({ totalVideoFrames: (frames += 1) }));
  overrideProperty(HTMLMediaElement.prototype, 'play', function play(this: HTMLMediaElement) {
    played.push(this);
    return Promise.resolve();
  });
  return played;
}

/** Tracks for tests that do not use the browser's device API. */
export const fakeTrack = (kind: DeviceKind) =>
  new FakeTrack(kind === 'microphone' ? 'audio' : 'video') as unknown as MediaStreamTrack;

type ReportedPermissions = Partial<Record<DeviceKind, DevicePermission>>;

interface BrowserOptions {
  /** What the Permissions API reports; null if the browser does not support the query, `pending` if it is slow. */
  permissions?: ReportedPermissions | null;
  /** The listed devices, as kind and label; `default` is the system default, as browsers list it. */
  list?: readonly (readonly [MediaDeviceKind, string])[];
  /** False to keep the device state from earlier in the same test. */
  reset?: boolean;
}

/** A browser with a microphone and a camera. */
export function fakeDevices({ permissions = {}, list = [], reset = true }: BrowserOptions = {}) {
  const constraints: MediaStreamConstraints[] = [];
  const tracks: FakeTrack[] = [];
  const failures = new Map<FakeTrack['kind'], string>();
  const status = { microphone: statusOf(permissions?.microphone), camera: statusOf(permissions?.camera) };
  let held: Promise<void> = Promise.resolve();
  const getUserMedia = async (requested: MediaStreamConstraints) => {
    constraints.push(requested);
    await held;
    const kinds = (['audio', 'video'] as const).filter((kind) => requested[kind] !== undefined);
    for (const kind of kinds) {
      const name = failures.get(kind);
      if (name !== undefined) throw Object.assign(new Error(), { name });
    }
    const opened = kinds.map((kind) => new FakeTrack(kind));
    tracks.push(...opened);
    return new FakeStream(opened);
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
    if (permissions === null) return Promise.reject(new TypeError());
    return (permissions[name] ?? 'prompt') === 'pending' ? new Promise(() => undefined) : Promise.resolve(status[name]);
  };
  overrideProperty(navigator, 'mediaDevices', media);
  overrideProperty(navigator, 'permissions', { query });
  fakeStreams();
  if (reset) resetDevices();
  return {
    constraints,
    tracks,
    media,
    /** The error of further requests for the device; null if they succeed. */
    fail: (kind: DeviceKind, name: string | null) => {
      const media = kind === 'microphone' ? 'audio' : 'video';
      if (name === null) failures.delete(media);
      else failures.set(media, name);
    },
    /** Changes what the Permissions API reports. */
    change: (kind: DeviceKind, state: PermissionState) => {
      status[kind].state = state;
      act(() => void status[kind].dispatchEvent(new Event('change')));
    },
    /** Holds requests until the returned function is called. */
    hold: () => {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}

function statusOf(state: DevicePermission = 'prompt') {
  return Object.assign(new EventTarget(), { state: state as PermissionState });
}

/** Resets the device state to unknown, now and after the test. */
export function resetDevices() {
  const reset = () => devices.setState({ microphone: UNKNOWN, camera: UNKNOWN }, true);
  reset();
  onTestFinished(reset);
}

/** Sets the device state for a component that only reads it. */
export function setDevices(microphone: Partial<Known>, camera: Partial<Known> = microphone) {
  const granted: Known = { permission: 'granted', problem: null };
  act(() => devices.setState({ microphone: { ...granted, ...microphone }, camera: { ...granted, ...camera } }, true));
}

type Known = ReturnType<typeof devices.getState>['microphone'];
