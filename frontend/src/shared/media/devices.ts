/** The computer's microphone and camera: their permissions, the chosen devices, and any problem with them. */
import { createStore } from 'zustand/vanilla';

export type DeviceKind = 'microphone' | 'camera';
export type AnyDeviceKind = DeviceKind | 'speaker';

/** The browser's permission state; `pending` until it is known. A browser that does not report it prompts during a call. */
export type DevicePermission = 'pending' | 'prompt' | 'granted' | 'denied';

/** Why a call cannot use the device: access is denied, another program uses it, or there is none. */
export type DeviceProblem = 'denied' | 'unusable' | 'missing';

export interface Device {
  readonly permission: DevicePermission;
  readonly problem: DeviceProblem | null;
}

/** The state before the browser has reported anything. */
export const UNKNOWN: Device = { permission: 'pending', problem: null };
const CHOSEN_KEY = 'wardline.device.';
const kinds = ['microphone', 'camera'] as const;

export const devices = createStore<Readonly<Record<DeviceKind, Device>>>(() => ({
  microphone: UNKNOWN,
  camera: UNKNOWN,
}));

/** Incremented with each choice made here, for subscribers. */
export const choices = createStore(() => 0);

function update(kind: DeviceKind, change: Partial<Device>) {
  const before = devices.getState();
  devices.setState({ ...before, [kind]: { ...before[kind], ...change } }, true);
}

/** Watches the device permissions without prompting; returns a function that stops. */
export function watchPermissions(): () => void {
  const controller = new AbortController();
  for (const kind of kinds) {
    void watchPermission(kind, controller.signal).catch(() => {
      // Browsers without this API, or without these permission names.
      if (devices.getState()[kind].permission === 'pending') update(kind, { permission: 'prompt' });
    });
  }
  return () => controller.abort();
}

async function watchPermission(kind: DeviceKind, signal: AbortSignal) {
  const status = await navigator.permissions.query({ name: kind });
  if (signal.aborted) return;
  status.addEventListener('change', () => update(kind, changed(kind, status.state)), { signal });
  // The result of opening the device takes precedence: the operating system may deny what the browser allows, and access that
  // was granted once counts as granted, although the browser would prompt again.
  const { permission, problem } = devices.getState()[kind];
  const isKnown = permission === 'granted' || problem === 'denied';
  if (status.state === 'denied' || !isKnown) update(kind, { permission: status.state });
}

/** The user changed the permission. A device with another problem stays unusable until it is retried. */
function changed(kind: DeviceKind, permission: PermissionState): Device {
  const { problem } = devices.getState()[kind];
  // Browsers end the track first: it was not disconnected.
  if (permission === 'denied') return { permission, problem: problem === 'missing' ? 'denied' : problem };
  return { permission, problem: problem === 'denied' ? null : problem };
}

/** The devices' tracks; null for a device that could not be opened, whose problem is then recorded. */
export type Tracks = Readonly<Record<DeviceKind, MediaStreamTrack | null>>;

/** Requests both at once, so that the browser prompts once. */
export async function openDevices(): Promise<Tracks> {
  try {
    const stream = await userMedia({ audio: constraintsOf('microphone'), video: constraintsOf('camera') });
    for (const kind of kinds) update(kind, { permission: 'granted', problem: null });
    return { microphone: stream.getAudioTracks()[0] ?? null, camera: stream.getVideoTracks()[0] ?? null };
  } catch {
    return { microphone: await openDevice('microphone'), camera: await openDevice('camera') };
  }
}

/** Opens the chosen device, or the one that is meant. */
export async function openDevice(kind: DeviceKind, which?: MediaTrackConstraints): Promise<MediaStreamTrack | null> {
  try {
    const constraints = constraintsOf(kind, which);
    const stream = await userMedia(kind === 'camera' ? { video: constraints } : { audio: constraints });
    update(kind, { permission: 'granted', problem: null });
    return stream.getTracks()[0] ?? null;
  } catch (error) {
    const problem = problemOf(error);
    update(kind, problem === 'denied' ? { permission: 'denied', problem } : { problem });
    return null;
  }
}

/** A device in use was disconnected, or the user has withdrawn the permission. */
export function markLost(kind: DeviceKind) {
  update(kind, { problem: devices.getState()[kind].permission === 'denied' ? 'denied' : 'missing' });
}

function userMedia(constraints: MediaStreamConstraints): Promise<MediaStream> {
  // Browsers omit it on pages without HTTPS.
  if (!('mediaDevices' in navigator)) return Promise.reject(new DOMException('No devices here.', 'NotFoundError'));
  return navigator.mediaDevices.getUserMedia(constraints);
}

function problemOf(error: unknown): DeviceProblem {
  const name = error instanceof DOMException || error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'unusable';
}

/** What makes speech intelligible across a ward. A second channel would cost bits for nothing. */
const VOICE = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };

/**
 * As large as a call ever sends it; the call makes it smaller by what the network takes. The browser also asks whether the camera may be
 * aimed, if it can be.
 */
const PICTURE = {
  ...{ width: { ideal: 1_920 }, height: { ideal: 1_080 }, frameRate: { ideal: 30 } },
  ...{ pan: true, tilt: true, zoom: true },
};

function constraintsOf(kind: DeviceKind, which?: MediaTrackConstraints): MediaTrackConstraints {
  const chosen = chosenDevice(kind);
  return {
    ...(which ?? (chosen !== null && { deviceId: { ideal: chosen } })),
    ...(kind === 'camera' ? PICTURE : VOICE),
  };
}

/** The camera on the other side of a phone, or the next one in the list; null if there is only one. */
export async function otherCamera(camera: MediaStreamTrack): Promise<MediaTrackConstraints | null> {
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const ids = all.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
  if (ids.length < 2) return null;
  const { facingMode, deviceId } = camera.getSettings();
  if (facingMode === 'user' || facingMode === 'environment')
    return { facingMode: { ideal: facingMode === 'user' ? 'environment' : 'user' } };
  const next = ids[(ids.indexOf(deviceId ?? '') + 1) % ids.length];
  return next === undefined ? null : { deviceId: { exact: next } };
}

/** The browser's id of the preferred device; null for the system default. */
export function chosenDevice(kind: AnyDeviceKind): string | null {
  return localStorage.getItem(CHOSEN_KEY + kind);
}

/** Blank for the system default. */
export function chooseDevice(kind: AnyDeviceKind, id: string) {
  if (id === '') localStorage.removeItem(CHOSEN_KEY + kind);
  else localStorage.setItem(CHOSEN_KEY + kind, id);
  choices.setState(choices.getState() + 1, true);
}
