import * as z from 'zod/mini';

import type { PublicKeyRead } from '@/api/generated/types.gen';
import { json, readStored } from '@/drafts/codec';
import { serverNow } from '@/shared/lib/server-clock';

/** The only algorithm: the token does not choose how it is checked. */
const ALGORITHM = 'RS256';
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

const headerCodec = json(z.object({ alg: z.literal(ALGORITHM), kid: z.string(), crit: z.optional(z.undefined()) }));
const claimsCodec = json(z.object({ consultId: z.string(), externalMeetingId: z.string(), exp: z.number() }));

/** What a verified token is good for. */
export type TokenClaims = Pick<z.output<typeof claimsCodec>, 'consultId' | 'externalMeetingId'>;

/** The claims of a token; null unless it is genuine and has not expired. Rejects if the keys cannot be fetched. */
export async function verifiedClaims(
  token: string,
  keys: () => Promise<readonly PublicKeyRead[]>,
): Promise<TokenClaims | null> {
  const [head = '', body = '', signature = '', ...more] = token.split('.');
  const header = readStored(headerCodec, decoded(head));
  const claims = readStored(claimsCodec, decoded(body));
  if (header === null || claims === null || more.length > 0) return null;
  const key = (await keys()).find(({ kid }) => kid === header.kid);
  if (key?.kty !== 'RSA' || key.alg !== ALGORITHM) return null;
  // The response with the keys has told the server's time.
  const isExpired = claims.exp * 1_000 <= serverNow();
  return !isExpired && (await isSigned(`${head}.${body}`, signature, key)) ? claims : null;
}

async function isSigned(text: string, signature: string, { kty, alg, n, e }: PublicKeyRead): Promise<boolean> {
  const signed = bytesOf(signature);
  if (signed === null) return false;
  try {
    const key = await crypto.subtle.importKey('jwk', { kty, alg, n, e }, RSA, false, ['verify']);
    return await crypto.subtle.verify(RSA.name, key, signed, new TextEncoder().encode(text));
  } catch {
    // Not a key.
    return false;
  }
}

function decoded(part: string): string | null {
  const bytes = bytesOf(part);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Base64 for URLs; null for anything else. */
function bytesOf(part: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(part)) return null;
  try {
    return Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
