import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Me } from '@/session/me';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeLine } from '@/testing/worklist';

const psych = makeLine(3, 'Tele-Psych');
const stroke = makeLine(2, 'Tele-Stroke', true);
const PHONE = '(555) 010-0199';
const OFTEN = { timeout: 10_000 };

const provider = makeMe({
  username: 'psych',
  isVirtual: true,
  rbacPermissions: permissions('List Consult', 'View Consult', 'Give Consult'),
  defaultCheckinRoleId: 21,
  activeServiceLines: [psych],
  preferences: { onCallNotificationType: true, onCallServiceLine: null, onCallPhoneNumber: PHONE },
});

let sent: { call: string; body: unknown }[] = [];
let fails = false;
let notificationLists = 0;

/** A server on which checking in and out changes who the user is. */
function serve(me: Me) {
  let checkedIn: number[] = [];
  const answer = async (call: string, request: Request, next: number[]) => {
    sent.push({ call, body: await request.json().catch(() => null) });
    if (fails) return HttpResponse.json({ code: 'bad' }, { status: 400 });
    checkedIn = next;
    return HttpResponse.json({}, { status: 201 });
  };
  server.use(
    http.get('*/api/me', () => HttpResponse.json({ ...me, checkedInLineIds: checkedIn })),
    http.post('*/api/checkin', ({ request }) => answer('checkin', request, [3])),
    http.post('*/api/checkout', ({ request }) => answer('checkout', request, [])),
    http.put('*/api/checkin/preference', ({ request }) => answer('preference', request, checkedIn)),
    http.get('*/api/notifications/:id', () => {
      notificationLists += 1;
      return HttpResponse.json([]);
    }),
    http.post('*/api/consults/$search', () => {
      sent.push({ call: 'list', body: null });
      return HttpResponse.json({ consults: [], hasMore: false });
    }),
  );
}

beforeEach(() => {
  sent = [];
  fails = false;
  notificationLists = 0;
});

async function open(me: Me) {
  renderApp('/consult', { me });
  serve(me);
  const toggle = await screen.findByRole('switch', { name: /Call$/ }, OFTEN);
  await screen.findByRole('heading', { name: 'No Consults' }, OFTEN);
  return { toggle, user: userEvent.setup() };
}

const changes = () => sent.filter(({ call }) => call !== 'list');
/** A check-in with the number that is known, and nothing else. */
const aCheckIn = (serviceLineId: number, primary: boolean) => [
  { call: 'checkin', body: { roleId: 21, serviceLineId, phoneNumber: PHONE, primary } },
];
const lists = () => sent.filter(({ call }) => call === 'list').length;

describe('with a phone number and one line', () => {
  it('lists anew what waits behind the bell, as being on call decides what is in reach', async () => {
    const { toggle, user } = await open(provider);
    for (const state of ['On Call', 'Off Call']) {
      const before = notificationLists;
      await user.click(toggle);
      await waitFor(() => expect(toggle).toHaveTextContent(state));
      await waitFor(() => expect(notificationLists).toBeGreaterThan(before));
    }
  });

  it('[CALL-01] [CALL-02] [CALL-12] goes on call and off it at one press each', async () => {
    const { toggle, user } = await open(provider);
    expect(toggle).toHaveTextContent('Off Call');
    expect(toggle).not.toBeChecked();
    const before = lists();
    await user.click(toggle);
    await waitFor(() => expect(toggle).toHaveTextContent(/^On Call$/));
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-busy', 'true'));
    expect(toggle).toBeChecked();
    expect(changes()).toEqual(aCheckIn(3, true));
    expect(lists()).toBe(before + 1);
    await user.click(toggle);
    await waitFor(() => expect(toggle).toHaveTextContent('Off Call'));
    expect(changes().at(-1)?.call).toBe('checkout');
    await waitFor(() => expect(lists()).toBe(before + 2));
  });

  it('[CALL-21] returns to Off Call with the general toast when the check-in fails', async () => {
    const { toggle, user } = await open(provider);
    fails = true;
    await user.click(toggle);
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    await waitFor(() => expect(toggle).toHaveTextContent('Off Call'));
    expect(toggle).not.toBeChecked();
  });

  it('[CALL-05] [CALL-13] saves other settings without going on call', async () => {
    const { toggle, user } = await open(provider);
    await user.click(screen.getByRole('button', { name: 'On-call settings' }));
    const menu = within(await screen.findByRole('dialog', { name: 'On-call settings' }, OFTEN));
    const phone = menu.getByLabelText(/Phone number/);
    expect(phone).toHaveValue(PHONE);
    expect(menu.queryByRole('group', { name: /Notifications/ })).not.toBeInTheDocument();
    await user.clear(phone);
    await user.type(phone, '5550100142');
    await user.click(menu.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(toggle).toHaveFocus();
    const phoneNumber = '(555) 010-0142';
    expect(changes()).toEqual([
      {
        call: 'preference',
        body: {
          preferences: { onCallServiceLine: 3, onCallPhoneNumber: phoneNumber, onCallNotificationType: true },
          smsInfo: { serviceLineId: 3, phoneNumber, primary: true },
        },
      },
    ]);
  });
});

describe('without a phone number', () => {
  const nameless = { ...provider.preferences, onCallPhoneNumber: null };

  it('[CALL-03] [CALL-04] asks for it first, and for nothing else with one line', async () => {
    const { toggle, user } = await open({ ...provider, preferences: nameless });
    await user.click(toggle);
    const menu = within(await screen.findByRole('dialog', { name: 'Go on call' }, OFTEN));
    expect(menu.queryByRole('group', { name: /Service line/ })).not.toBeInTheDocument();
    await user.click(menu.getByRole('button', { name: 'Go on call' }));
    expect(await menu.findByText(/Phone number: /, {}, OFTEN)).toBeInTheDocument();
    expect(changes()).toEqual([]);
    await user.type(menu.getByLabelText(/Phone number/), '5550100199');
    await user.click(menu.getByRole('button', { name: 'Go on call' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), OFTEN);
    expect(toggle).toHaveTextContent('On Call');
    expect(changes().map(({ call }) => call)).toEqual(['checkin']);
  });

  it('keeps what was typed when the check-in fails', async () => {
    const { toggle, user } = await open({ ...provider, preferences: nameless });
    await user.click(toggle);
    const phone = await screen.findByLabelText(/Phone number/, {}, OFTEN);
    await user.type(phone, '5550100199');
    fails = true;
    await user.click(screen.getByRole('button', { name: 'Go on call' }));
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    expect(phone).toHaveValue(PHONE);
    expect(toggle).toHaveTextContent('Off Call');
  });
});

describe('with several lines', () => {
  const many = { ...provider, activeServiceLines: [psych, stroke] };

  it('[CALL-04] [CALL-05] [CALL-06] [CALL-07] asks for the line; one without primary check-in sends all notifications', async () => {
    const { toggle, user } = await open(many);
    await user.click(toggle);
    const menu = within(await screen.findByRole('dialog', { name: 'Go on call' }, OFTEN));
    const notifications = within(menu.getByRole('group', { name: /Notifications/ }));
    await user.click(menu.getByLabelText('Tele-Stroke'));
    await user.click(notifications.getByLabelText('Escalation Only'));
    expect(notifications.getByLabelText('Escalation Only')).toBeChecked();
    await user.click(menu.getByLabelText('Tele-Psych'));
    expect(notifications.getByLabelText('Escalation Only')).toBeDisabled();
    expect(notifications.getByLabelText('All Notifications')).toBeChecked();
    expect(menu.getByRole('group', { name: /Notifications/ })).toHaveAccessibleDescription(
      /Tele-Psych knows no escalation/,
    );
    await user.click(menu.getByRole('button', { name: 'Go on call' }));
    await waitFor(() => expect(changes()).toEqual(aCheckIn(3, true)));
  });

  it('[CALL-07] [CALL-12] [VAL-41] wants a whole phone number, a line and a kind of notifications', async () => {
    const none = { onCallNotificationType: true, onCallServiceLine: null, onCallPhoneNumber: null };
    const { toggle, user } = await open({ ...many, preferences: none });
    await user.click(toggle);
    const menu = within(await screen.findByRole('dialog', { name: 'Go on call' }, OFTEN));
    const go = menu.getByRole('button', { name: 'Go on call' });
    await user.click(go);
    expect(await menu.findByText('Phone number: This field is required.', {}, OFTEN)).toBeInTheDocument();
    expect(menu.getByText('Service line: This field is required.')).toBeInTheDocument();
    await user.click(menu.getByLabelText('Tele-Stroke'));
    await user.type(menu.getByLabelText(/Phone number/), '55501');
    await user.click(go);
    expect(await menu.findByText('Phone number: Enter a valid phone number.', {}, OFTEN)).toBeInTheDocument();
    expect(changes()).toEqual([]);
    expect(menu.getByLabelText('All Notifications')).toBeChecked();
    await user.click(menu.getByLabelText('Escalation Only'));
    await user.type(menu.getByLabelText(/Phone number/), '00199');
    await user.click(go);
    await waitFor(() => expect(changes()).toEqual(aCheckIn(2, false)));
  });

  it('[CALL-09] goes on call at once with what was chosen last time', async () => {
    const preferences = { onCallNotificationType: false, onCallServiceLine: 2, onCallPhoneNumber: PHONE };
    const { toggle, user } = await open({ ...many, preferences });
    await user.click(toggle);
    await waitFor(() => expect(changes()).toEqual(aCheckIn(2, false)));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('its menu is closed by the button that opened it', async () => {
    const { user } = await open(many);
    const opener = screen.getByRole('button', { name: 'On-call settings' });
    await user.click(opener);
    await screen.findByRole('dialog', { name: 'On-call settings' }, OFTEN);
    await user.click(opener);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
  });

  it('its menu closes on a press outside unless something was typed', async () => {
    const { user } = await open(many);
    const opener = screen.getByRole('button', { name: 'On-call settings' });
    const outside = screen.getByRole('main');
    await user.click(opener);
    await screen.findByRole('dialog', {}, OFTEN);
    await user.click(outside);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(opener);
    const phone = await screen.findByLabelText(/Phone number/);
    await user.clear(phone);
    await user.type(phone, '5550100142');
    await user.click(outside);
    expect(phone).toBeInTheDocument();
    expect(phone).toHaveValue('(555) 010-0142');
  });

  it('closes its menu with Escape and changes nothing', async () => {
    const { toggle, user } = await open(many);
    await user.click(toggle);
    await screen.findByRole('dialog', { name: 'Go on call' }, OFTEN);
    await user.click(screen.getByLabelText('Tele-Stroke'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(toggle).toHaveFocus();
    expect(changes()).toEqual([]);
  });
});

it('[NAV-08] is not there for users who may not give consults', async () => {
  const nurse = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });
  serve(nurse);
  renderApp('/consult', { me: nurse });
  await screen.findByRole('heading', { name: 'No Consults' }, OFTEN);
  expect(screen.queryByRole('switch', { name: /Call$/ })).not.toBeInTheDocument();
});
