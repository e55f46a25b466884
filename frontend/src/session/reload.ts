import { isFields } from '@/api/rules';
import { userStorage } from '@/drafts/user-storage';

import { saveDraftsBeforeLeaving } from '@/drafts/draft-storage';
import { session } from './state';

const NOTICE_KEY = 'reload-notice';

/** Why the page was reloaded; it contains no patient data. */
export interface ReloadNotice {
  /** Whether the server failed or rejected the action, as opposed to finding it already done. */
  readonly failed: boolean;
  /** The server's message, if it has one for users. */
  readonly why: string | null;
}

/** Reloads the page; drafts are restored afterward. */
export async function reloadPage(): Promise<void> {
  await saveDraftsBeforeLeaving(session.getState()?.profile.sub);
  window.location.reload();
}

/** Stores a message to be shown to the same user after the reload. */
export function sayAfterReload(notice: ReloadNotice) {
  userStorage.write(NOTICE_KEY, JSON.stringify(notice));
}

/** Returns and removes the message to be shown; null if there is none. */
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
    // Unreadable data must not keep the page from opening.
    return null;
  }
}
