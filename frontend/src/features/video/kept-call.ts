import { isFields } from '@/api/rules';
import { personalStorage } from '@/shared/lib/personal-storage';
import type { DeviceKind } from '@/shared/media/devices';

import type { CallAbout } from './call-about';

const KEY = 'call';
/** For so long a page may take to be there again. */
const LIFETIME = 30_000;

export interface KeptCall {
  readonly about: CallAbout;
  /** What was off stays off: nobody is seen or heard who did not want to be. */
  readonly on: Readonly<Record<DeviceKind, boolean>>;
}

/** Notes the call that the end of this page cuts off. */
export function keepCall({ about: { consultId, title }, on: { microphone, camera } }: KeptCall) {
  personalStorage.write(KEY, JSON.stringify({ consultId, title, microphone, camera, leftAt: Date.now() }));
}

/** The call that this tab was in a moment ago, before its page was loaded anew; a copy of the tab was in none. */
export function takeKeptCall(): KeptCall | null {
  const text = personalStorage.read(KEY);
  personalStorage.remove(KEY);
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    if (!isFields(found)) return null;
    const { consultId, title, microphone, camera, leftAt } = found;
    if (typeof consultId !== 'string' || typeof title !== 'string' || typeof leftAt !== 'number') return null;
    if (Date.now() - leftAt > LIFETIME) return null;
    return { about: { consultId, title }, on: { microphone: microphone === true, camera: camera === true } };
  } catch {
    return null;
  }
}
