/**
 * Saves drafts for their author only, across a sign-out of this tab, even while someone else uses the computer: encrypted with a key that
 * the server gives only to the author and that is never stored.
 */
import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';

import { json, readStored } from './codec';
import { currentDrafts, type FormDraft, markDraftsSaved } from './dirty-forms';
import { encryptedStorage } from './encrypted-storage';
import { canEncrypt, cipherOf, decrypt, encrypt, fetchUserKey, type UserKey } from './encryption';
import { clearOfferedDrafts, offerDraft } from './saved-drafts';

/** How long drafts are kept for someone who is not signed in. */
export const DRAFT_LIFETIME_MS = 15 * 60_000;
/** Prefix of the drafts' keys in the session storage. */
const PREFIX = 'wardline.locked.';
/** Tolerance for occasional clock corrections. */
const CLOCK_STEP_MS = 60_000;

const storedDraft = json(z.object({ subject: z.string(), until: z.number(), iv: z.string(), text: z.string() }));
type StoredDraft = z.output<typeof storedDraft>;

const draft = json(z.object({ key: z.string(), values: z.record(z.string(), z.unknown()) }));

/** When the drafts that this tab has saved expire (milliseconds since 1970), by user. */
export const draftExpiries = createStore<Readonly<Record<string, number>>>(() => ({}));

let userKey: UserKey | null = null;
let opening: Promise<boolean> | null = null;
/** Counts the calls of `closeDrafts`, so that a key that arrives later is discarded. */
let closeCount = 0;

/** True when drafts of this user could be saved now. */
export function canSaveDrafts(subject: string): boolean {
  return userKey?.subject === subject;
}

/**
 * Fetches the user's key, once, so that it is available when their session ends, and offers the drafts that this tab saved for them. Resolves
 * to whether any were offered; if the server did not respond, the next call retries.
 */
export async function openDrafts(subject: string): Promise<boolean> {
  // The key is set before the data encrypted with it has been decrypted.
  if ((opening === null && canSaveDrafts(subject)) || !canEncrypt()) return false;
  if (opening !== null) return opening;
  const started = unlock(subject)
    .then(offerSavedDrafts, () => false)
    .finally(() => {
      if (opening === started) opening = null;
    });
  opening = started;
  return started;
}

async function unlock(subject: string): Promise<UserKey> {
  const countBefore = closeCount;
  const throwIfClosed = () => {
    if (closeCount !== countBefore) throw new Error('The session has ended.');
  };
  const fetched = await fetchUserKey(subject);
  throwIfClosed();
  userKey = fetched;
  await encryptedStorage.unlock(cipherOf(fetched));
  throwIfClosed();
  return fetched;
}

/** Forgets the key, as at a sign-out. */
export function closeDrafts() {
  closeCount += 1;
  opening = null;
  userKey = null;
  clearOfferedDrafts();
  encryptedStorage.lock();
}

/** Reads the drafts of all forms while they are still mounted; the returned function saves them and resolves to their storage keys. */
export function collectDrafts(): () => Promise<readonly string[]> {
  const drafts = currentDrafts();
  const owner = userKey;
  const until = Date.now() + DRAFT_LIFETIME_MS;
  return async () => {
    if (owner === null) return [];
    const encrypted = await Promise.all(drafts.map((each) => encryptDraft(each, owner, until)));
    const keys = encrypted.map((each) => {
      const key = `${PREFIX}${each.iv}`;
      sessionStorage.setItem(key, z.encode(storedDraft, each));
      return key;
    });
    updateExpiries();
    return keys;
  };
}

/** Saves this user's drafts, so that the browser does not have to warn before the page is left; the returned function undoes that. */
export async function saveDraftsBeforeLeaving(subject: string | undefined): Promise<() => void> {
  if (subject === undefined || !canSaveDrafts(subject)) return () => undefined;
  const keys = await collectDrafts()();
  markDraftsSaved(true);
  return () => {
    markDraftsSaved(false);
    removeDrafts(keys);
  };
}

/** True for a draft's key in the session storage. */
export function isDraftKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

function removeDrafts(keys: readonly string[]) {
  for (const key of keys) sessionStorage.removeItem(key);
  updateExpiries();
}

/** Removes the drafts saved for this user. */
export function removeDraftsOf(subject: string) {
  removeDrafts(draftKeys().filter((key) => readDraft(key)?.subject === subject));
}

/** Removes the drafts that have expired, and those that cannot be read. */
export function removeExpiredDrafts(now: number) {
  const isExpired = (key: string) => {
    const until = readDraft(key)?.until ?? 0;
    // If the clock was set back, the draft would be kept longer by the difference.
    return until <= now || until > now + DRAFT_LIFETIME_MS + CLOCK_STEP_MS;
  };
  removeDrafts(draftKeys().filter(isExpired));
}

const draftKeys = () => Object.keys(sessionStorage).filter(isDraftKey);

const readDraft = (key: string) => readStored(storedDraft, sessionStorage.getItem(key));

function updateExpiries() {
  const expiries: Record<string, number> = {};
  for (const stored of draftKeys().map(readDraft)) {
    if (stored !== null) expiries[stored.subject] = Math.max(stored.until, expiries[stored.subject] ?? 0);
  }
  draftExpiries.setState(expiries, true);
}

async function offerSavedDrafts(owner: UserKey): Promise<boolean> {
  let offered = false;
  for (const key of draftKeys()) {
    const stored = readDraft(key);
    if (stored?.subject !== owner.subject) continue;
    const found = readStored(draft, await decrypt(stored, owner, stored.until));
    const remove = () => removeDrafts([key]);
    if (found === null) {
      remove();
      continue;
    }
    offerDraft({ ...found, until: stored.until, onRestored: remove });
    offered = true;
  }
  return offered;
}

async function encryptDraft(each: FormDraft, owner: UserKey, until: number): Promise<StoredDraft> {
  return { subject: owner.subject, until, ...(await encrypt(JSON.stringify(each), owner, until)) };
}
