import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { contactsQuery } from '@/features/contacts/queries';
import { myShiftsQuery } from '@/features/shifts/queries';
import type { Me } from '@/session/me';
import { makeContact, PUSH_KEY } from '@/testing/contacts';
import { serveDutyNotices } from '@/testing/duty-notices';
import { makeDutyNotice } from '@/testing/make-duty-notice';
import { PHONE, provider, psych, serveOnCall, SLOW, stroke } from '@/testing/on-call';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeShift, serveShifts } from '@/testing/shifts';

afterEach(() => vi.useRealTimers());

const both: Me = { ...provider, activeServiceLines: [psych, stroke] };

/** The application of someone whose shift for the stroke line has begun. */
function open(me: Me, primary: boolean) {
  const { router, queryClient } = renderApp('/help', { me });
  serveShifts([makeShift(-2, { primary }), makeShift(24, { primary: !primary })]);
  serveDutyNotices([makeDutyNotice()]);
  const served = serveOnCall(me);
  const known = () =>
    waitFor(() => {
      expect(queryClient.getQueryData(myShiftsQuery.queryKey)).toHaveLength(2);
      expect(queryClient.getQueryData(contactsQuery.queryKey)).toBeDefined();
    });
  return { router, served, known };
}

const press = async () => {
  const bar = within(await screen.findByRole('region', { name: 'Your duty' }, SLOW));
  await userEvent.click(bar.getByRole('button', { name: 'Go on Call' }));
};

it.each([true, false])('goes on call with one press as the shift says (all notifications: %s)', async (primary) => {
  const { served, router, known } = open(both, primary);
  await known();
  await press();
  await screen.findByText('You are on call for Tele-Stroke.');
  expect(served.changes).toEqual([
    { call: 'checkin', body: { roleId: 21, serviceLineId: 2, phoneNumber: PHONE, primary } },
  ]);
  expect(router.state.location.pathname).toBe('/help');
  expect(screen.getByRole('switch', { name: 'On Call' })).toBeInTheDocument();
});

const unasked: Me = { ...both, preferences: { ...both.preferences, onCallPhoneNumber: null } };

it('goes on call with the verified phone of somebody who has never given a number', async () => {
  const { served, known } = open(unasked, true);
  await known();
  await press();
  await screen.findByText('You are on call for Tele-Stroke.');
  expect(served.changes).toMatchObject([{ body: { phoneNumber: makeContact().address } }]);
});

it('asks for what is missing with the dialog of that shift', async () => {
  const { served, router } = open(unasked, true);
  const contacts = [makeContact({ verifiedAt: null }), makeContact({ id: 2, kind: 'email', address: 'a@b.example' })];
  server.use(http.get('*/api/contacts', () => HttpResponse.json({ contacts, pushKey: PUSH_KEY })));
  await press();
  expect(await screen.findByRole('dialog', { name: 'Go on Call' }, SLOW)).toBeInTheDocument();
  expect(router.state.location.href).toBe('/my-shifts?begin=2');
  expect(served.changes).toEqual([]);
});
