import { type Fields, isFields } from '@/api/rules';
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

/** Records whose call it is, for a reloaded page; when the page unloads there is no time to encrypt it. */
export function noteCall({ consultId, title }: CallAbout) {
  encryptedStorage.write(ABOUT_KEY, JSON.stringify({ consultId, title }));
}

export function forgetCall() {
  encryptedStorage.remove(ABOUT_KEY);
}

/** Notes that the end of this page cuts the call off. */
export function keepCall({ microphone, camera }: KeptCall['on']) {
  userStorage.write(KEY, JSON.stringify({ microphone, camera, leftAt: Date.now() }));
}

/** The call that this tab was in a moment ago, before a reload; a duplicated tab was in none. */
export function takeKeptCall(): KeptCall | null {
  const [on, about] = [userStorage.read(KEY), encryptedStorage.read(ABOUT_KEY)];
  userStorage.remove(KEY);
  forgetCall();
  try {
    const { microphone, camera, leftAt } = fieldsIn(on);
    const { consultId, title } = fieldsIn(about);
    if (typeof consultId !== 'string' || typeof title !== 'string' || typeof leftAt !== 'number') return null;
    if (Date.now() - leftAt > LIFETIME) return null;
    return { about: { consultId, title }, on: { microphone: microphone === true, camera: camera === true } };
  } catch {
    return null;
  }
}

function fieldsIn(text: string | null): Fields {
  const found: unknown = JSON.parse(text ?? 'null');
  return isFields(found) ? found : {};
}
