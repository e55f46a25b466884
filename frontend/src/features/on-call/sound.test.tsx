import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

import type { CheckInRead } from '@/api/generated/types.gen';
import { alertSound, followSound } from '@/shared/media/alert-sound';
import { fakeAlertTone, toneStarted, toneVolume } from '@/testing/fake-alert-tone';
import { serveContacts } from '@/testing/show-paging-settings';
import { openOnCall, PHONE, provider, SLOW } from '@/testing/on-call';
import { fakePushBrowser, removePushBrowser } from '@/testing/push-browser';

const nameless = { ...provider, phoneNumber: null, preferences: { ...provider.preferences, onCallPhoneNumber: null } };
const TONE = 2;
/** A check-in on another computer. */
const elsewhere: CheckInRead = {
  id: 3,
  roleId: 21,
  serviceLineId: 3,
  subject: 'consult',
  phoneNumber: PHONE,
  primary: true,
};
const OFF = 'Sound is off on this screen';
const BLOCKED = 'Sound is blocked until you press something';

beforeEach(() => {
  fakeAlertTone();
});

it('[NOTIF-13] is on once the user goes on call with one click, who hears it and is told, and stays as it is when they go off call', async () => {
  const { toggle, user } = await openOnCall(provider);
  await user.click(toggle);
  expect(await screen.findByText(/^Sound is on for what waits for you/)).toBeInTheDocument();
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  await waitFor(() => expect(toggle).toHaveTextContent(/^On Call$/));
  await waitFor(() => expect(toggle).not.toHaveAttribute('aria-busy', 'true'));
  await user.click(toggle);
  await waitFor(() => expect(toggle).toHaveTextContent('Off Call'));
  expect(alertSound.getState().on).toBe(true);
  expect(screen.queryByText(BLOCKED)).not.toBeInTheDocument();
});

it('[NOTIF-13] is on in the check-in dialog, which plays it at the chosen volume; both choices are kept for this user', async () => {
  const { toggle, user } = await openOnCall(nameless);
  await user.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW));
  const sound = dialog.getByRole('switch', { name: 'Sound' });
  expect(sound).toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Test the Sound' }));
  await waitFor(() => expect(toneVolume).toHaveBeenLastCalledWith(0.25, expect.anything()));
  await user.click(dialog.getByRole('radio', { name: 'High' }));
  await waitFor(() => expect(toneVolume).toHaveBeenLastCalledWith(0.5, expect.anything()));
  expect(alertSound.getState().on, 'not before the check-in').toBe(false);
  await user.type(dialog.getByLabelText(/Phone Number/), '5550100199');
  await user.click(dialog.getByRole('button', { name: 'Go on Call' }));
  await waitFor(() => expect(toggle).toHaveTextContent('On Call'), SLOW);
  followSound(provider.id + 1);
  expect(alertSound.getState()).toMatchObject({ on: false, volume: 'medium' });
  followSound(provider.id);
  expect(alertSound.getState()).toMatchObject({ on: true, volume: 'high' });
});

it('[NOTIF-13] stays off for a user who turns it off in the check-in dialog', async () => {
  const { served, toggle, user } = await openOnCall(nameless);
  await user.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW));
  await user.click(dialog.getByRole('switch', { name: 'Sound' }));
  await user.type(dialog.getByLabelText(/Phone Number/), '5550100199');
  await user.click(dialog.getByRole('button', { name: 'Go on Call' }));
  await waitFor(() => expect(served.changes).toHaveLength(1), SLOW);
  expect(alertSound.getState().on).toBe(false);
  expect(toneStarted).not.toHaveBeenCalled();
});

it('[NOTIF-13] says on every page that the browser allows no sound yet, until something is pressed', async () => {
  localStorage.setItem(`wardline.sound.${provider.id}`, 'on');
  const { user } = await openOnCall(provider);
  const banner = (await screen.findByText(BLOCKED)).closest('[role=status]');
  if (!(banner instanceof HTMLElement)) throw new Error('not announced');
  await user.click(within(banner).getByRole('button', { name: 'Allow Sound' }));
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  expect(screen.queryByText(BLOCKED)).not.toBeInTheDocument();
});

it('[NOTIF-13] says what to do if the browser blocks the sound even then', async () => {
  fakeAlertTone({ blocks: true });
  const { toggle, user } = await openOnCall(nameless);
  await user.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW));
  await user.click(dialog.getByRole('button', { name: 'Test the Sound' }));
  expect(await dialog.findByText(/^Your browser blocks the sound\. Allow sound/)).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Test the Sound' })).toHaveAccessibleDescription(/blocks the sound/);
  await user.type(dialog.getByLabelText(/Phone Number/), '5550100199');
  await user.click(dialog.getByRole('button', { name: 'Go on Call' }));
  const banner = await screen.findByText('Your browser blocks the sound', {}, SLOW);
  expect(banner.closest('[role=status]')).toHaveTextContent(
    'Allow sound for Wardline in its settings, then try again.',
  );
  expect(toneStarted).not.toHaveBeenCalled();
});

it('[NOTIF-13] offers notifications of the browser at check-in, once, and asks only when pressed', async () => {
  onTestFinished(removePushBrowser);
  const { asked } = fakePushBrowser({ permission: 'default', answer: 'granted' });
  const { toggle, user } = await openOnCall(nameless);
  await user.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW));
  const allow = await dialog.findByRole('button', { name: 'Allow Notifications' });
  expect(asked).not.toHaveBeenCalled();
  await user.click(allow);
  await waitFor(() => expect(allow).not.toBeInTheDocument());
  expect(asked).toHaveBeenCalledOnce();
});

it('[NOTIF-13] is changed and tried out in the paging settings, at once', async () => {
  const { user } = await openOnCall(provider);
  serveContacts([]);
  await user.click(screen.getByRole('button', { name: 'On-call settings' }));
  await user.click(await screen.findByRole('button', { name: 'Paging Settings' }, SLOW));
  const dialog = within(await screen.findByRole('dialog', { name: 'Paging Settings' }, SLOW));
  const sound = dialog.getByRole('switch', { name: 'Sound' });
  expect(sound).not.toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Test the Sound' }));
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  await user.click(sound);
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(2 * TONE));
  expect(sound).toBeChecked();
  await user.click(sound);
  expect(sound).not.toBeChecked();
  expect(alertSound.getState().on).toBe(false);
});

it('[NOTIF-13] says to whoever has gone on call elsewhere that this screen is silent, until they decide', async () => {
  const { user } = await openOnCall({ ...provider, checkedInLineIds: [elsewhere.id] }, [elsewhere]);
  const banner = (await screen.findByText(OFF)).closest('[role=status]');
  if (!(banner instanceof HTMLElement)) throw new Error('not announced');
  await user.click(within(banner).getByRole('button', { name: 'Turn on sound' }));
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  expect(screen.queryByText(OFF)).not.toBeInTheDocument();
  expect(alertSound.getState().on).toBe(true);
});

it.each([
  ['has chosen that on this computer', [elsewhere]],
  ['is off call', []],
])('is silent without a word for a user who %s', async (_, duties) => {
  const { user } = await openOnCall({ ...provider, checkedInLineIds: duties.map(({ id }) => id) }, duties);
  if (duties.length > 0) await user.click(await screen.findByRole('button', { name: 'Keep it off' }));
  await waitFor(() => expect(alertSound.getState().userId).toBe(provider.id));
  expect(screen.queryByText(OFF)).not.toBeInTheDocument();
  expect(toneStarted).not.toHaveBeenCalled();
});
