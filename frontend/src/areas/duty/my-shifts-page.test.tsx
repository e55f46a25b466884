import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import { PHONE, provider, serveOnCall, stroke } from '@/testing/on-call';
import { renderApp } from '@/testing/render-app';
import { makeShift, serveShifts } from '@/testing/shifts';

afterEach(() => vi.useRealTimers());

it('is in the on-call menu, and goes on call as the shift that runs says', async () => {
  const me = { ...provider, activeServiceLines: [stroke] };
  renderApp('/help', { me });
  const served = serveOnCall(me);
  serveShifts([makeShift(-2, { primary: false })]);
  await userEvent.click(await screen.findByRole('button', { name: 'On-call settings' }));
  await userEvent.click(await screen.findByRole('link', { name: 'My Shifts' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'My Shifts' })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Go on Call' }));
  expect(await screen.findByText('You are on call for Tele-Stroke')).toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'On Call' })).toBeInTheDocument();
  expect(served.changes).toMatchObject([
    { call: 'checkin', body: { serviceLineId: 2, phoneNumber: PHONE, primary: false } },
  ]);
});
