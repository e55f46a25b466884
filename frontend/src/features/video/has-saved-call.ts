import { userStorage } from '@/drafts/user-storage';

/** Where a reloaded window finds the devices of its call. */
export const SAVED_CALL_KEY = 'call';

/** Whether a call may be rejoined; it can be checked before the code of calls and the encryption key are loaded. */
export function hasSavedCall(): boolean {
  return userStorage.read(SAVED_CALL_KEY) !== null;
}
