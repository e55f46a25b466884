import { beforeEach, expect, it, onTestFinished } from 'vitest';

import { chooseDevice } from '@/shared/media/devices';
import { fakeDevices } from '@/testing/fake-devices';
import { pass, stopClock } from '@/testing/meeting';

import { OwnDevices } from './own-devices';

beforeEach(stopClock);

/** Opens the devices of a call. */
async function open(on = { microphone: true, camera: true }) {
  const browser = fakeDevices();
  const own = new OwnDevices(on, () => undefined);
  onTestFinished(() => own.release());
  await own.open();
  return { own, ...browser };
}

it('[PREF-08] a camera that is off is not opened when another one is chosen, but when it is turned on', async () => {
  const { own, constraints, tracks } = await open();
  own.turn('camera', false);
  chooseDevice('camera', 'desk');
  await own.renew('camera');
  expect([constraints.length, own.tracks.camera]).toEqual([1, null]);
  own.turn('camera', true);
  await pass(0);
  expect([constraints[1]?.video, own.tracks.camera]).toMatchObject([{ deviceId: { ideal: 'desk' } }, tracks[2]]);
});

it('[PREF-05] a microphone that is off stays muted when another one is chosen', async () => {
  const { own, tracks } = await open();
  own.turn('microphone', false);
  await own.renew('microphone');
  expect([own.tracks.microphone, own.sent('microphone')]).toEqual([tracks[2], null]);
  expect([tracks[2]?.enabled, tracks[0]?.readyState]).toEqual([false, 'ended']);
});

it('devices that were off before are off from the start', async () => {
  const { own, tracks } = await open({ microphone: false, camera: false });
  expect([own.sent('microphone'), own.sent('camera')]).toEqual([null, null]);
  expect(tracks.map(({ kind, enabled }) => [kind, enabled])).toEqual([['audio', false]]);
});

it('knows which device is on but cannot be used', async () => {
  const { own, fail } = await open();
  expect(own.lacks()).toEqual([]);
  fail('camera', 'NotReadableError');
  await own.renew('camera');
  expect(own.lacks()).toEqual(['camera']);
  own.turn('camera', false);
  expect(own.lacks()).toEqual([]);
});

it('the last chosen device is used, even if the browser returns an earlier one later', async () => {
  const { own, hold, tracks } = await open();
  const giveFirst = hold();
  const first = own.renew('camera');
  hold()();
  await own.renew('camera');
  const second = own.tracks.camera;
  giveFirst();
  await first;
  expect([own.tracks.camera, tracks.length]).toEqual([second, 4]);
  expect(second?.readyState).toBe('live');
  expect(tracks.filter(({ readyState }) => readyState === 'live')).toHaveLength(2);
});

it('a camera that opens after it was turned off is released', async () => {
  const { own, hold, tracks } = await open();
  own.turn('camera', false);
  const give = hold();
  own.turn('camera', true);
  own.turn('camera', false);
  give();
  await pass(0);
  expect([own.tracks.camera, tracks.at(-1)?.readyState]).toEqual([null, 'ended']);
});
