/** The microphone and the camera of this computer: whether they may be used, which one is chosen, and what is wrong with them. */
import { createStore } from 'zustand/vanilla';

export type DeviceKind = 'microphone' | 'camera';
export type AnyDeviceKind = DeviceKind | 'speaker';

/** What the browser says; `pending` until it has answered. One that says nothing of devices will ask in a call. */
export type DevicePermission = 'pending' | 'prompt' | 'granted' | 'denied';

/** Why a call is without the device: it may not be used, something else has it, or there is none. */
export type DeviceTrouble = 'denied' | 'unusable' | 'missing';

export interface Device {
  readonly permission: DevicePermission;
  readonly trouble: DeviceTrouble | null;
}

/** Before the browser has answered. */
export const UNKNOWN: Device = { permission: 'pending', trouble: null };
const CHOSEN_KEY = 'wardline.device.';
const kinds = ['microphone', 'camera'] as const;

export const devices = createStore<Readonly<Record<DeviceKind, Device>>>(() => ({
  microphone: UNKNOWN,
  camera: UNKNOWN,
}));

/** Counts the choices that were made here, for who follows them. */
export const choices = createStore(() => 0);

function mark(kind: DeviceKind, change: Partial<Device>) {
  const before = devices.getState();
  devices.setState({ ...before, [kind]: { ...before[kind], ...change } }, true);
}

/** Follows whether this page may use its devices, without asking for them; answers a function that ends that. */
export function watchPermissions(): () => void {
  const ended = new AbortController();
  for (const kind of kinds) {
    void follow(kind, ended.signal).catch(() => {
      // Browsers without this interface, or without a word about devices.
      if (devices.getState()[kind].permission === 'pending') mark(kind, { permission: 'prompt' });
    });
  }
  return () => ended.abort();
}

async function follow(kind: DeviceKind, signal: AbortSignal) {
  const status = await navigator.permissions.query({ name: kind });
  if (signal.aborted) return;
  status.addEventListener('change', () => mark(kind, changed(kind, status.state)), { signal });
  // What was learnt by asking for the device counts for more: the system may refuse what the browser would allow, and leave
  // that was given for this once is leave, though the browser would ask again.
  const { permission, trouble } = devices.getState()[kind];
  const learnt = permission === 'granted' || trouble === 'denied';
  if (status.state === 'denied' || !learnt) mark(kind, { permission: status.state });
}

/** Its user has decided otherwise; a device that cannot be used stays so until it is tried again. */
function changed(kind: DeviceKind, permission: PermissionState): Device {
  const { trouble } = devices.getState()[kind];
  return { permission, trouble: permission !== 'denied' && trouble === 'denied' ? null : trouble };
}

/** The devices' tracks, null for one that cannot be had: that is marked, and the rest goes on without it. */
export type Tracks = Readonly<Record<DeviceKind, MediaStreamTrack | null>>;

/** Asks for both at once, so that the browser asks its user once. */
export async function openDevices(): Promise<Tracks> {
  try {
    const stream = await userMedia({ audio: constraintsOf('microphone'), video: constraintsOf('camera') });
    for (const kind of kinds) mark(kind, { permission: 'granted', trouble: null });
    return { microphone: stream.getAudioTracks()[0] ?? null, camera: stream.getVideoTracks()[0] ?? null };
  } catch {
    return { microphone: await openDevice('microphone'), camera: await openDevice('camera') };
  }
}

export async function openDevice(kind: DeviceKind): Promise<MediaStreamTrack | null> {
  try {
    const wanted = constraintsOf(kind);
    const stream = await userMedia(kind === 'camera' ? { video: wanted } : { audio: wanted });
    mark(kind, { permission: 'granted', trouble: null });
    return stream.getTracks()[0] ?? null;
  } catch (error) {
    const trouble = troubleOf(error);
    mark(kind, trouble === 'denied' ? { permission: 'denied', trouble } : { trouble });
    return null;
  }
}

/** A device that was used is gone, unplugged for example. */
export function markLost(kind: DeviceKind) {
  mark(kind, { trouble: 'missing' });
}

function userMedia(constraints: MediaStreamConstraints): Promise<MediaStream> {
  // Browsers leave it out on pages that came without HTTPS.
  if (!('mediaDevices' in navigator)) return Promise.reject(new DOMException('No devices here.', 'NotFoundError'));
  return navigator.mediaDevices.getUserMedia(constraints);
}

function troubleOf(error: unknown): DeviceTrouble {
  const name = error instanceof DOMException || error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'unusable';
}

function constraintsOf(kind: DeviceKind): MediaTrackConstraints {
  const chosen = chosenDevice(kind);
  return {
    ...(chosen !== null && { deviceId: { ideal: chosen } }),
    ...(kind === 'camera' && { width: { ideal: 1280 }, height: { ideal: 720 } }),
  };
}

/** The device that is preferred in this browser, by the id that the browser gives it; null for the computer's own choice. */
export function chosenDevice(kind: AnyDeviceKind): string | null {
  return localStorage.getItem(CHOSEN_KEY + kind);
}

/** Blank for the computer's own choice. */
export function chooseDevice(kind: AnyDeviceKind, id: string) {
  if (id === '') localStorage.removeItem(CHOSEN_KEY + kind);
  else localStorage.setItem(CHOSEN_KEY + kind, id);
  choices.setState(choices.getState() + 1, true);
}
