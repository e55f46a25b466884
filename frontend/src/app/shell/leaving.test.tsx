import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { CheckInRead, PageRead } from '@/api/generated/types.gen';
import { openOnCall, PHONE, provider, psych, SLOW, stroke } from '@/testing/on-call';
import { makeOpenConsult, serveOpenWork } from '@/testing/open-work';
import { makePage, servePages } from '@/testing/pages';

const duty: CheckInRead = {
  id: 2,
  roleId: 21,
  serviceLineId: 2,
  subject: 'consult',
  phoneNumber: PHONE,
  primary: true,
};
const two = [makePage(), makePage({ id: 2, kind: 'handOver', why: 'responsible' })];
const others = [makePage({ id: 3, why: 'coordinators' }), makePage({ id: 4, kind: 'urgentComment' })];
const WARNING =
  '2 requests wait for you. Once you are off call, you are not paged about them anymore. ' +
  'If nobody else who was paged can answer, the next people are paged at once, or the backup number is called within five minutes.';
const STAYS =
  '2 consults that you are responsible for are still open. ' +
  'What you leave stays yours. Once you are off call, coordinators are reminded in your place if nothing happens.';
const inHand = ['1', '2'].map((id) => makeOpenConsult({ id }));

async function open(pages: PageRead[]) {
  servePages(pages);
  const me = { ...provider, checkedInLineIds: [2], activeServiceLines: [stroke, psych] };
  const opened = await openOnCall(me, [duty]);
  await screen.findByRole('region', { name: 'Waiting for you' }, SLOW);
  return opened;
}

it('[CALL-02] asks before going off call while requests wait, and says how many and what happens to them', async () => {
  const { served, toggle, user } = await open([...two, ...others]);
  await user.click(toggle);
  const first = within(await screen.findByRole('dialog', { name: 'Go Off Call?' }, SLOW));
  expect(first.getByText(/for you/).closest('p')).toHaveTextContent(WARNING);
  await user.click(first.getByRole('button', { name: 'Stay on Call' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(served.changes).toEqual([]);
  await user.click(toggle);
  await user.click(await screen.findByRole('button', { name: 'Go Off Call' }));
  await waitFor(() => expect(served.changes.map(({ call }) => call)).toEqual(['checkout']));
  await waitFor(() => expect(toggle).toHaveTextContent('Off Call'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('[CALL-02] asks before going off call while consults that the user is responsible for are open, and counts them', async () => {
  const { served, toggle, user } = await open(others);
  serveOpenWork({ consults: inHand });
  await user.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Go Off Call?' }, SLOW));
  expect(dialog.getByText(/still open/).closest('p')).toHaveTextContent(STAYS);
  expect(dialog.queryByText(/for you/)).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Stay on Call' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(served.changes).toEqual([]);
  await user.click(screen.getByRole('button', { name: /'s profile$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }, SLOW));
  const logout = await screen.findByRole('dialog', { name: 'Confirm logout' }, SLOW);
  await waitFor(() => expect(logout).toHaveTextContent(STAYS));
});

it('[CALL-02] asks before going off call if it cannot be found out what stays open, and goes all the same', async () => {
  const { served, toggle, user } = await open(others);
  serveOpenWork({}).respond = () => HttpResponse.error();
  await user.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Go Off Call?' }, SLOW));
  expect(await dialog.findByText('Your open work could not be read.')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Go Off Call' }));
  await waitFor(() => expect(served.changes.map(({ call }) => call)).toEqual(['checkout']));
});

it('[CALL-02] goes off call with one click if what waits is not for whoever is on call', async () => {
  const { served, toggle, user } = await open(others);
  await user.click(toggle);
  await waitFor(() => expect(served.changes.map(({ call }) => call)).toEqual(['checkout']));
});

it('[CALL-19] says at logout who waits', async () => {
  const { user } = await open(two);
  await user.click(screen.getByRole('button', { name: /'s profile$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }, SLOW));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm logout' }, SLOW);
  expect(dialog).toHaveTextContent(WARNING);
});

it('[CALL-12] says who waits before a check-in is moved to another line', async () => {
  const { user } = await open(two);
  await user.click(screen.getByRole('button', { name: 'On-call settings' }));
  await user.click(await screen.findByRole('button', { name: 'Change Tele-Stroke' }, SLOW));
  const form = within(await screen.findByRole('dialog', { name: 'On-Call Settings' }));
  expect(form.queryByText(/wait for you/)).not.toBeInTheDocument();
  await user.click(form.getByLabelText('Tele-Psych'));
  expect(form.getByText(/wait for you/).closest('[role=status]')).toHaveTextContent(WARNING);
});
