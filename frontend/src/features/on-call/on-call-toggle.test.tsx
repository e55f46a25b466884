import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { refreshStale } from '@/api/live';
import { SLOW, openOnCall, PHONE, provider, psych, serveOnCall, stroke } from '@/testing/on-call';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';

/** A check-in with the stored phone number only. */
const aCheckIn = (serviceLineId: number, primary: boolean) => [
  { call: 'checkin', body: { roleId: 21, serviceLineId, phoneNumber: PHONE, primary } },
];

describe('with a phone number and one line', () => {
  it('[NOTIF-12] refetches the notifications, because the on-call state determines which ones are visible', async () => {
    const { served, toggle, user } = await openOnCall(provider);
    for (const state of ['On Call', 'Off Call']) {
      const before = served.notificationLists;
      await user.click(toggle);
      await waitFor(() => expect(toggle).toHaveTextContent(state));
      await waitFor(() => expect(served.notificationLists).toBeGreaterThan(before));
    }
  });

  it('[CALL-01] [CALL-02] [CALL-12] [CALL-17] goes on and off call with one click each', async () => {
    const { served, toggle, queryClient, user } = await openOnCall(provider);
    expect(toggle).toHaveTextContent('Off Call');
    expect(toggle).not.toBeChecked();
    const before = served.lists;
    await user.click(toggle);
    await waitFor(() => expect(toggle).toHaveTextContent(/^On Call$/));
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-busy', 'true'));
    expect(toggle).toBeChecked();
    expect(served.changes).toEqual(aCheckIn(3, true));
    expect(served.lists).toBe(before + 1);
    await user.click(toggle);
    await waitFor(() => expect(toggle).toHaveTextContent('Off Call'));
    expect(served.changes.at(-1)?.call).toBe('checkout');
    await waitFor(() => expect(served.lists).toBe(before + 2));
    served.duties = [{ id: 3, roleId: 21, serviceLineId: 3, subject: 'consult', phoneNumber: PHONE, primary: true }];
    await refreshStale(queryClient, new Set(['me'] as const));
    await waitFor(() => expect(toggle, 'on call on another device').toHaveTextContent(/^On Call$/));
    expect(toggle).toBeChecked();
  });

  it('[CALL-21] [CALL-01] returns to Off Call with the general toast if the check-in fails', async () => {
    const { served, toggle, queryClient, user } = await openOnCall(provider);
    served.fails = true;
    await user.click(toggle);
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    await waitFor(() => expect(toggle).toHaveTextContent('Off Call'));
    expect(toggle).not.toBeChecked();
    const opener = screen.getByRole('button', { name: 'On-call settings' });
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    served.duties = [{ id: 3, roleId: 21, serviceLineId: 3, subject: 'consult', phoneNumber: PHONE, primary: true }];
    await refreshStale(queryClient, new Set(['me'] as const));
    await waitFor(() => expect(toggle, 'on call on another device').toHaveTextContent(/^On Call$/));
  });

  it('[CALL-05] [CALL-13] [CALL-09] [CALL-12] [VAL-41] saves changed settings for the next check-in without going on call, and while on call', async () => {
    const { served, toggle, user } = await openOnCall(provider);
    await user.click(screen.getByRole('button', { name: 'On-call settings' }));
    const menu = within(await screen.findByRole('dialog', { name: 'On-Call Settings' }, SLOW));
    const phone = menu.getByLabelText(/Phone Number/);
    expect(phone).toHaveValue(PHONE);
    expect(menu.queryByRole('group', { name: /Notifications/ })).not.toBeInTheDocument();
    await user.clear(phone);
    await user.click(menu.getByRole('button', { name: 'Save' }));
    expect(await menu.findByText('Phone Number: This field is required.', {}, SLOW)).toBeInTheDocument();
    expect(served.changes).toEqual([]);
    await user.type(phone, '5550100142');
    await user.click(menu.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(toggle).toHaveFocus();
    const phoneNumber = '(555) 010-0142';
    const settings = {
      call: 'preference',
      body: {
        preferences: { onCallServiceLine: 3, onCallPhoneNumber: phoneNumber, onCallNotificationType: true },
        smsInfo: { serviceLineId: 3, phoneNumber, primary: true },
      },
    };
    expect(served.changes).toEqual([settings]);
    expect(await screen.findByText('On-call settings saved. You are still off call.')).toBeInTheDocument();
    await user.click(toggle);
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-busy', 'true'));
    const goneOnCall = { call: 'checkin', body: { roleId: 21, serviceLineId: 3, phoneNumber, primary: true } };
    expect(served.changes).toEqual([settings, goneOnCall]);
    await user.click(screen.getByRole('button', { name: 'On-call settings' }));
    const onCall = within(await screen.findByRole('dialog', { name: 'On-Call Settings' }));
    expect(onCall.getByLabelText(/Phone Number/)).toHaveValue(phoneNumber);
    await user.click(onCall.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(served.changes).toEqual([settings, goneOnCall, settings]);
    expect(await screen.findByText('On-call settings saved')).toBeInTheDocument();
    expect(toggle).toHaveTextContent(/^On Call$/);
  });
});

describe('without a phone number', () => {
  const nameless = { ...provider.preferences, onCallPhoneNumber: null };

  it('[CALL-03] suggests the number of the profile, and does not go on call with it unasked', async () => {
    const { served, toggle, user } = await openOnCall({ ...provider, preferences: nameless });
    await user.click(toggle);
    const menu = within(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW));
    expect(menu.getByLabelText(/Phone Number/)).toHaveValue('(555) 010-0101');
    expect(served.changes).toEqual([]);
    await user.click(menu.getByRole('button', { name: 'Go on Call' }));
    await waitFor(() => expect(served.changes).toMatchObject([{ body: { phoneNumber: '(555) 010-0101' } }]), SLOW);
  });

  it('[CALL-03] [CALL-04] [CALL-01] [VAL-41] asks for the number first, and for nothing else if there is one line', async () => {
    const { served, toggle, user } = await openOnCall({ ...provider, phoneNumber: null, preferences: nameless });
    await user.click(toggle);
    const menu = within(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW));
    expect(menu.queryByRole('group', { name: /Service Line/ })).not.toBeInTheDocument();
    await user.click(menu.getByRole('button', { name: 'Go on Call' }));
    expect(await menu.findByText(/Phone Number: /, {}, SLOW)).toBeInTheDocument();
    expect(served.changes).toEqual([]);
    await user.type(menu.getByLabelText(/Phone Number/), '5550100199');
    await user.click(menu.getByRole('button', { name: 'Go on Call' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), SLOW);
    expect(toggle).toHaveTextContent('On Call');
    expect(served.changes.map(({ call }) => call)).toEqual(['checkin']);
  });

  it('[CALL-03] [CALL-21] keeps the input if the check-in fails', async () => {
    const { served, toggle, user } = await openOnCall({ ...provider, phoneNumber: null, preferences: nameless });
    await user.click(toggle);
    const phone = await screen.findByLabelText(/Phone Number/, {}, SLOW);
    await user.type(phone, '5550100199');
    served.fails = true;
    await user.click(screen.getByRole('button', { name: 'Go on Call' }));
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    expect(phone).toBeInTheDocument();
    expect(phone).toHaveValue(PHONE);
    expect(toggle).toHaveTextContent('Off Call');
  });
});

describe('with several lines', () => {
  const many = { ...provider, activeServiceLines: [psych, stroke] };

  it('[CALL-04] [CALL-05] [CALL-06] [CALL-07] [CALL-12] asks for the line; one without primary check-in sends all notifications', async () => {
    const { served, toggle, user } = await openOnCall(many);
    await user.click(toggle);
    const menu = within(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW));
    const notifications = within(menu.getByRole('group', { name: /Notifications/ }));
    expect(notifications.getByLabelText('Escalation Only')).toBeDisabled();
    await user.click(menu.getByLabelText('Tele-Stroke'));
    await user.click(notifications.getByLabelText('Escalation Only'));
    expect(notifications.getByLabelText('Escalation Only')).toBeChecked();
    await user.click(menu.getByLabelText('Tele-Psych'));
    expect(notifications.getByLabelText('Escalation Only')).toBeDisabled();
    expect(notifications.getByLabelText('All Notifications')).toBeChecked();
    expect(menu.getByRole('group', { name: /Notifications/ })).toHaveAccessibleDescription(
      /Tele-Psych does not use escalation/,
    );
    await user.click(menu.getByRole('button', { name: 'Go on Call' }));
    await waitFor(() => expect(served.changes).toEqual(aCheckIn(3, true)));
  });

  it('[CALL-07] [CALL-12] [VAL-41] [CALL-03] [CALL-04] requires a complete phone number, a line and a notification type', async () => {
    const none = { onCallNotificationType: true, onCallServiceLine: null, onCallPhoneNumber: null };
    const { served, toggle, user } = await openOnCall({ ...many, phoneNumber: null, preferences: none });
    await user.click(toggle);
    const menu = within(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW));
    const go = menu.getByRole('button', { name: 'Go on Call' });
    await user.click(go);
    expect(await menu.findByText('Phone Number: This field is required.', {}, SLOW)).toBeInTheDocument();
    expect(menu.getByText('Service Line: This field is required.')).toBeInTheDocument();
    await user.click(menu.getByLabelText('Tele-Stroke'));
    await user.type(menu.getByLabelText(/Phone Number/), '55501');
    await user.click(go);
    expect(await menu.findByText('Phone Number: Enter a valid phone number.', {}, SLOW)).toBeInTheDocument();
    expect(served.changes).toEqual([]);
    expect(menu.getByLabelText('All Notifications')).toBeChecked();
    await user.click(menu.getByLabelText('Escalation Only'));
    await user.type(menu.getByLabelText(/Phone Number/), '00199');
    await user.click(go);
    await waitFor(() => expect(served.changes).toEqual(aCheckIn(2, false)));
  });

  it('[CALL-09] [CALL-07] [CALL-12] goes on call immediately with the last settings, and says for which line', async () => {
    const preferences = { onCallNotificationType: false, onCallServiceLine: 2, onCallPhoneNumber: PHONE };
    const { served, toggle, user } = await openOnCall({ ...many, preferences });
    await user.click(toggle);
    await waitFor(() => expect(served.changes).toEqual(aCheckIn(2, false)));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(
      await screen.findByText('You are now on call for Tele-Stroke only. Add other lines in the on-call settings.'),
    ).toBeInTheDocument();
  });

  it('closes its menu with the button that opened it', async () => {
    const { user } = await openOnCall(many);
    const opener = screen.getByRole('button', { name: 'On-call settings' });
    await user.click(opener);
    await screen.findByRole('dialog', { name: 'On-Call Settings' }, SLOW);
    await user.click(opener);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes its menu on a click outside, unless there is unsaved input', async () => {
    const { user } = await openOnCall(many);
    const opener = screen.getByRole('button', { name: 'On-call settings' });
    const outside = screen.getByRole('main');
    await user.click(opener);
    await screen.findByRole('dialog', {}, SLOW);
    await user.click(outside);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(opener);
    const phone = await screen.findByLabelText(/Phone Number/);
    await user.clear(phone);
    await user.type(phone, '5550100142');
    await user.click(outside);
    expect(phone).toBeInTheDocument();
    expect(phone).toHaveValue('(555) 010-0142');
  });

  it('closes its menu with Escape and changes nothing', async () => {
    const { served, toggle, user } = await openOnCall(many);
    await user.click(toggle);
    await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW);
    await user.click(screen.getByLabelText('Tele-Stroke'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(toggle).toHaveFocus();
    expect(served.changes).toEqual([]);
  });
});

it('[NAV-08] [PERM-06] is hidden from users who may not give consults', async () => {
  const nurse = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });
  serveOnCall(nurse);
  renderApp('/consult', { me: nurse });
  await screen.findByRole('heading', { name: 'No Consults' }, SLOW);
  expect(screen.queryByRole('switch', { name: /Call$/ })).not.toBeInTheDocument();
});
