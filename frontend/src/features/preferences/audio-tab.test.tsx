import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { chooseDevice, chosenDevice } from '@/shared/media/devices';
import { fakeAudio, stopFrames } from '@/testing/fake-audio';
import { fakeDevices } from '@/testing/fake-devices';
import { renderFeature } from '@/testing/render-app';

import { AudioTab } from './audio-tab';

const list = [
  ['audioinput', 'Desk microphone'],
  ['audioinput', 'Headset'],
  ['audiooutput', 'Loudspeaker'],
  ['audiooutput', 'Headset'],
  ['videoinput', 'Webcam'],
] as const;

const choices = (name: string) =>
  within(screen.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

const meter = () => screen.findByRole('meter', { name: 'Volume' });

function show() {
  const onChosen = vi.fn();
  return { onChosen, ...renderFeature(<AudioTab onChosen={onChosen} />) };
}

let audio: ReturnType<typeof fakeAudio>;

beforeEach(() => {
  audio = fakeAudio();
});

describe('the microphone and the speaker', () => {
  it('[PREF-05] are chosen from the connected devices, and remembered', async () => {
    const { constraints } = fakeDevices({ permissions: { microphone: 'granted' }, list });
    const { onChosen } = show();
    await meter();
    await waitFor(() => expect(choices('Microphone')).toEqual(['System default', 'Desk microphone', 'Headset']));
    expect(choices('Speaker')).toEqual(['System default', 'Loudspeaker', 'Headset']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Microphone' }), 'Headset');
    expect([chosenDevice('microphone'), onChosen.mock.calls]).toEqual(['id of Headset', [['microphone']]]);
    await waitFor(() => expect(constraints.at(-1)).toMatchObject({ audio: { deviceId: { ideal: 'id of Headset' } } }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speaker' }), 'Loudspeaker');
    expect([chosenDevice('speaker'), onChosen.mock.calls.length]).toEqual(['id of Loudspeaker', 1]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Microphone' }), 'System default');
    expect(chosenDevice('microphone')).toBeNull();
  });

  it('[PREF-05] default to the ones chosen before, if they are still connected', async () => {
    chooseDevice('microphone', 'id of Headset');
    chooseDevice('speaker', 'id of what is gone');
    fakeDevices({ list });
    show();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Microphone' })).toHaveDisplayValue('Headset'));
    expect(screen.getByRole('combobox', { name: 'Speaker' })).toHaveDisplayValue('System default');
  });

  it('[PREF-05] are listed again when access is granted and when a device is connected', async () => {
    const plugged: (readonly [MediaDeviceKind, string])[] = [['audioinput', '']];
    const { media, change } = fakeDevices({ list: plugged });
    show();
    await screen.findByText(/^Pending/);
    expect(choices('Microphone')).toEqual(['System default']);
    plugged[0] = ['audioinput', 'Headset'];
    change('microphone', 'granted');
    await waitFor(() => expect(choices('Microphone')).toEqual(['System default', 'Headset']));
    plugged.push(['audioinput', 'default'], ['audiooutput', 'default'], ['audiooutput', 'Loudspeaker']);
    change('camera', 'granted');
    await waitFor(() => expect(choices('Speaker')).toEqual(['System default', 'Loudspeaker']));
    plugged.push(['audioinput', 'Desk microphone']);
    act(() => void media.dispatchEvent(new Event('devicechange')));
    await waitFor(() => expect(choices('Microphone')).toEqual(['System default', 'Headset', 'Desk microphone']));
  });
});

describe('the meter', () => {
  it('[VID-25] [PREF-06] [BCONST-12] updates on every tenth frame only', async () => {
    fakeDevices({ permissions: { microphone: 'granted' } });
    const frames = stopFrames();
    const { unmount } = show();
    const volume = await meter();
    const draw = (count: number) => act(() => frames.draw(count));
    expect(volume).toHaveAttribute('max', '100');
    // The measuring begins after the meter is there.
    await waitFor(() => expect(frames.awaited()).toBe(1));
    audio.measured.loudness = 127;
    draw(9);
    expect(volume).toHaveAttribute('value', '0');
    draw(1);
    expect(volume).toHaveAttribute('value', '100');
    audio.measured.loudness = 64;
    draw(9);
    expect(volume).toHaveAttribute('value', '100');
    draw(1);
    expect(volume).toHaveAttribute('value', '50');
    unmount();
    expect([frames.awaited(), audio.measured.closed]).toEqual([0, true]);
  });

  it('[PREF-05] [PREF-10] starts immediately if access is already granted, and releases the microphone when its tab closes', async () => {
    const { constraints, tracks } = fakeDevices({ permissions: { microphone: 'granted' } });
    const { unmount } = show();
    await meter();
    expect([constraints.length, tracks.map(({ readyState }) => readyState)]).toEqual([1, ['live']]);
    unmount();
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  it('[PREF-05] [PREF-10] starts on request, and the browser does not prompt earlier', async () => {
    const { constraints } = fakeDevices();
    show();
    await screen.findByText('Pending: your browser will ask for access to your microphone when a call needs it.');
    expect(constraints).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Test Microphone' }));
    expect(await meter()).toBeInTheDocument();
    expect(constraints).toMatchObject([{ audio: {} }]);
    expect(constraints).toHaveLength(1);
    expect(await screen.findByText('Your browser allows Wardline to use your microphone.')).toBeInTheDocument();
  });

  it('[PREF-05] releases a microphone that opens after its tab was closed', async () => {
    const browser = fakeDevices();
    const give = browser.hold();
    const { unmount } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Test Microphone' }));
    unmount();
    give();
    await waitFor(() => expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended']));
  });
});

it('[PREF-09] [VID-16] explains a microphone problem, offers help, and retries', async () => {
  const { fail } = fakeDevices();
  fail('microphone', 'NotReadableError');
  const { onChosen } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Test Microphone' }));
  const title = await screen.findByText('Oops, we can’t use your microphone');
  const message = title.closest<HTMLElement>('[role=status]')!;
  expect(within(message).getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
  expect(message).toHaveTextContent('Another program may be using it.');
  fail('microphone', null);
  await userEvent.click(screen.getByRole('button', { name: 'Try the Microphone Again' }));
  expect(await meter()).toBeInTheDocument();
  expect(onChosen.mock.calls).toEqual([['microphone'], ['microphone']]);
  expect(screen.queryByText(/Oops/)).not.toBeInTheDocument();
});

describe('the speaker test', () => {
  const button = (name: string) => screen.getByRole('button', { name });
  const press = (name: string) => act(() => button(name).click());
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const sounding = () =>
    audio.tones.map(({ isPlaying, closed }) => (isPlaying ? 'playing' : closed ? 'ended' : 'open'));

  beforeEach(() => {
    fakeDevices({ permissions: { microphone: 'denied' }, list });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  it('[VID-24] [PREF-07] [BCONST-12] is a tone of 440 Hz for five seconds', () => {
    show();
    press('Test Speaker');
    expect(audio.tones).toEqual([{ frequency: 440, isPlaying: true, speaker: '', closed: false }]);
    pass(4_999);
    expect(sounding()).toEqual(['playing']);
    expect(button('Stop Speaker Test')).toBeInTheDocument();
    pass(1);
    expect(sounding()).toEqual(['ended']);
    press('Test Speaker');
    expect(sounding()).toEqual(['ended', 'playing']);
  });

  it('[VID-24] [PREF-07] can be stopped early, and restarted for the full duration', () => {
    show();
    press('Test Speaker');
    pass(3_000);
    press('Stop Speaker Test');
    expect(sounding()).toEqual(['ended']);
    press('Test Speaker');
    pass(4_999);
    expect(sounding()).toEqual(['ended', 'playing']);
    pass(1);
    expect(sounding()).toEqual(['ended', 'ended']);
  });

  it('[PREF-05] [PREF-07] plays on the chosen speaker, and stops when its tab closes', () => {
    chooseDevice('speaker', 'id of Headset');
    const { unmount } = show();
    press('Test Speaker');
    expect(audio.tones[0]?.speaker).toBe('id of Headset');
    unmount();
    expect(sounding()).toEqual(['ended']);
  });

  it('[PREF-05] [PREF-07] stops when another speaker is chosen, on which the next one plays', async () => {
    show();
    // The devices are listed.
    await act(() => vi.advanceTimersByTimeAsync(0));
    press('Test Speaker');
    fireEvent.change(screen.getByRole('combobox', { name: 'Speaker' }), { target: { value: 'id of Loudspeaker' } });
    expect(sounding()).toEqual(['ended']);
    press('Test Speaker');
    expect(audio.tones[1]).toMatchObject({ isPlaying: true, speaker: 'id of Loudspeaker' });
  });
});
