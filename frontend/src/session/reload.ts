import { isFields } from '@/api/rules';
import { userStorage } from '@/drafts/user-storage';

import { saveDraftsBeforeLeaving } from '@/drafts/draft-storage';
import { session } from './state';

const NOTICE_KEY = 'reload-notice';

/** What made the page load anew; it holds nothing of a patient. */
export interface ReloadNotice {
  /** Whether the server failed or forbade something, and did not only find it done by then. */
  readonly failed: boolean;
  /** The server's sentence about it, where it has one for people. */
  readonly why: string | null;
}

/** Loads the page anew; what its user has typed is there again afterwards. */
export async function reloadPage(): Promise<void> {
  await saveDraftsBeforeLeaving(session.getState()?.profile.sub);
  window.location.reload();
}

/** Has the page say this to the same user once it is loaded anew. */
export function sayAfterReload(notice: ReloadNotice) {
  userStorage.write(NOTICE_KEY, JSON.stringify(notice));
}

/** What is to be said, once; null for nothing. */
export function takeReloadNotice(): ReloadNotice | null {
  const text = userStorage.read(NOTICE_KEY);
  if (text === null) return null;
  userStorage.remove(NOTICE_KEY);
  try {
    const found: unknown = JSON.parse(text);
    if (!isFields(found)) return null;
    const { failed, why } = found;
    return { failed: failed === true, why: typeof why === 'string' ? why : null };
  } catch {
    // What cannot be read is no reason to show nothing at all.
    return null;
  }
}
