import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { session } from '@/session/state';
import { chooseDevice } from '@/shared/media/devices';
import {
  fakeDevices,
  fakeStreams,
  fakeTrack,
  resetDevices,
  setDevices,
  overrideProperty,
} from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, makeOther, serveMeeting, showCall } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';

import { joinCall } from './call';
import { call } from './call-view';
import { CallOverlay } from './call-overlay';

const WAITING = 'Waiting for others to join the call.';
const CUT_OFF = 'Your call has been inadvertently disconnected. Please hang up and join the call again.';

/** The overlay of the call that is set; returns the preferences tabs that were opened. */
function show() {
  const tabs: string[] = [];
  const view = renderFeature(
    <CallOverlay onSettings={(tab) => tabs.push(tab)} toConsult={({ consultId }) => <a href="/">To {consultId}</a>} />,
  );
  return { ...view, tabs };
}

const overlay = () => screen.getByRole('region', { name: 'Video call' });
const tools = () =>
  within(screen.getByRole('group', { name: 'Call' }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
const press = (name: string) => userEvent.click(within(overlay()).getByRole('button', { name }));
const videos = () => [...document.querySelectorAll('video')];

let played: HTMLMediaElement[];

beforeEach(() => {
  played = fakeStreams();
  resetDevices();
  setDevices({});
});

describe('the others', () => {
  it('[VID-03] are waited for while there is nobody, and not any more once somebody is', () => {
    showCall();
    show();
    expect(within(overlay()).getByRole('status')).toHaveTextContent(WAITING);
    expect(overlay().querySelector('figure')).toBeNull();
    showCall({ others: [makeOther()] });
    expect(screen.queryByText(WAITING)).not.toBeInTheDocument();
    expect(within(overlay()).getByRole('figure')).toHaveTextContent('Dana Lee');
    showCall();
    expect(screen.getByText(WAITING)).toBeInTheDocument();
  });

  it('[VID-01] [PREF-05] are seen and heard, on the speaker that was chosen', () => {
    const speaker = vi.fn((_: string) => Promise.resolve());
    overrideProperty(HTMLMediaElement.prototype, 'setSinkId', speaker);
    chooseDevice('speaker', 'headset');
    const other = makeOther();
    showCall({ others: [other], tracks: { microphone: null, camera: fakeTrack('camera') } });
    show();
    const video = screen.getByLabelText<HTMLVideoElement>('Dana Lee');
    expect([video.srcObject, video.muted, played.includes(video)]).toEqual([other.stream, false, true]);
    expect([speaker.mock.calls, speaker.mock.contexts]).toEqual([[['headset']], [video]]);
    expect(overlay().querySelector('[data-initials="DL"]')).toBeNull();
    expect(screen.queryByText('Muted:', { exact: false })).not.toBeInTheDocument();
  });

  it('[VID-01] are told by their initials while their camera is off, and as muted while they are', () => {
    showCall({ others: [makeOther({ says: { microphone: true, camera: false } })] });
    show();
    expect(overlay().querySelector('[data-initials="DL"]')).toBeInTheDocument();
    showCall({ others: [makeOther({ says: { microphone: false, camera: true } })] });
    expect(overlay().querySelector('[data-initials="DL"]')).toBeNull();
    expect(within(overlay()).getByRole('figure')).toHaveTextContent('Muted: Dana Lee');
  });

  it.each([
    ['connecting', 'Connecting…'],
    ['interrupted', 'Reconnecting…'],
  ] as const)('[VID-03] are told by their initials while they are %s, and not waited for', (status, words) => {
    showCall({ others: [makeOther({ status })] });
    show();
    expect([overlay().querySelector('[data-initials]') !== null, screen.queryByText(WAITING)]).toEqual([true, null]);
    expect(within(overlay()).getByRole('figure')).toHaveTextContent(`Dana Lee${words}`);
  });
});

describe('the own picture', () => {
  it('[VID-02] is what the camera sees, without its sound, and an avatar while that is off', () => {
    const camera = fakeTrack('camera');
    showCall({ tracks: { microphone: fakeTrack('microphone'), camera } });
    show();
    const own = screen.getByLabelText<HTMLVideoElement>('You');
    expect([own.muted, played.includes(own)]).toEqual([true, true]);
    expect((own.srcObject as MediaStream).getTracks()).toEqual([camera]);
    expect(screen.queryByRole('img', { name: 'You, camera off' })).not.toBeInTheDocument();
    showCall();
    expect(screen.getByRole('img', { name: 'You, camera off' })).toBeInTheDocument();
    expect(overlay().querySelector('[data-initials="NQ"]')).toBeInTheDocument();
    expect(videos()).toEqual([]);
  });
});

describe('how the call stands', () => {
  it('[VID-02] [VID-18] [CONST-09] is told while it is being joined, beside the own picture', () => {
    showCall({ state: 'connecting', tracks: { microphone: null, camera: fakeTrack('camera') } });
    show();
    expect(within(overlay()).getByRole('status')).toHaveTextContent('Joining the call…');
    expect([videos().length, screen.queryByText(WAITING)]).toEqual([1, null]);
  });

  it('[VID-18] [VID-21] [VID-22] [ERR-16] [BERR-14] is told when it was cut off, and all that is left to do is to hang up', () => {
    setDevices({ permission: 'denied', problem: 'denied' });
    showCall({ others: [] });
    show();
    showCall({ state: 'ended', others: [makeOther()] });
    expect(within(overlay()).getByRole('alert').textContent).toBe(CUT_OFF);
    showCall({ state: 'ended', endedBecause: 'Your role was changed.' });
    expect(within(overlay()).getByRole('alert').textContent).toBe('Your role was changed.');
    expect(tools()).toEqual(['Expand', 'End Call']);
    expect([screen.queryByText(WAITING), screen.queryByText(/Oops/), videos()]).toEqual([null, null, []]);
    expect(screen.queryByRole('img', { name: 'You, camera off' })).not.toBeInTheDocument();
  });

  it('is told while the server is out of reach', () => {
    showCall({ outOfReach: true });
    show();
    expect(screen.getByText(/The server is not responding/).closest('[role=status]')).toBeInTheDocument();
    showCall();
    expect(screen.queryByText(/The server is not responding/)).not.toBeInTheDocument();
  });

  it('names its patient, with the way to the consult', () => {
    showCall();
    show();
    expect(within(overlay()).getByRole('heading', { name: about.title })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: `To ${about.consultId}` })).toBeInTheDocument();
  });
});

describe('trouble with a device', () => {
  const error = { problem: 'unusable' } as const;
  const denied = { permission: 'denied' } as const;
  const troubles = [
    ['an error', error],
    ['a refusal', denied],
    ['that it is missing', { problem: 'missing' }],
  ] as const;

  it.each(troubles)(
    '[VID-07] [VID-16] [BERR-15] [VID-09] of the microphone, %s, has a message with help, and a button that leads on',
    async (_what, trouble) => {
      setDevices(trouble, {});
      showCall();
      const { tabs } = show();
      const title = screen.getByText('Oops, we can’t use your microphone');
      const message = title.closest<HTMLElement>('[role=status]')!;
      expect(within(message).getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
      expect(screen.queryByText(/your camera/)).not.toBeInTheDocument();
      expect(tools()).toEqual(['Microphone Problem', 'Turn Camera Off', 'Settings', 'Expand', 'End Call']);
      await press('Microphone Problem');
      expect(tabs).toEqual(['Audio']);
      setDevices({});
      expect(screen.queryByText(/Oops/)).not.toBeInTheDocument();
      expect(tools()[0]).toBe('Mute');
    },
  );

  it.each(troubles)(
    '[VID-08] [VID-17] [BERR-15] [VID-10] of the camera, %s, has a message with help, and a button that leads on',
    async (_what, trouble) => {
      setDevices({}, trouble);
      showCall();
      const { tabs } = show();
      const title = screen.getByText('Oops, we can’t use your camera');
      const message = title.closest<HTMLElement>('[role=status]')!;
      expect(within(message).getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
      expect(screen.queryByText(/your microphone/)).not.toBeInTheDocument();
      expect(tools()).toEqual(['Mute', 'Camera Problem', 'Settings', 'Expand', 'End Call']);
      await press('Camera Problem');
      expect(tabs).toEqual(['Video']);
      setDevices({});
      expect(tools()[1]).toBe('Turn Camera Off');
    },
  );
});

it('[VID-07] [VID-08] [VID-16] [VID-17] [BERR-15] says nothing of a device that another was tried for, while the call has it', () => {
  setDevices({ problem: 'unusable' });
  showCall({ tracks: { microphone: fakeTrack('microphone'), camera: fakeTrack('camera') } });
  show();
  expect([screen.queryByText(/Oops/), tools().slice(0, 2)]).toEqual([null, ['Mute', 'Turn Camera Off']]);
});

describe('the buttons', () => {
  it('[VID-06] make it large and small', async () => {
    showCall();
    const { tabs } = show();
    expect(tools()).toEqual(['Mute', 'Turn Camera Off', 'Settings', 'Expand', 'End Call']);
    expect(overlay()).toHaveAttribute('data-expanded', 'false');
    await press('Expand');
    expect(overlay()).toHaveAttribute('data-expanded', 'true');
    await press('Collapse');
    expect(overlay()).toHaveAttribute('data-expanded', 'false');
    expect(tools()).toContain('Expand');
    expect(tabs).toEqual([]);
    await press('Settings');
    expect(tabs).toEqual(['Audio']);
  });

  it('[VID-28] [VID-02] [VID-19] turn the devices off and on, and end the call with them', async () => {
    const { calls } = serveMeeting();
    const { tracks } = fakeDevices();
    fakePeers();
    onTestFinished(() => session.setState(null, true));
    show();
    await joinCall(about);
    await screen.findByText(WAITING);
    await screen.findByLabelText('You');
    await press('Mute');
    expect(tracks[0]?.enabled).toBe(false);
    await press('Unmute');
    expect([tracks[0]?.enabled, tools()[0]]).toEqual([true, 'Mute']);
    await press('Turn Camera Off');
    expect([tracks[1]?.readyState, tools()[1]]).toEqual(['ended', 'Turn Camera On']);
    expect(screen.getByRole('img', { name: 'You, camera off' })).toBeInTheDocument();
    await press('Turn Camera On');
    await screen.findByLabelText('You');
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['live', 'ended', 'live']);
    await press('End Call');
    expect(screen.queryByRole('region', { name: 'Video call' })).not.toBeInTheDocument();
    expect(call.getState()).toBeNull();
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'ended']);
    await waitFor(() => expect(calls.at(-1)).toMatch(/^delete /));
  });
});
