/** Encrypts what a user typed with a key that the server gives only to that user and that is never stored. */
import { getSafekeepingKey } from '@/api/generated/sdk/people.gen';

import type { Cipher } from './encrypted-storage';

const IV_BYTES = 12;
const QUIET_CALL = { quiet: true, retries: 0, timeout: 5_000 } as const;

/** The key of one user. */
export interface UserKey {
  readonly subject: string;
  readonly key: CryptoKey;
}

export interface Encrypted {
  /** Base64. */
  readonly iv: string;
  /** Base64. */
  readonly text: string;
}

/** Without HTTPS there is no WebCrypto, and nothing is stored. */
export const canEncrypt = () => 'subtle' in crypto;

/** Rejects when the server does not respond. */
export async function fetchUserKey(subject: string): Promise<UserKey> {
  const { key } = await getSafekeepingKey({ meta: QUIET_CALL });
  return {
    subject,
    key: await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']),
  };
}

/** `label` says what the text is (its name, or its expiry); label and user cannot be changed without the key. */
export async function encrypt(text: string, { key, subject }: UserKey, label: number | string): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: additionalData(subject, label) };
  const encrypted = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return { iv: base64Of(iv), text: base64Of(new Uint8Array(encrypted)) };
}

/** Null if the text was tampered with or encrypted with another key. */
export async function decrypt(
  { iv, text }: Encrypted,
  { key, subject }: UserKey,
  label: number | string,
): Promise<string | null> {
  try {
    const algorithm = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: additionalData(subject, label) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytesOf(text)));
  } catch {
    return null;
  }
}

export function cipherOf(userKey: UserKey): Cipher {
  return {
    encrypt: async (name, text) => {
      const encrypted = await encrypt(text, userKey, name);
      return `${encrypted.iv} ${encrypted.text}`;
    },
    decrypt: async (name, encrypted) => {
      const [iv = '', text = ''] = encrypted.split(' ');
      return decrypt({ iv, text }, userKey, name);
    },
  };
}

function additionalData(subject: string, label: number | string): BufferSource {
  return new TextEncoder().encode(`${subject} ${label}`);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
