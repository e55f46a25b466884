import { expect, type Page } from '@playwright/test';

import type { Scene } from './scene';
import { overlay } from '../in-call';

const MEETING = {
  meetingId: 'a5f3c1de-0000-4000-8000-000000000001',
  externalMeetingId: 'outside',
  iceServers: [],
  iceTransportPolicy: 'all',
  mediaPlacement: null,
  mediaGeneration: 0,
};
const OWN = 'b5f3c1de-0000-4000-8000-000000000002';
const attendee = (attendeeId: string, id: number, firstName: string, lastName: string, unattended: boolean) => ({
  attendeeId,
  user: { id, firstName, lastName },
  guest: null,
  unattended,
});
const ATTENDEES = [
  attendee(OWN, 1, 'Maya', 'Larkspur', true),
  attendee('c5f3c1de-0000-4000-8000-000000000003', 2, 'Daniel', 'Sandstone', false),
];

/** Screens of a device that its user has left in a call. */
export const unattended: readonly Scene[] = [
  { name: 'unattended-error', path: '/standalone-meeting/error' },
  {
    name: 'unattended-call',
    path: '/login',
    show: async (page) => {
      await leaveDevice(page);
      await expect(overlay(page).getByText('Daniel Sandstone')).toBeVisible();
    },
  },
  {
    name: 'unattended-restore',
    show: async (page) => {
      await overlay(page).getByRole('button', { name: 'Restore Access' }).click();
      await expect(page.getByRole('dialog', { name: 'Restore Access?' })).toBeVisible();
    },
  },
  {
    name: 'unattended-restored',
    galleryOnly: true,
    within: true,
    show: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Restore Access' }).click();
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    },
  },
];

/** The tab of a signed-out nurse whose device stays in a call; the responses are mocked, also those that verify the token. */
async function leaveDevice(page: Page) {
  const ids = { consultId: 'd5f3c1de-0000-4000-8000-000000000004', externalMeetingId: MEETING.externalMeetingId };
  const key = await page.evaluate(async (values) => {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };
    const exponent = { publicExponent: new Uint8Array([1, 0, 1]) };
    const pair = await crypto.subtle.generateKey({ ...algorithm, ...exponent }, false, ['sign', 'verify']);
    const base64 = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const claims = { ...values, exp: Math.floor(Date.now() / 1_000) + 3_600 };
    const text = [{ alg: 'RS256', kid: 'mocked' }, claims].map((part) => base64(JSON.stringify(part))).join('.');
    const signature = await crypto.subtle.sign(algorithm.name, pair.privateKey, new TextEncoder().encode(text));
    const token = `${text}.${base64(String.fromCharCode(...new Uint8Array(signature)))}`;
    for (const [name, value] of Object.entries({ ...values, token }))
      sessionStorage.setItem(`wardline.standalone.${name}`, value);
    const { kty, n, e } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    return { kty, n, e, use: 'sig', alg: 'RS256', kid: 'mocked' };
  }, ids);
  const attendance = {
    state: 'connected',
    attendees: ATTENDEES,
    removed: [],
    knocking: [],
    signals: [],
    callbacks: [],
    ringing: null,
  };
  await page.route('**/api/.well-known/keys', (route) => route.fulfill({ json: { keys: [key] } }));
  await page.route('**/api/meeting', (route) =>
    route.fulfill({ json: { joinInfo: { meeting: MEETING, attendee: { attendeeId: OWN } } } }),
  );
  await page.route('**/api/meeting/*/attendees/*/attend', (route) => route.fulfill({ json: attendance }));
  await page.route(/\/api\/meeting\/[^/]+\/attendees\/[^/]+\?/, (route) => route.fulfill({ status: 204 }));
  await page.reload();
}
