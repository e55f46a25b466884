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

/** Notes whose call it is, for a page that is loaded anew; there is no time to seal it when the page goes. */
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

/** The call that this tab was in a moment ago, before its page was loaded anew; a copy of the tab was in none. */
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
