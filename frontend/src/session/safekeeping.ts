/**
 * Keeps what was being typed for its author alone over a sign-out of this tab: locked with a key that the server tells only them and
 * that no storage ever holds. Where the browser has no WebCrypto, as without HTTPS, nothing is kept.
 */
import { getSafekeepingKey } from '@/api/generated/sdk.gen';
import { isFields } from '@/api/rules';
import { ExternalStore } from '@/shared/lib/external-store';
import { forgetKeptInput, offerKeptInput } from '@/shared/lib/kept-input';
import { personalStorage } from '@/shared/lib/personal-storage';
import { type TypedInput, typedInput } from '@/shared/lib/unsaved-input';

/** How long something is kept for somebody who is not signed in. */
export const KEEP_MILLISECONDS = 15 * 60_000;
/** What the keys of locked input begin with in the personal storage. */
export const LOCKED = 'locked.';

const IV_BYTES = 12;
/** By how much clocks are set right every now and then. */
const CLOCK_STEP_MILLISECONDS = 60_000;
const QUIETLY = { quiet: true, retries: 0, timeout: 5_000 } as const;

interface Safe {
  readonly subject: string;
  readonly key: CryptoKey;
}

interface Locked {
  readonly until: number;
  readonly iv: string;
  readonly text: string;
}

/** Until when something typed is kept in this tab (milliseconds since 1970); null when nothing is. */
export const keptUntil = new ExternalStore<number | null>(null);

let safe: Safe | null = null;
let opening: Promise<boolean> | null = null;

/** True when what is typed now could be kept. */
export function canKeep(subject: string): boolean {
  return safe?.subject === subject;
}

/**
 * Fetches the user's key, once, so that it is there when their session ends, and offers back what this tab keeps for them. Answers
 * whether anything was offered; without an answer of the server the next call asks again.
 */
export async function openSafe(subject: string): Promise<boolean> {
  if (canKeep(subject) || !('subtle' in crypto)) return false;
  opening ??= fetchKey(subject)
    .then(offerLocked, () => false)
    .finally(() => {
      opening = null;
    });
  return opening;
}

async function fetchKey(subject: string): Promise<Safe> {
  const { key } = await getSafekeepingKey({ meta: QUIETLY });
  safe = { subject, key: await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']) };
  return safe;
}

/** Forgets the key, as at a sign-out. */
export function closeSafe() {
  safe = null;
  forgetKeptInput();
}

/** Takes what is typed now, before its forms are gone; the answer locks it away and tells under which keys. */
export function takeTyped(): () => Promise<readonly string[]> {
  const typed = typedInput();
  const owner = safe;
  const until = Date.now() + KEEP_MILLISECONDS;
  return async () => {
    if (owner === null) return [];
    const locked = await Promise.all(typed.map((input) => lock(input, owner, until)));
    if (locked.length > 0) personalStorage.belongTo(owner.subject);
    const names = locked.map((text, index) => {
      const name = `${LOCKED}${until}.${index}`;
      personalStorage.write(name, text);
      return name;
    });
    lookWhatIsKept();
    return names;
  };
}

/** Removes what was kept for long enough. */
export function forgetOldLocked(now: number) {
  for (const name of personalStorage.keys(LOCKED)) {
    const until = readLocked(name)?.until ?? 0;
    // A clock that was set back would keep it for as long as it had been wrong.
    if (until <= now || until > now + KEEP_MILLISECONDS + CLOCK_STEP_MILLISECONDS) personalStorage.remove(name);
  }
  lookWhatIsKept();
}

function lookWhatIsKept() {
  const times = personalStorage.keys(LOCKED).map((name) => readLocked(name)?.until ?? 0);
  keptUntil.set(times.length === 0 ? null : Math.max(...times));
}

async function offerLocked(owner: Safe): Promise<boolean> {
  let offered = false;
  for (const name of personalStorage.keys(LOCKED)) {
    const locked = readLocked(name);
    const typed = locked === null ? null : await unlock(locked, owner);
    const remove = () => {
      personalStorage.remove(name);
      lookWhatIsKept();
    };
    if (locked === null || typed === null) {
      remove();
      continue;
    }
    offerKeptInput({ ...typed, until: locked.until, onReturned: remove });
    offered = true;
  }
  return offered;
}

async function lock(typed: TypedInput, { key, subject }: Safe, until: number): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(typed));
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: label(subject, until) }, key, plain);
  return JSON.stringify({ until, iv: textOf(iv), text: textOf(new Uint8Array(text)) } satisfies Locked);
}

async function unlock({ until, iv, text }: Locked, { key, subject }: Safe): Promise<TypedInput | null> {
  try {
    const how = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: label(subject, until) };
    const plain = await crypto.subtle.decrypt(how, key, bytesOf(text));
    const typed: unknown = JSON.parse(new TextDecoder().decode(plain));
    if (!isFields(typed) || typeof typed.key !== 'string' || !isFields(typed.values)) return null;
    return { key: typed.key, values: typed.values };
  } catch {
    // Somebody else's, or changed by hand.
    return null;
  }
}

function readLocked(name: string): Locked | null {
  try {
    const found: unknown = JSON.parse(personalStorage.read(name) ?? '');
    if (!isFields(found)) return null;
    const { until, iv, text } = found;
    const isLocked = typeof until === 'number' && typeof iv === 'string' && typeof text === 'string';
    return isLocked ? { until, iv, text } : null;
  } catch {
    return null;
  }
}

/** Whose it is and until when cannot be changed without the key. */
function label(subject: string, until: number): BufferSource {
  return new TextEncoder().encode(`${subject} ${until}`);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

function textOf(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
