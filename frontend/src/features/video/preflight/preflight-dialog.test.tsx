import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { session } from '@/session/state';
import { fakeAudio } from '@/testing/fake-audio';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { serveMeeting } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { useCallControls } from '../call-controls';
import { expanded } from '../expanded';
import * as network from './network-check';
import { markChecked, needsCheck } from './checked';

const about = { consultId: 'consult', title: 'Quill, Ada' };
const GOOD = { way: 'relay', hasRelay: true, roundTrip: 24, bitRate: 2_500_000 } as const;

beforeEach(() => {
  vi.spyOn(network, 'checkNetwork').mockResolvedValue(GOOD);
  fakeAudio();
});

function Page() {
  const { join, question } = useCallControls();
  return (
    <>
      <button type="button" onClick={() => join(about)}>
        Join
      </button>
      <button type="button" onClick={() => join(about, { isAwaited: true })}>
        Join Others
      </button>
      {question}
    </>
  );
}

/** A browser in which no call has been tried for a shift. */
function open() {
  const served = serveMeeting();
  localStorage.removeItem('wardline.call-checked');
  server.use(http.post('*/api/meeting/$checkNetwork', () => HttpResponse.json({ iceServers: [] })));
  fakePeers();
  renderFeature(<Page />);
  onTestFinished(() => {
    session.setState(null, true);
    expanded.setState(false, true);
  });
  return served;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = () => screen.findByRole('dialog', { name: 'Check Before Joining' });

it('comes before the first call of a shift, shows the picture and the network, and releases the devices when joining', async () => {
  const { tracks, constraints } = fakeDevices();
  const { requests } = open();
  await press('Join');
  expect(await dialog()).toHaveTextContent('Enough for a large picture (2.5 Mbit/s, 24 ms).');
  const picture = await screen.findByLabelText<HTMLVideoElement>('Your picture');
  expect((picture.srcObject as MediaStream).getTracks()).toEqual([tracks.find(({ kind }) => kind === 'video')]);
  expect([constraints.length, requests]).toEqual([1, []]);
  await press('Join Now');
  await waitFor(() => expect(requests).toEqual([`join ${JSON.stringify({ consultId: about.consultId })}`]));
  expect(tracks.slice(0, 2).map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  expect(needsCheck()).toBe(false);
});

it('does not come while others wait in the call, nor again within the shift', async () => {
  fakeDevices();
  const { requests } = open();
  await press('Join Others');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('can be left without joining, and comes again then', async () => {
  const { tracks } = fakeDevices();
  const { requests } = open();
  await press('Join');
  await dialog();
  await waitFor(() => expect(tracks).toHaveLength(2));
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  expect([requests, needsCheck()]).toEqual([[], true]);
});

it('offers to join as a listener if neither device can be used, and says why', async () => {
  const { fail } = fakeDevices();
  fail('microphone', 'NotFoundError');
  fail('camera', 'NotReadableError');
  const { requests } = open();
  await press('Join');
  expect(await dialog()).toHaveTextContent('Oops, we can’t use your camera');
  await userEvent.click(await screen.findByRole('button', { name: 'Join to Listen' }));
  await waitFor(() => expect(requests).toHaveLength(1));
});

it('lets the user join while the network is being checked', async () => {
  fakeDevices();
  vi.mocked(network.checkNetwork).mockReturnValue(new Promise(() => undefined));
  open();
  await press('Join');
  expect(await dialog()).toHaveTextContent('Checking');
  expect(screen.getByRole('button', { name: 'Join Now' })).toBeEnabled();
});

it('is needed once a shift', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T12:00:00Z') });
  expect(needsCheck()).toBe(true);
  markChecked();
  vi.setSystemTime(new Date('2026-03-04T23:59:59Z'));
  expect(needsCheck()).toBe(false);
  vi.setSystemTime(new Date('2026-03-05T00:00:00Z'));
  expect(needsCheck()).toBe(true);
  markChecked();
  vi.setSystemTime(new Date('2026-03-04T00:00:00Z'));
  expect(needsCheck()).toBe(true);
  vi.useRealTimers();
});
