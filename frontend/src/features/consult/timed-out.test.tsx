import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { makePsychConsult } from '@/testing/make-consult';
import { pasteInto } from '@/testing/paste-into';
import { neverResponds, shortTimeLimits } from '@/testing/short-time-limits';
import { mockEndpoint, showConsult } from '@/testing/show-consult';
import { box, completeAs, mockSignOff, press, psych } from '@/testing/sign-offs';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** Prepares each action and returns its final button. */
const actions = {
  acknowledge: async () => {
    showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
    return screen.findByRole('button', { name: 'Acknowledge' });
  },
  complete: async () => {
    showConsult(makePsychConsult({ allowedActions: ['complete'] }));
    await press('Complete');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Video' }));
    return screen.findByRole('button', { name: 'Complete Consult' });
  },
  cancel: async () => {
    showConsult(makePsychConsult({ allowedActions: ['cancel'] }));
    await press('Cancel Consult');
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Consult Request' });
    await pasteInto(box(/Reason/), 'Sent home');
    return within(dialog).getByRole('button', { name: 'Cancel Consult' });
  },
  'sign off': async () => {
    await completeAs(psych, 'Video');
    return screen.getByRole('button', { name: 'Complete and Sign Off' });
  },
};

it.each([
  ['acknowledge', '/acknowledge'],
  ['complete', '/complete'],
  ['cancel', '/complete'],
  ['sign off', '/sign-signoff-note-psych'],
] as const)(
  '[ERR-05] a request to %s that times out shows the danger toast with the help desk',
  async (action, path) => {
    mockSignOff('psych', psych);
    const requests = mockEndpoint('post', path, neverResponds);
    const button = await actions[action]();
    speedUpTimers();
    shortTimeLimits();
    await userEvent.click(button);
    const said = await screen.findByText('Contact Help Desk.', {}, { timeout: 60_000 });
    expect(said.closest('[role=alert]')).toHaveTextContent(/^Contact Help Desk\.$/);
    expect(requests).not.toHaveLength(0);
  },
);
