import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import type { MeetingState } from '@/api/generated/types.gen';
import { fakeStreams, resetDevices, setDevices } from '@/testing/fake-devices';
import { showCall } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';

import { CallOverlay } from './call-overlay';

const MICROPHONE_TROUBLE = 'Oops, we can’t use your microphone';

const dialog = () => screen.queryByRole('dialog', { name: 'Allow Camera and Microphone' });
const overlay = () => screen.queryByRole('region', { name: 'Video call', hidden: true });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** The status of each device in the dialog. */
const states = () =>
  within(dialog()!)
    .getAllByRole('status')
    .filter((each) => /^(Camera|Microphone)/.test(each.textContent))
    .map((each) => each.textContent);

beforeEach(() => {
  fakeStreams();
  resetDevices();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // With reduced motion, a dialog disappears as soon as it is closed.
  const still = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(still(query), { matches: query.includes('min-width') || query.includes('reduced-motion') }),
  );
});

/** Renders a call, which continues behind the dialog. */
async function open(state: MeetingState = 'connected') {
  showCall({ state });
  renderFeature(<CallOverlay onSettings={() => undefined} toConsult={() => null} />);
  await pass(0);
}

const prompt = { permission: 'prompt' } as const;
const granted = { permission: 'granted' } as const;
const denied = { permission: 'denied', problem: 'denied' } as const;

describe('the permission dialog', () => {
  it.each([
    ['both', 'connecting', prompt, prompt],
    ['the camera', 'connected', granted, prompt],
    ['the microphone', 'connected', prompt, granted],
    ['the device that is not denied', 'connecting', denied, prompt],
  ] as const)('[VID-11] opens once the browser will ask for %s, %s', async (_what, state, microphone, camera) => {
    setDevices({ permission: 'pending' });
    await open(state);
    expect(dialog()).not.toBeInTheDocument();
    setDevices(microphone, camera);
    await pass(0);
    expect(dialog()).toBeInTheDocument();
  });

  it.each([
    ['both were granted before', granted, granted],
    ['one was denied before', denied, granted],
    ['the permission is not known yet', { permission: 'pending' } as const, granted],
  ])('[VID-11] does not open if %s', async (_when, microphone, camera) => {
    setDevices(microphone, camera);
    await open();
    await pass(1_000);
    expect(dialog()).not.toBeInTheDocument();
  });

  it.each([
    ['microphone', [granted, prompt]],
    ['camera', [prompt, granted]],
  ] as const)(
    '[VID-11] [VID-12] [PREF-11] closes half a second after both are granted, the %s first',
    async (_first, [microphone, camera]) => {
      setDevices(prompt);
      await open();
      setDevices(microphone, camera);
      await pass(5_000);
      expect(dialog()).toBeInTheDocument();
      setDevices(granted);
      await pass(499);
      expect(dialog()).toBeInTheDocument();
      await pass(1);
      expect(dialog()).not.toBeInTheDocument();
      expect(overlay()).toBeInTheDocument();
    },
  );

  it('[VID-12] [PREF-11] stays open if one of them is revoked within the half second', async () => {
    setDevices(prompt);
    await open();
    setDevices(granted);
    await pass(400);
    setDevices(denied, granted);
    await pass(5_000);
    expect(dialog()).toBeInTheDocument();
  });

  it('[VID-13] [PREF-10] shows the status of each device', async () => {
    setDevices(prompt);
    await open();
    expect(states()).toEqual(['CameraPending', 'MicrophonePending']);
    setDevices({ permission: 'pending' }, granted);
    expect(states()).toEqual(['CameraAllowed', 'MicrophonePending']);
    setDevices(denied, granted);
    expect(states()).toEqual(['CameraAllowed', 'MicrophoneDenied']);
  });

  it('[VID-11] [PREF-11] [VID-16] [BERR-16] stays open with the problem if one is denied, until the user continues without it', async () => {
    setDevices(prompt);
    await open();
    setDevices(denied, granted);
    await pass(60_000);
    expect(within(dialog()!).getByText(MICROPHONE_TROUBLE)).toBeInTheDocument();
    expect(within(dialog()!).getByText(/Your browser is blocking it/)).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: 'Continue Without' }).click());
    await pass(0);
    expect(dialog()).not.toBeInTheDocument();
    expect(overlay()).toBeInTheDocument();
    setDevices(prompt);
    await pass(0);
    expect(dialog()).not.toBeInTheDocument();
  });

  it('does not open in a call that has ended', async () => {
    setDevices(prompt);
    showCall({ state: 'ended' });
    renderFeature(<CallOverlay onSettings={() => undefined} toConsult={() => null} />);
    await pass(0);
    expect([overlay() === null, dialog()]).toEqual([false, null]);
  });
});
