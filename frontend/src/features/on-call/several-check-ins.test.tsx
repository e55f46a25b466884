import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { refreshStale } from '@/api/live';
import type { CheckInRead } from '@/api/generated/types.gen';
import { openOnCall, PHONE, provider, psych, SLOW, stroke } from '@/testing/on-call';
import { makeLine } from '@/testing/worklist';

const icu = makeLine(7, 'Tele-ICU');
const roles = [
  { id: 20, name: 'Bedside Provider', label: 'Bedside' },
  { id: 21, name: 'Virtual Provider', label: 'Virtual' },
];
const many = { ...provider, roles, activeServiceLines: [psych, stroke, icu] };
const onPsych: CheckInRead = {
  id: 3,
  roleId: 21,
  serviceLineId: 3,
  subject: 'consult',
  phoneNumber: PHONE,
  primary: true,
};
const onStroke: CheckInRead = { ...onPsych, id: 2, roleId: 20, serviceLineId: 2, primary: false };

const openMenu = async ({ user }: Awaited<ReturnType<typeof openOnCall>>) => {
  await user.click(screen.getByRole('button', { name: 'On-call settings' }));
  return within(await screen.findByRole('dialog', { name: 'On Call' }, SLOW));
};
const duties = () =>
  within(screen.getByRole('list', { name: 'Your check-ins' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('[CALL-11] [CALL-07] lists every check-in with its role and notifications, also as another device changes them', async () => {
  const opened = await openOnCall(many, [onPsych]);
  await openMenu(opened);
  await waitFor(() => expect(duties()).toEqual([`Tele-PsychVirtual, ${PHONE}Change`]));
  opened.served.duties = [onPsych, onStroke];
  await refreshStale(opened.queryClient, new Set(['me'] as const));
  await waitFor(() => expect(duties()[1]).toBe(`Tele-StrokeBedside, Escalation Only, ${PHONE}Change`));
  opened.served.duties = [];
  await refreshStale(opened.queryClient, new Set(['me'] as const));
  await waitFor(() => expect(opened.toggle).toHaveTextContent('Off Call'));
});

it('[CALL-11] [CALL-10] [CALL-12] goes on call for another line in addition, in the role that is chosen', async () => {
  const opened = await openOnCall(many, [onPsych]);
  const { served, user } = opened;
  const menu = await openMenu(opened);
  await user.click(await menu.findByRole('button', { name: 'Add Service Line' }));
  const form = within(await screen.findByRole('dialog', { name: 'Go on Call' }));
  const choices = (name: RegExp) =>
    within(form.getByRole('group', { name }))
      .getAllByRole('radio')
      .map((radio) => [radio.closest('label')?.textContent, (radio as HTMLInputElement).checked]);
  expect(choices(/Service Line/)).toEqual([
    ['Tele-Stroke', false],
    ['Tele-ICU', false],
  ]);
  expect(choices(/Role/)).toEqual([
    ['Bedside', false],
    ['Virtual', true],
  ]);
  await user.click(form.getByLabelText('Tele-ICU'));
  await user.click(form.getByLabelText('Bedside'));
  await user.click(form.getByRole('button', { name: 'Go on Call' }));
  expect(await screen.findByText('You are now on call for Tele-ICU, too.')).toBeInTheDocument();
  const body = { roleId: 20, serviceLineId: 7, phoneNumber: PHONE, primary: true };
  expect(served.changes).toEqual([{ call: 'checkin', body }]);
  const again = await openMenu(opened);
  await waitFor(() => expect(duties()).toHaveLength(2));
  await user.click(again.getByRole('button', { name: 'Add Service Line' }));
  expect(await screen.findByRole('dialog', { name: 'Go on Call for Tele-Stroke' })).toBeInTheDocument();
});

it('[CALL-21] stays on call for one line, with the general toast, if the check-in to another fails', async () => {
  const opened = await openOnCall({ ...many, activeServiceLines: [psych, icu] }, [onPsych]);
  const { served, user, toggle } = opened;
  const menu = await openMenu(opened);
  await user.click(await menu.findByRole('button', { name: 'Add Service Line' }));
  const form = within(await screen.findByRole('dialog', { name: 'Go on Call for Tele-ICU' }));
  served.fails = true;
  await user.click(form.getByRole('button', { name: 'Go on Call' }));
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  await waitFor(() => expect(toggle).not.toHaveAttribute('aria-busy', 'true'));
  expect(toggle).toHaveTextContent(/^On Call$/);
  expect(form.getByLabelText(/Phone Number/)).toHaveValue(PHONE);
});

it('[CALL-12] replaces a check-in when its line is changed, and says so before and after', async () => {
  const opened = await openOnCall(many, [onPsych, onStroke]);
  const { served, user, toggle } = opened;
  const menu = await openMenu(opened);
  await user.click(await menu.findByRole('button', { name: 'Change Tele-Stroke' }));
  const form = within(await screen.findByRole('dialog', { name: 'On-Call Settings' }));
  expect(form.queryByLabelText('Tele-Psych'), 'already on call for it').not.toBeInTheDocument();
  await user.click(form.getByLabelText('Tele-ICU'));
  expect(form.getByRole('group', { name: /Service Line/ })).toHaveAccessibleDescription(
    'You will go off call for Tele-Stroke.',
  );
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('You are now on call for Tele-ICU instead of Tele-Stroke.')).toBeInTheDocument();
  const body = { roleId: 20, serviceLineId: 7, phoneNumber: PHONE, primary: true, replacesServiceLineId: 2 };
  expect(served.changes).toEqual([{ call: 'checkin', body }]);
  expect(toggle).toHaveTextContent(/^On Call$/);
});

it('[CALL-12] replaces a check-in when only its role is changed', async () => {
  const opened = await openOnCall(many, [onPsych, onStroke]);
  const { served, user } = opened;
  const menu = await openMenu(opened);
  await user.click(await menu.findByRole('button', { name: 'Change Tele-Stroke' }));
  const form = within(await screen.findByRole('dialog', { name: 'On-Call Settings' }));
  await user.click(form.getByLabelText('Virtual'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('On-call settings saved')).toBeInTheDocument();
  const body = { roleId: 21, serviceLineId: 2, phoneNumber: PHONE, primary: false, replacesServiceLineId: 2 };
  expect(served.changes).toEqual([{ call: 'checkin', body }]);
});

it('[CALL-13] changes only the settings of a check-in whose line and role stay', async () => {
  const opened = await openOnCall(many, [onPsych, onStroke]);
  const { served, user } = opened;
  const menu = await openMenu(opened);
  await user.click(await menu.findByRole('button', { name: 'Change Tele-Stroke' }));
  await user.click(await screen.findByLabelText('All Notifications'));
  const phone = screen.getByLabelText(/Phone Number/);
  await user.clear(phone);
  await user.paste('5550100142');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('On-call settings saved')).toBeInTheDocument();
  const phoneNumber = '(555) 010-0142';
  expect(served.changes).toEqual([
    {
      call: 'preference',
      body: {
        preferences: { onCallServiceLine: 2, onCallPhoneNumber: phoneNumber, onCallNotificationType: true },
        smsInfo: { serviceLineId: 2, phoneNumber, primary: true },
      },
    },
  ]);
});
