import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';
import { saveDraftsBeforeLeaving } from '@/drafts/draft-storage';
import { userStorage } from '@/drafts/user-storage';

import { session } from './state';

const NOTICE_KEY = 'reload-notice';

const notice = json(
  z.readonly(
    z.object({
      /** Whether the server failed or rejected the action, as opposed to finding it already done. */
      failed: z.boolean(),
      /** The server's message, if it has one for users. */
      message: z.nullable(z.string()),
    }),
  ),
);

/** Why the page was reloaded; it contains no patient data. */
export type ReloadNotice = z.output<typeof notice>;

/** Reloads the page; drafts are restored afterward. */
export async function reloadPage(): Promise<void> {
  await saveDraftsBeforeLeaving(session.getState()?.profile.sub);
  window.location.reload();
}

/** Stores a message to be shown to the same user after the reload. */
export function storeReloadNotice(reason: ReloadNotice) {
  userStorage.write(NOTICE_KEY, z.encode(notice, reason));
}

/** Returns and removes the message to be shown; null if there is none. */
export function takeReloadNotice(): ReloadNotice | null {
  const text = userStorage.read(NOTICE_KEY);
  userStorage.remove(NOTICE_KEY);
  return readStored(notice, text);
}
