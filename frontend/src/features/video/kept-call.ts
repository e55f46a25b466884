import { isFields } from '@/api/rules';
import { personalStorage } from '@/shared/lib/personal-storage';

import type { CallAbout } from './call-about';

const KEY = 'call';

/** Notes that this tab is in a call, for when its page is loaded anew. */
export function keepCall({ consultId, title }: CallAbout) {
  personalStorage.write(KEY, JSON.stringify({ consultId, title }));
}

export function forgetCall() {
  personalStorage.remove(KEY);
}

/** The call that a reload of this tab has cut off; a copy of the tab, or one that was closed long ago, is in none. */
export function takeKeptCall(): CallAbout | null {
  const text = personalStorage.read(KEY);
  forgetCall();
  if (text === null || !isReload()) return null;
  try {
    const found: unknown = JSON.parse(text);
    if (!isFields(found)) return null;
    const { consultId, title } = found;
    return typeof consultId === 'string' && typeof title === 'string' ? { consultId, title } : null;
  } catch {
    return null;
  }
}

function isReload(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload');
}
