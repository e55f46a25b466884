import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { pasteInto } from '@/testing/paste-into';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { neverResponds, shortTimeLimits } from '@/testing/short-time-limits';
import { wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard } from '@/testing/wizard-tab';

import { wizardStore } from './wizard-store';

const done = () => userEvent.click(screen.getByRole('button', { name: 'Done' }));

it.each([
  ['no response', () => HttpResponse.error()],
  ['a timeout', neverResponds],
  ['a server error', () => HttpResponse.json({ code: 'unavailable' }, { status: 503 })],
])(
  '[ERR-05] [ERR-08] [WIZ-38] [WIZ-39] after %s warns that the first request may have been sent before sending changed content, and sends it on the second press',
  async (_, fail) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    wizardNetwork();
    server.use(http.post('*/api/consults', fail));
    storeWizard();
    const { router } = renderApp('/request/tele-psych', { me });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Complex Case Recommendations' }));
    await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
    speedUpTimers();
    if (fail === neverResponds) shortTimeLimits();
    await done();
    await screen.findByText('This may not have been sent.', {}, { timeout: 8_000 });
    const toast = (await screen.findByText('Contact Help Desk.', {}, { timeout: 8_000 })).closest('[role=alert]');
    expect(toast).toHaveTextContent(/^Contact Help Desk\.$/);
    const lost = wizardStore.read(me.id).attempt?.key;
    const { created } = wizardNetwork();
    await userEvent.click(screen.getByRole('checkbox', { name: 'PRN Medication Recommendations' }));
    await done();
    const title = await screen.findByText('Your earlier request may have been sent.');
    const box = screen.getAllByRole('alert').find((alert) => alert.contains(title));
    expect(box).toHaveTextContent('Press Done again to send this one as well.');
    await waitFor(() => expect(box).toHaveFocus());
    expect(created).toEqual([]);
    await done();
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/consult\//));
    expect(created).toHaveLength(1);
    expect(created[0]?.key).not.toBe(lost);
  },
  20_000,
);
