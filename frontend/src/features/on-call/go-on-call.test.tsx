import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import type { Me } from '@/session/me';
import { PHONE, provider, psych, serveOnCall, stroke } from '@/testing/on-call';
import { renderFeature } from '@/testing/render-app';

import { GoOnCall } from './go-on-call';

const both = { ...provider, activeServiceLines: [psych, stroke] };

function show(me: Me, primary = true, isWanted = false) {
  const served = serveOnCall(me);
  renderFeature(<GoOnCall line={stroke} primary={primary} isWanted={isWanted} />, { me });
  return served;
}

it.each([true, false])('goes on call with one press as the shift says (all notifications: %s)', async (primary) => {
  const me = { ...both, preferences: { ...both.preferences, onCallNotificationType: !primary } };
  const served = show(me, primary);
  await userEvent.click(screen.getByRole('button', { name: 'Go on Call' }));
  const state = await screen.findByText('You are on call for Tele-Stroke');
  expect(state).toHaveFocus();
  expect(served.changes).toEqual([
    { call: 'checkin', body: { roleId: 21, serviceLineId: 2, phoneNumber: PHONE, primary } },
  ]);
});

it('asks for what is missing, for this line', async () => {
  const served = show({ ...both, phoneNumber: null, preferences: { ...both.preferences, onCallPhoneNumber: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Go on Call' }));
  const settings = within(await screen.findByRole('dialog', { name: 'Go on Call' }));
  expect(settings.queryByRole('group', { name: /Service Line/ })).not.toBeInTheDocument();
  await userEvent.click(settings.getByRole('textbox', { name: /Phone Number/ }));
  await userEvent.paste(PHONE);
  await userEvent.click(settings.getByRole('button', { name: 'Go on Call' }));
  expect(await screen.findByText('You are on call for Tele-Stroke')).toBeInTheDocument();
  expect(served.changes).toMatchObject([{ call: 'checkin', body: { serviceLineId: 2, phoneNumber: PHONE } }]);
});

it('has the focus for whoever comes from the notice of the shift', () => {
  show(both, true, true);
  expect(screen.getByRole('button', { name: 'Go on Call' })).toHaveFocus();
});

it('says that the user is on call, and for less than the shift asks for', () => {
  show({ ...both, checkedInLineIds: [2], escalationOnlyLineIds: [2] });
  expect(screen.getByRole('status')).toHaveTextContent(/^You are on call for Tele-StrokeYou get escalations only/);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('says that somebody who left the line cannot go on call for it', () => {
  show(provider);
  expect(screen.getByText(/^You may not go on call for Tele-Stroke anymore/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
