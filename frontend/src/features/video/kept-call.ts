import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';
import { userStorage } from '@/drafts/user-storage';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import type { DeviceKind } from '@/shared/media/devices';

import type { CallAbout } from './call-about';

const KEY = 'call';
const ABOUT_KEY = 'call-about';
/** For so long a page may take to be there again. */
const LIFETIME = 30_000;

export interface KeptCall {
  readonly about: CallAbout;
  /** What was off stays off: nobody is seen or heard who did not want to be. */
  readonly on: Readonly<Record<DeviceKind, boolean>>;
}

const devices = json(z.object({ microphone: z.boolean(), camera: z.boolean(), leftAt: z.number() }));
const whose = json(z.object({ consultId: z.string(), title: z.string() }));

/** Records whose call it is, for a reloaded page; when the page unloads there is no time to encrypt it. */
export function noteCall({ consultId, title }: CallAbout) {
  encryptedStorage.write(ABOUT_KEY, z.encode(whose, { consultId, title }));
}

export function forgetCall() {
  encryptedStorage.remove(ABOUT_KEY);
}

/** Notes that the end of this page cuts the call off. */
export function keepCall({ microphone, camera }: KeptCall['on']) {
  userStorage.write(KEY, z.encode(devices, { microphone, camera, leftAt: Date.now() }));
}

/** The call that this tab was in a moment ago, before a reload; a duplicated tab was in none. */
export function takeKeptCall(): KeptCall | null {
  const left = readStored(devices, userStorage.read(KEY));
  const about = readStored(whose, encryptedStorage.read(ABOUT_KEY));
  userStorage.remove(KEY);
  forgetCall();
  if (left === null || about === null || Date.now() - left.leftAt > LIFETIME) return null;
  const { microphone, camera } = left;
  return { about, on: { microphone, camera } };
}
