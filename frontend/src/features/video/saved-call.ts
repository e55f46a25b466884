import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';
import { userStorage } from '@/drafts/user-storage';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import type { DeviceKind } from '@/shared/media/devices';

import type { CallAbout } from './call-about';
import { SAVED_CALL_KEY } from './has-saved-call';

const ABOUT_KEY = 'call-about';
/** The longest time that a reload may take. */
const MAX_AGE_MS = 30_000;

export interface SavedCall {
  readonly about: CallAbout;
  /** A device that was off stays off after rejoining. */
  readonly on: Readonly<Record<DeviceKind, boolean>>;
}

const devicesCodec = json(z.object({ microphone: z.boolean(), camera: z.boolean(), leftAt: z.number() }));
const aboutCodec = json(z.object({ consultId: z.string(), title: z.string() }));

/** Records what the call is about, for a reloaded page; while the page unloads, there is no time to encrypt it. */
export function saveCallAbout({ consultId, title }: CallAbout) {
  encryptedStorage.write(ABOUT_KEY, z.encode(aboutCodec, { consultId, title }));
}

export function clearCallAbout() {
  encryptedStorage.remove(ABOUT_KEY);
}

/** Records that unloading this page interrupts the call. */
export function saveInterruption({ microphone, camera }: SavedCall['on']) {
  userStorage.write(SAVED_CALL_KEY, z.encode(devicesCodec, { microphone, camera, leftAt: Date.now() }));
}

/** The call that this tab was in right before a reload; a duplicated tab was in none. */
export function takeSavedCall(): SavedCall | null {
  const left = readStored(devicesCodec, userStorage.read(SAVED_CALL_KEY));
  const about = readStored(aboutCodec, encryptedStorage.read(ABOUT_KEY));
  userStorage.remove(SAVED_CALL_KEY);
  clearCallAbout();
  if (left === null || about === null || Date.now() - left.leftAt > MAX_AGE_MS) return null;
  const { microphone, camera } = left;
  return { about, on: { microphone, camera } };
}
