import { describe, expect, it, onTestFinished } from 'vitest';

import { fakeDevices, resetDevices, overrideProperty } from '@/testing/fake-devices';

import {
  chooseDevice,
  chosenDevice,
  type DeviceKind,
  devices,
  markLost,
  openDevice,
  openDevices,
  watchPermissions,
} from './devices';

const state = (kind: DeviceKind) => {
  const { permission, problem } = devices.getState()[kind];
  return [permission, problem];
};

/** Flushes pending promise callbacks. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

async function watch() {
  const unsubscribe = watchPermissions();
  onTestFinished(unsubscribe);
  await settle();
  return unsubscribe;
}

describe('the permission state', () => {
  it('[VID-13] [PREF-10] is pending until the browser reports it, and then follows changes per device', async () => {
    const browser = fakeDevices({ permissions: { microphone: 'granted', camera: 'pending' } });
    expect([state('microphone'), state('camera')]).toEqual([
      ['pending', null],
      ['pending', null],
    ]);
    await watch();
    expect([state('microphone'), state('camera')]).toEqual([
      ['granted', null],
      ['pending', null],
    ]);
    browser.change('microphone', 'denied');
    expect(state('microphone')).toEqual(['denied', null]);
    browser.change('microphone', 'granted');
    expect([state('microphone'), state('camera')]).toEqual([
      ['granted', null],
      ['pending', null],
    ]);
  });

  it('[VID-13] [PREF-10] may be prompt or denied', async () => {
    fakeDevices({ permissions: { microphone: 'prompt', camera: 'denied' } });
    await watch();
    expect([state('microphone')[0], state('camera')[0]]).toEqual(['prompt', 'denied']);
  });

  it('[PREF-10] [VID-13] is prompt if the browser does not report it for devices', async () => {
    fakeDevices({ permissions: null });
    await watch();
    expect([state('microphone')[0], state('camera')[0]]).toEqual(['prompt', 'prompt']);
    await openDevices();
    await watch();
    expect([state('microphone')[0], state('camera')[0]]).toEqual(['granted', 'granted']);
  });

  it('[PREF-10] [VID-13] is prompt if the browser has no permissions API', async () => {
    resetDevices();
    overrideProperty(navigator, 'permissions', undefined);
    await watch();
    expect([state('microphone')[0], state('camera')[0]]).toEqual(['prompt', 'prompt']);
  });

  it('is no longer observed once there are no watchers', async () => {
    const browser = fakeDevices({ permissions: { microphone: 'prompt' } });
    (await watch())();
    browser.change('microphone', 'denied');
    expect(state('microphone')).toEqual(['prompt', null]);
  });

  it('[VID-13] [PREF-10] yields to the result of opening the device, until the user changes the permission', async () => {
    const browser = fakeDevices({ permissions: { microphone: 'granted', camera: 'prompt' } });
    // The operating system denies what the browser allows, and access was granted only once.
    browser.fail('microphone', 'NotAllowedError');
    await openDevices();
    await watch();
    expect([state('microphone'), state('camera')]).toEqual([
      ['denied', 'denied'],
      ['granted', null],
    ]);
    browser.change('microphone', 'granted');
    browser.change('camera', 'denied');
    expect([state('microphone'), state('camera')]).toEqual([
      ['granted', null],
      ['denied', null],
    ]);
  });

  it('[VID-13] [PREF-10] is queried again by each new watcher, because it may have changed while there was none', async () => {
    fakeDevices({ permissions: { microphone: 'prompt', camera: 'granted' } });
    (await watch())();
    const later = fakeDevices({ permissions: { microphone: 'granted', camera: 'denied' }, reset: false });
    (await watch())();
    expect([state('microphone')[0], state('camera')[0]]).toEqual(['granted', 'denied']);
    later.change('camera', 'granted');
    await watch();
    expect([state('microphone')[0], state('camera')[0]]).toEqual(['granted', 'granted']);
  });

  it('[VID-14] [VID-15] [BERR-16] clears the flag of a denied device, but not of one in use by another program', async () => {
    const browser = fakeDevices();
    await watch();
    browser.fail('microphone', 'NotAllowedError');
    browser.fail('camera', 'NotReadableError');
    await openDevices();
    browser.change('microphone', 'granted');
    browser.change('camera', 'granted');
    expect([state('microphone'), state('camera')]).toEqual([
      ['granted', null],
      ['granted', 'unusable'],
    ]);
  });
});

describe('opening the devices', () => {
  it('requests both in one call', async () => {
    const { constraints, tracks } = fakeDevices();
    const { microphone, camera } = await openDevices();
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
    const video = {
      width: { ideal: 1_920 },
      height: { ideal: 1_080 },
      frameRate: { ideal: 30 },
      pan: true,
      tilt: true,
      zoom: true,
    };
    expect(constraints).toEqual([{ audio, video }]);
    expect([microphone, camera]).toEqual(tracks);
    expect([microphone?.kind, camera?.kind]).toEqual(['audio', 'video']);
    expect([state('microphone'), state('camera')]).toEqual([
      ['granted', null],
      ['granted', null],
    ]);
  });

  it.each([
    ['NotAllowedError', 'microphone', 'camera'],
    ['SecurityError', 'camera', 'microphone'],
  ] as const)(
    '[VID-14] [BERR-16] continues without a denied device, and sets its flag (%s)',
    async (name, denied, other) => {
      const { fail } = fakeDevices();
      fail(denied, name);
      expect(await openDevices()).toMatchObject({ [denied]: null, [other]: { readyState: 'live' } });
      expect([state(denied), state(other)]).toEqual([
        ['denied', 'denied'],
        ['granted', null],
      ]);
      fail(other, name);
      expect(await openDevices()).toEqual({ microphone: null, camera: null });
      expect([state(denied), state(other)]).toEqual([
        ['denied', 'denied'],
        ['denied', 'denied'],
      ]);
    },
  );

  it.each([
    ['microphone', 'camera'],
    ['camera', 'microphone'],
  ] as const)(
    '[VID-15] [BERR-16] continues without the %s if another program uses it, and opens the %s',
    async (inUse, other) => {
      const { fail, tracks } = fakeDevices();
      fail(inUse, 'NotReadableError');
      const opened = await openDevices();
      expect(opened[inUse]).toBeNull();
      expect(opened[other]).toBe(tracks[0]);
      expect(state(inUse)).toEqual(['pending', 'unusable']);
      expect(state(other)).toEqual(['granted', null]);
    },
  );

  it.each(['NotFoundError', 'OverconstrainedError'])('reports which one is missing (%s)', async (name) => {
    const { fail } = fakeDevices();
    fail('camera', name);
    expect((await openDevices()).camera).toBeNull();
    expect([state('microphone')[1], state('camera')[1]]).toEqual([null, 'missing']);
  });

  it('finds no devices on a page without access to them', async () => {
    resetDevices();
    expect('mediaDevices' in navigator).toBe(false);
    expect(await openDevices()).toEqual({ microphone: null, camera: null });
    expect([state('microphone')[1], state('camera')[1]]).toEqual(['missing', 'missing']);
  });

  it('[VID-14] [VID-15] [BERR-16] clears the flag once the device opens again, alone or with the other', async () => {
    const { fail } = fakeDevices();
    fail('microphone', 'NotAllowedError');
    fail('camera', 'NotReadableError');
    await openDevices();
    fail('microphone', null);
    expect((await openDevice('microphone'))?.kind).toBe('audio');
    expect([state('microphone'), state('camera')[1]]).toEqual([['granted', null], 'unusable']);
    markLost('microphone');
    expect(state('microphone')).toEqual(['granted', 'missing']);
    fail('camera', null);
    await openDevices();
    expect([state('microphone'), state('camera')]).toEqual([
      ['granted', null],
      ['granted', null],
    ]);
  });
});

describe('the preferred device', () => {
  it('[PREF-08] [PREF-05] is stored and requested later, and removed by a blank choice', async () => {
    const { constraints } = fakeDevices();
    chooseDevice('camera', 'desk');
    chooseDevice('microphone', 'headset');
    expect([chosenDevice('camera'), chosenDevice('microphone'), chosenDevice('speaker')]).toEqual([
      'desk',
      'headset',
      null,
    ]);
    // Other tabs of this browser read it, as do tabs opened later.
    sessionStorage.clear();
    await openDevices();
    await openDevice('camera');
    const desk = { deviceId: { ideal: 'desk' } };
    expect(constraints).toMatchObject([{ audio: { deviceId: { ideal: 'headset' } }, video: desk }, { video: desk }]);
    chooseDevice('camera', '');
    expect(chosenDevice('camera')).toBeNull();
    await openDevice('camera');
    expect(constraints[2]?.video).not.toHaveProperty('deviceId');
  });
});
