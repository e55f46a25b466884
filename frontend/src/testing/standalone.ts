import { http, HttpResponse } from 'msw';
import { onTestFinished } from 'vitest';

import { setAccess } from '@/api/access';
import { endCall } from '@/features/video/call';
import { call } from '@/features/video/call-view';
import type { PublicKeyRead } from '@/api/generated/types.gen';
import { session } from '@/session/state';

import { fakeDevices } from './fake-devices';
import { fakePeers } from './fake-peers';
import { CONSULT_ID } from './make-consult';
import { joined, serveMeeting } from './meeting';
import { server } from './server';

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 1024,
  publicExponent: new Uint8Array([1, 0, 1]),
};

export const claims = { consultId: CONSULT_ID, externalMeetingId: joined.meeting.externalMeetingId };

const base64 = (bytes: Iterable<number>) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const encoded = (part: object) => base64(new TextEncoder().encode(JSON.stringify(part)));

/** A key of the server, and what it signs. */
export async function makeSigner(kid = 'one') {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  const key: PublicKeyRead = { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e };
  const sign = async (change: object = {}, header: object = {}) => {
    const exp = Math.floor(Date.now() / 1_000) + 3_600;
    const text = `${encoded({ alg: 'RS256', kid, ...header })}.${encoded({ ...claims, exp, ...change })}`;
    const signature = await crypto.subtle.sign(RSA.name, privateKey, new TextEncoder().encode(text));
    return `${text}.${base64(new Uint8Array(signature))}`;
  };
  return { key, sign };
}

const GRANTED = { microphone: 'granted', camera: 'granted' } as const;

export const STORED = 'wardline.standalone.';

/** What this tab has stored for the mode, without the prefix. */
export const storedValues = () =>
  Object.fromEntries(
    Object.entries(sessionStorage).flatMap(([key, text]) =>
      key.startsWith(STORED) ? [[key.slice(STORED.length), text as string]] : [],
    ),
  );

export function storeValues(values: Record<string, string>) {
  for (const [name, text] of Object.entries(values)) sessionStorage.setItem(STORED + name, text);
}

/** Ends the call of a test, and waits until it has left its meeting. */
export async function endDeviceCall() {
  const view = call.getState();
  const left = new Promise<void>((resolve) => {
    const check = ({ request }: { request: Request }) => {
      if (request.method === 'POST') return;
      server.events.removeListener('response:mocked', check);
      resolve();
    };
    server.events.on('response:mocked', check);
  });
  endCall();
  if (view !== null && view.state !== 'ended') await left;
}

/** A device on which nobody is signed in, with a genuine token, its meeting, and the requests with their authorization. */
export async function leaveDevice() {
  const signer = await makeSigner();
  const token = await signer.sign();
  const served = serveMeeting();
  session.setState(null, true);
  setAccess(null);
  const sent: string[] = [];
  const record = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    sent.push(`${request.method} ${pathname}${search} ${request.headers.get('Authorization') ?? 'nobody'}`);
  };
  server.events.on('request:start', record);
  onTestFinished(() => {
    server.events.removeListener('request:start', record);
    session.setState(null, true);
    sessionStorage.clear();
  });
  server.use(http.get('*/api/.well-known/keys', () => HttpResponse.json({ keys: [signer.key] })));
  storeValues({ token, ...claims });
  return { ...served, ...signer, token, sent, browser: fakeDevices({ permissions: GRANTED }), peers: fakePeers() };
}
