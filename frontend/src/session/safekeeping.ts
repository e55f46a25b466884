/**
 * Keeps what was being typed for its author alone over a sign-out of this tab, and over whoever uses the computer meanwhile: locked with
 * a key that the server tells only the author and that no storage ever holds. Where the browser has no WebCrypto, as without HTTPS,
 * nothing is kept.
 */
import { getSafekeepingKey } from '@/api/generated/sdk.gen';
import { isFields } from '@/api/rules';
import { ExternalStore } from '@/shared/lib/external-store';
import { forgetKeptInput, offerKeptInput } from '@/shared/lib/kept-input';
import { type Seal, sealedStorage } from '@/shared/lib/sealed-storage';
import { markInputSafe, type TypedInput, typedInput } from '@/shared/lib/unsaved-input';

/** How long something is kept for somebody who is not signed in. */
export const KEEP_MILLISECONDS = 15 * 60_000;
/** What the keys of locked input begin with in the session storage. */
const LOCKED = 'wardline.locked.';

const IV_BYTES = 12;
/** By how much clocks are set right every now and then. */
const CLOCK_STEP_MILLISECONDS = 60_000;
const QUIETLY = { quiet: true, retries: 0, timeout: 5_000 } as const;

interface Safe {
  readonly subject: string;
  readonly key: CryptoKey;
}

interface Locked {
  readonly subject: string;
  readonly until: number;
  readonly iv: string;
  readonly text: string;
}

/** Until when this tab keeps what somebody typed (milliseconds since 1970), by whom. */
export const keptUntil = new ExternalStore<Readonly<Record<string, number>>>({});

let safe: Safe | null = null;
let opening: Promise<boolean> | null = null;
/** How often the safe was closed, so that a key that arrives later opens nothing. */
let closings = 0;

/** True when what is typed now could be kept. */
export function canKeep(subject: string): boolean {
  return safe?.subject === subject;
}

/**
 * Fetches the user's key, once, so that it is there when their session ends, and offers back what this tab keeps for them. Answers
 * whether anything was offered; without an answer of the server the next call asks again.
 */
export async function openSafe(subject: string): Promise<boolean> {
  // The key is there before what was sealed with it has been read.
  if ((opening === null && canKeep(subject)) || !('subtle' in crypto)) return false;
  if (opening !== null) return opening;
  const begun = fetchKey(subject)
    .then(offerLocked, () => false)
    .finally(() => {
      if (opening === begun) opening = null;
    });
  opening = begun;
  return begun;
}

async function fetchKey(subject: string): Promise<Safe> {
  const before = closings;
  const mustBeOpen = () => {
    if (closings !== before) throw new Error('The session has ended meanwhile.');
  };
  const { key } = await getSafekeepingKey({ meta: QUIETLY });
  const found = {
    subject,
    key: await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']),
  };
  mustBeOpen();
  safe = found;
  await sealedStorage.openWith(sealOf(found));
  mustBeOpen();
  return found;
}

/** What its user goes on with after a reload is sealed with the same key. */
function sealOf(owner: Safe): Seal {
  return {
    close: async (name, text) => {
      const { iv, text: sealed } = await encrypt(text, owner, name);
      return `${iv} ${sealed}`;
    },
    open: async (name, sealed) => {
      const [iv = '', text = ''] = sealed.split(' ');
      return decrypt({ iv, text }, owner, name);
    },
  };
}

/** Forgets the key, as at a sign-out. */
export function closeSafe() {
  closings += 1;
  opening = null;
  safe = null;
  forgetKeptInput();
  sealedStorage.close();
}

/** Takes what is typed now, before its forms are gone; the answer locks it away and tells under which keys. */
export function takeTyped(): () => Promise<readonly string[]> {
  const typed = typedInput();
  const owner = safe;
  const until = Date.now() + KEEP_MILLISECONDS;
  return async () => {
    if (owner === null) return [];
    const locked = await Promise.all(typed.map((input) => lock(input, owner, until)));
    const keys = locked.map((input) => {
      const key = `${LOCKED}${input.iv}`;
      sessionStorage.setItem(key, JSON.stringify(input));
      return key;
    });
    lookWhatIsKept();
    return keys;
  };
}

/** Locks away what this user has typed, so that the browser need not ask before it leaves the page; the answer takes that back. */
export async function lockBeforeLeaving(subject: string | undefined): Promise<() => void> {
  if (subject === undefined || !canKeep(subject)) return () => undefined;
  const keys = await takeTyped()();
  markInputSafe(true);
  return () => {
    markInputSafe(false);
    forgetLocked(keys);
  };
}

/** True for what this stores under a key of the session storage. */
export function isLocked(key: string): boolean {
  return key.startsWith(LOCKED);
}

/** Removes what is stored under these keys. */
export function forgetLocked(keys: readonly string[]) {
  for (const key of keys) sessionStorage.removeItem(key);
  lookWhatIsKept();
}

/** Removes what is kept for this person. */
export function forgetLockedOf(subject: string) {
  forgetLocked(lockedKeys().filter((key) => readLocked(key)?.subject === subject));
}

/** Removes what was kept for long enough, and what nobody can read. */
export function forgetOldLocked(now: number) {
  const isOver = (key: string) => {
    const until = readLocked(key)?.until ?? 0;
    // A clock that was set back would keep it for as long as it had been wrong.
    return until <= now || until > now + KEEP_MILLISECONDS + CLOCK_STEP_MILLISECONDS;
  };
  forgetLocked(lockedKeys().filter(isOver));
}

const lockedKeys = () => Object.keys(sessionStorage).filter(isLocked);

function lookWhatIsKept() {
  const kept: Record<string, number> = {};
  for (const { subject, until } of lockedKeys()
    .map(readLocked)
    .filter((found) => found !== null))
    kept[subject] = Math.max(until, kept[subject] ?? 0);
  keptUntil.set(kept);
}

async function offerLocked(owner: Safe): Promise<boolean> {
  let offered = false;
  for (const key of lockedKeys()) {
    const locked = readLocked(key);
    if (locked?.subject !== owner.subject) continue;
    const typed = await unlock(locked, owner);
    const forget = () => forgetLocked([key]);
    if (typed === null) {
      forget();
      continue;
    }
    offerKeptInput({ ...typed, until: locked.until, onReturned: forget });
    offered = true;
  }
  return offered;
}

async function lock(typed: TypedInput, owner: Safe, until: number): Promise<Locked> {
  return { subject: owner.subject, until, ...(await encrypt(JSON.stringify(typed), owner, until)) };
}

async function unlock(locked: Locked, owner: Safe): Promise<TypedInput | null> {
  const text = await decrypt(locked, owner, locked.until);
  if (text === null) return null;
  const typed: unknown = JSON.parse(text);
  if (!isFields(typed) || typeof typed.key !== 'string' || !isFields(typed.values)) return null;
  return { key: typed.key, values: typed.values };
}

type Encrypted = Pick<Locked, 'iv' | 'text'>;

/** Whose it is and what it is (until when, or under which name) cannot be changed without the key. */
async function encrypt(text: string, { key, subject }: Safe, what: number | string): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const how = { name: 'AES-GCM', iv, additionalData: label(subject, what) };
  const encrypted = await crypto.subtle.encrypt(how, key, new TextEncoder().encode(text));
  return { iv: textOf(iv), text: textOf(new Uint8Array(encrypted)) };
}

/** Null for what was changed by hand, or locked with another key. */
async function decrypt({ iv, text }: Encrypted, { key, subject }: Safe, what: number | string): Promise<string | null> {
  try {
    const how = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: label(subject, what) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, bytesOf(text)));
  } catch {
    return null;
  }
}

function readLocked(key: string): Locked | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '');
    if (!isFields(found)) return null;
    const { subject, until, iv, text } = found;
    const isWhole = typeof subject === 'string' && typeof iv === 'string' && typeof text === 'string';
    return isWhole && typeof until === 'number' ? { subject, until, iv, text } : null;
  } catch {
    return null;
  }
}

function label(subject: string, what: number | string): BufferSource {
  return new TextEncoder().encode(`${subject} ${what}`);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

function textOf(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
