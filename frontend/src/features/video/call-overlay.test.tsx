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
const OTHER_TOOLS = ['Unattended Patient Mode', 'More', 'Settings', 'Expand', 'End Call'];
const CUT_OFF = 'Your call has been inadvertently disconnected. Please hang up and join the call again.';

/** Renders the overlay of the current call; returns the preferences tabs that were opened. */
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

describe('the other attendees', () => {
  it('[VID-03] are waited for until someone has joined', () => {
    showCall();
    show();
    expect(within(overlay()).getByRole('status')).toHaveTextContent(WAITING);
    expect(overlay().querySelector('figure')).toBeNull();
    showCall({ others: [makeOther()] });
    expect(screen.queryByText(WAITING)).not.toBeInTheDocument();
    expect(within(overlay()).getByRole('figure')).toHaveTextContent('Dana Lee');
    showCall({ lastLeft: 'Dana Lee' });
    expect(within(overlay()).getByRole('status')).toHaveTextContent(`${WAITING}Dana Lee has left the call.`);
    showCall();
    expect(screen.getByText(WAITING)).toBeInTheDocument();
  });

  it('[VID-01] [PREF-05] are seen and heard, on the chosen speaker', () => {
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

  it('[VID-01] are shown by their initials while their camera is off, and marked if they are muted', () => {
    showCall({ others: [makeOther({ media: { microphone: true, camera: false } })] });
    show();
    expect(overlay().querySelector('[data-initials="DL"]')).toBeInTheDocument();
    showCall({ others: [makeOther({ media: { microphone: false, camera: true } })] });
    expect(overlay().querySelector('[data-initials="DL"]')).toBeNull();
    expect(within(overlay()).getByRole('figure')).toHaveTextContent('Muted: Dana Lee');
  });

  it.each([
    ['connecting', 'Connecting…'],
    ['interrupted', 'Reconnecting…'],
  ] as const)('[VID-03] are shown by their initials while they are %s, and not waited for', (status, words) => {
    showCall({ others: [makeOther({ status })] });
    show();
    expect([overlay().querySelector('[data-initials]') !== null, screen.queryByText(WAITING)]).toEqual([true, null]);
    expect(within(overlay()).getByRole('figure')).toHaveTextContent(`Dana Lee${words}`);
  });
});

describe("the user's own picture", () => {
  it('[VID-02] shows the camera without sound, or an avatar while the camera is off', () => {
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

describe('the state of the call', () => {
  it("[VID-02] [VID-18] [CONST-09] is shown while joining, with the user's own picture", () => {
    showCall({ state: 'connecting', tracks: { microphone: null, camera: fakeTrack('camera') } });
    show();
    expect(within(overlay()).getByRole('status')).toHaveTextContent('Joining the call…');
    expect([videos().length, screen.queryByText(WAITING)]).toEqual([1, null]);
  });

  it('[VID-18] [VID-21] [VID-22] [ERR-16] [BERR-14] is shown when the call was cut off, with End Call as the only action', () => {
    setDevices({ permission: 'denied', problem: 'denied' });
    showCall({ others: [] });
    show();
    showCall({ state: 'ended', others: [makeOther()] });
    expect(within(overlay()).getByRole('alert').textContent).toBe(CUT_OFF);
    showCall({ state: 'ended', endReason: 'Your role was changed.' });
    expect(within(overlay()).getByRole('alert').textContent).toBe('Your role was changed.');
    expect(tools()).toEqual(['Expand', 'End Call']);
    expect([screen.queryByText(WAITING), screen.queryByText(/Oops/), videos()]).toEqual([null, null, []]);
    expect(screen.queryByRole('img', { name: 'You, camera off' })).not.toBeInTheDocument();
  });

  it('says that the server is not responding', () => {
    showCall({ unreachable: true });
    show();
    expect(screen.getByText(/The server is not responding/).closest('[role=status]')).toBeInTheDocument();
    showCall();
    expect(screen.queryByText(/The server is not responding/)).not.toBeInTheDocument();
  });

  it('names the patient and links to the consult', () => {
    showCall();
    show();
    expect(within(overlay()).getByRole('heading', { name: about.title })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: `To ${about.consultId}` })).toBeInTheDocument();
  });
});

describe('a problem with a device', () => {
  const problems = [
    ['an error', { problem: 'unusable' }, 'Another program may be using it.'],
    ['denied permission', { permission: 'denied' }, 'Your browser is blocking it.'],
    ['a missing device', { problem: 'missing' }, 'No device was found.'],
  ] as const;

  it.each(problems)(
    '[VID-07] [VID-16] [BERR-15] [VID-09] of the microphone (%s) has a message with help, and a button to the preferences',
    async (_what, problem, reason) => {
      setDevices(problem, {});
      showCall();
      const { tabs } = show();
      const title = screen.getByText('Oops, we can’t use your microphone');
      const message = title.closest<HTMLElement>('[role=status]')!;
      expect(message).toHaveTextContent(reason);
      expect(within(message).getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
      expect(screen.queryByText(/your camera/)).not.toBeInTheDocument();
      expect(tools()).toEqual(['Microphone Problem', 'Turn Camera Off', ...OTHER_TOOLS]);
      await press('Microphone Problem');
      expect(tabs).toEqual(['Audio']);
      setDevices({});
      expect(screen.queryByText(/Oops/)).not.toBeInTheDocument();
      expect(tools()[0]).toBe('Mute');
    },
  );

  it.each(problems)(
    '[VID-08] [VID-17] [BERR-15] [VID-10] of the camera (%s) has a message with help, and a button to the preferences',
    async (_what, problem, reason) => {
      setDevices({}, problem);
      showCall();
      const { tabs } = show();
      const title = screen.getByText('Oops, we can’t use your camera');
      const message = title.closest<HTMLElement>('[role=status]')!;
      expect(message).toHaveTextContent(reason);
      expect(within(message).getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
      expect(screen.queryByText(/your microphone/)).not.toBeInTheDocument();
      expect(tools()).toEqual(['Mute', 'Camera Problem', ...OTHER_TOOLS]);
      await press('Camera Problem');
      expect(tabs).toEqual(['Video']);
      setDevices({});
      expect(tools()[1]).toBe('Turn Camera Off');
    },
  );
});

it('[VID-07] [VID-08] [VID-16] [VID-17] [BERR-15] does not report a problem with another device while the call has a working one', () => {
  setDevices({ problem: 'unusable' });
  showCall({ tracks: { microphone: fakeTrack('microphone'), camera: fakeTrack('camera') } });
  show();
  expect([screen.queryByText(/Oops/), tools().slice(0, 2)]).toEqual([null, ['Mute', 'Turn Camera Off']]);
});

describe('the buttons', () => {
  it('[VID-06] expand and collapse it', async () => {
    showCall();
    const { tabs } = show();
    expect(tools()).toEqual(['Mute', 'Turn Camera Off', ...OTHER_TOOLS]);
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
    const { requests } = serveMeeting();
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
    await waitFor(() => expect(requests.at(-1)).toMatch(/^delete /));
  });
});
