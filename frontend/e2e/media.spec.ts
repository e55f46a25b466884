import { randomUUID } from 'node:crypto';

import { call, hangUp, join, test } from './call-fixtures';
import { expect } from './fixtures';
import { hasNetwork, janusSettings, startJanus } from './janus-server';
import { askJanus, hideIn } from './janus-stranger';
import { expectMedia, isInstalled, received } from './media';
import { startRelay } from './relay';

// One after another: each has browsers and servers of its own.
test.describe.configure({ mode: 'default' });

test('on a network that forbids direct connections, two people see and hear each other through the relay alone [VID-01] [VID-27] @soak', async ({
  openCall,
  until,
}) => {
  test.skip(!isInstalled('turnserver'), 'NOT TESTED: calls through a relay, because coturn is not installed');
  const relay = await until(startRelay());
  const open = await openCall(relay.settings());
  const pages = await Promise.all(['nurse', 'hospitalist'].map(open));
  for (const page of pages) await join(page);
  for (const page of pages) {
    const { lost, packets, ways } = await expectMedia(page, 1);
    expect(ways).toEqual(['relay']);
    expect(lost / packets).toBeLessThan(0.02);
  }
});

test('through a media server, three people see and hear each other, and nobody else gets in [VID-01] [VID-19] [VID-27]', async ({
  openCall,
  until,
}) => {
  test.skip(!isInstalled('janus'), 'NOT TESTED: calls through a media server, because Janus is not installed');
  test.skip(!hasNetwork, 'NOT TESTED: calls through a media server, because this machine has only the loopback');
  await until(startJanus());
  const open = await openCall({ ...janusSettings, WARDLINE_MEDIA: 'janus' });
  const pages = await Promise.all(['nurse', 'hospitalist', 'edtech'].map(open));
  const [, specialist, third] = pages;
  const joined = [];
  for (const page of pages) joined.push(await join(page));
  for (const page of pages) {
    const { lost, packets } = await expectMedia(page, 2);
    expect(lost / packets).toBeLessThan(0.02);
    await expect(call(page).locator('figure video:visible')).toHaveCount(2);
    await expect(call(page).getByText('Muted:')).toHaveCount(0);
  }

  const [nurse, , last] = joined;
  if (nurse?.meeting.mediaPlacement == null || last?.attendee.joinToken == null) throw new Error('It is a mesh.');
  if (specialist === undefined || third === undefined) throw new Error('Somebody is missing.');
  const { room, pin, signalingUrl } = nurse.meeting.mediaPlacement;
  const token = last.attendee.joinToken;
  const enter = (more: object) => refusalOf({ request: 'join', room, ...more });
  expect(await refusalOf({ request: 'create', room: 7 }), 'no room without the key').toMatch(/admin_key/);
  expect(await refusalOf({ request: 'destroy', room }), 'nor the end of one').toMatch(/secret/);
  expect(await refusalOf({ request: 'allowed', room, action: 'disable' })).toMatch(/secret/);
  expect(await enter({ ptype: 'publisher', pin }), 'no way in without a token').toMatch(/Unauthorized/);
  expect(await enter({ ptype: 'publisher', pin, token: randomUUID() })).toMatch(/Unauthorized/);
  expect(await enter({ ptype: 'publisher', token }), 'or without the pin').toMatch(/pin/);
  const { participants } = await askJanus({ request: 'listparticipants', room });
  const [feed] = (participants as { id: number }[]).map(({ id }) => id);
  expect(await enter({ ptype: 'subscriber', pin, streams: [{ feed }] }), 'nothing to hear from outside').not.toBeNull();

  expect(await enter({ ptype: 'publisher', pin, token })).toBeNull();

  // Whoever is inside is not shown as another one, whatever they call themselves.
  await hideIn(third, { signalingUrl, room, pin, token, display: nurse.attendee.attendeeId });
  const seen = async () => (await received(third)).frames.filter((count) => count >= 5).length;
  await expect.poll(seen, { timeout: 15_000, intervals: [100] }).toBe(3);
  expect(await specialist.evaluate(() => window.connections?.length), 'own, and one for each of two').toBe(3);

  // Who has left cannot come back with what they had, and no connection of theirs stays.
  await hangUp(third);
  const within = { timeout: 2_000, intervals: [100] };
  await expect.poll(() => enter({ ptype: 'publisher', pin, token }), within).toMatch(/Unauthorized/);
  const listed = async () => (await askJanus({ request: 'listparticipants', room })).participants;
  await expect.poll(async () => ((await listed()) as unknown[]).length, within).toBe(2);
  const heard = async () => (await received(third)).packets;
  const before = await heard();
  expect((await expectMedia(specialist, 1)).lost).toBeLessThan(50);
  expect(await heard(), 'nothing more is heard').toBeLessThanOrEqual(before);

  for (const page of pages.slice(0, 2)) await hangUp(page);
  await expect.poll(() => enter({ ptype: 'publisher', pin, token }), within).toMatch(/No such room/);
});

/** Why Janus refuses this; null if it does not. */
async function refusalOf(body: Readonly<Record<string, unknown>>): Promise<string | null> {
  const { error } = await askJanus(body);
  return typeof error === 'string' ? error : null;
}
