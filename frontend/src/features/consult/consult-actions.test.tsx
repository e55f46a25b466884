import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { connectQueries, refreshStale } from '@/api/live';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { pasteInto } from '@/testing/paste-into';
import { CONSULT_ID, dana, makePsychConsult } from '@/testing/make-consult';
import { mockEndpoint, refusal, showConsult } from '@/testing/show-consult';

const HELP_DESK = 'Contact Help Desk.';
const FAILED = 'A call about a consult failed.';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

// Excludes the live region, which has the same text as the toast for screen readers.
const onScreen = { ignore: '.wl-visually-hidden' };

describe('acknowledging', () => {
  const acknowledged = makePsychConsult({
    acknowledgedAt: '2024-03-05T14:02:00Z',
    acknowledgedBy: 1,
    acknowledgedByUser: dana,
  });

  it('[DET-41] [INFO-49] [DONE-41] [BPERM-03] shows that it was acknowledged and removes the action', async () => {
    const requests = mockEndpoint('post', '/acknowledge', () => HttpResponse.json(acknowledged));
    const { answer } = showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Acknowledged')).not.toBeInTheDocument();
    answer.consult = acknowledged;
    await press('Acknowledge');
    expect(await screen.findByText('Acknowledged')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.key).not.toBeNull();
  });

  it('[DONE-41] [INFO-49] [ERR-06] says who was first and shows the current state of the consult', async () => {
    mockEndpoint('post', '/acknowledge', () =>
      refusal(409, {
        code: 'already_acknowledged',
        acknowledgedByUser: dana,
        acknowledgedAt: '2024-03-05T14:02:00Z',
      }),
    );
    const { answer, queryClient } = showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
    const disconnect = connectQueries(queryClient);
    await screen.findByRole('heading', { level: 1 });
    answer.consult = acknowledged;
    await press('Acknowledge');
    expect(await screen.findByText('Dana Lee acknowledged at 2:02pm.')).toBeInTheDocument();
    expect(await screen.findByText('Acknowledged')).toBeInTheDocument();
    expect(screen.queryByText(HELP_DESK)).not.toBeInTheDocument();
    disconnect();
  });

  it('[ERR-08] says after three seconds that it is still sending', async () => {
    mockEndpoint('post', '/acknowledge', async () => {
      await delay(3_800);
      return HttpResponse.json(acknowledged);
    });
    showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
    const button = await screen.findByRole('button', { name: 'Acknowledge' });
    speedUpTimers();
    await userEvent.click(button);
    const said = await screen.findByText(/Still sending/, {}, { timeout: 3_600 });
    expect(button.nextElementSibling).toBe(said);
  });

  it('says below the button that it may not have been acknowledged until a press succeeds', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    speedUpTimers();
    const next = { answer: () => HttpResponse.error() as Response };
    mockEndpoint('post', '/acknowledge', () => next.answer());
    const { answer } = showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
    await press('Acknowledge');
    const said = await screen.findByText('The consult may not have been acknowledged.', {}, { timeout: 60_000 });
    expect(screen.getByText('The server did not respond. It is safe to press Acknowledge again.')).toBeInTheDocument();
    const button = screen.getByRole('button', { name: 'Acknowledge' });
    expect(button.compareDocumentPosition(said)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    next.answer = () => HttpResponse.json(acknowledged);
    answer.consult = acknowledged;
    await press('Acknowledge');
    await waitFor(() => expect(said).not.toBeInTheDocument());
  });
});

describe('cancelling', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Cancel Consult Request' });
  const reason = () => screen.getByRole('textbox', { name: /Reason/ });
  /** The dialog's own button, not the one behind it. */
  const send = async () => userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel Consult' }));

  const open = async (answer: () => Response) => {
    const requests = mockEndpoint('post', '/complete', answer);
    showConsult(makePsychConsult({ allowedActions: ['cancel'] }));
    await press('Cancel Consult');
    await dialog();
    return requests;
  };

  it('[DET-37] [DET-38] [DONE-38] [DONE-39] [VAL-39] asks for a reason and sends it with the flag', async () => {
    const cancelled = makePsychConsult({ state: 'completed', completeType: 'cancelled' });
    const requests = await open(() => HttpResponse.json(cancelled));
    expect(reason()).toBeRequired();
    await send();
    expect(await screen.findAllByText('This field is required.', { exact: false })).not.toHaveLength(0);
    await userEvent.click(reason());
    await userEvent.paste('x'.repeat(256));
    await send();
    expect(await screen.findAllByText('Must be at most 255 characters long.', { exact: false })).not.toHaveLength(0);
    expect(screen.getByText('256 of 255 characters', { selector: '[data-figures]' })).toBeInTheDocument();
    await userEvent.type(reason(), '{Backspace}');
    await send();
    expect(await screen.findByText('Consult cancelled.', onScreen)).toBeInTheDocument();
    expect(screen.getByText('Cancelled')).toBeInTheDocument();
    expect(requests.map(({ body, search }) => ({ body, search }))).toEqual([
      { body: { completeType: 'cancelled', cancellationReason: 'x'.repeat(255) }, search: '?cancel=true' },
    ]);
  });

  it.each([
    ['a lost network', () => HttpResponse.error(), null],
    ['a refusal because someone else was first', () => refusal(409, { completeType: 'video' }), 409],
  ] as const)('[DET-39] [ERR-17] [ERR-18] [BERR-11] [DONE-40] logs %s and closes', async (_, answer, status) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    speedUpTimers();
    await open(answer);
    await pasteInto(reason(), 'Sent home');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), { timeout: 60_000 });
    expect(log.mock.calls).toEqual([[FAILED, { call: 'cancel', status, consultId: CONSULT_ID }]]);
  });

  it('[DET-39] [DONE-40] [ERR-17] [ERR-18] [BERR-11] logs a failure without what was typed, closes, and reopens with it', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    speedUpTimers();
    let status = 500;
    const requests = await open(() => refusal(status));
    await pasteInto(reason(), 'Sent home');
    await send();
    expect(await screen.findByText(HELP_DESK, {}, { timeout: 60_000 })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await press('Cancel Consult');
    await dialog();
    expect(reason()).toHaveValue('Sent home');
    status = 400;
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // Only the request, the status and the consult, because anything else can contain patient data.
    const logged = [500, 400].map((failed) => [FAILED, { call: 'cancel', status: failed, consultId: CONSULT_ID }]);
    expect(log.mock.calls).toEqual(logged);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  });
});

describe('the bedside phone number', () => {
  const field = () => screen.getByRole('textbox', { name: /Bedside Phone Number/ });
  const open = async (answer: () => Response) => {
    const requests = mockEndpoint('patch', '', answer);
    showConsult(makePsychConsult({ allowedActions: ['editBedsidePhone'] }));
    await press('Edit bedside phone number');
    await screen.findByRole('dialog', { name: 'Edit bedside phone number' });
    return requests;
  };

  it('[DET-35] [INFO-43] [INFO-46] [VAL-02] changes only the number, and the info row shows it', async () => {
    const changed = makePsychConsult({ callbackNumber: '(555) 010-0199' });
    const requests = await open(() => HttpResponse.json(changed));
    expect(field()).toHaveValue('(555) 010-0100');
    await userEvent.clear(field());
    await press('Save');
    expect(await screen.findAllByText('This field is required.', { exact: false })).not.toHaveLength(0);
    await pasteInto(field(), '555010');
    await press('Save');
    expect(await screen.findAllByText('Enter a valid phone number.', { exact: false })).not.toHaveLength(0);
    await userEvent.clear(field());
    await pasteInto(field(), '5550100199');
    await press('Save');
    expect(await screen.findByRole('link', { name: '(555) 010-0199' })).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ callbackNumber: '(555) 010-0199' }]);
  });

  it('[DET-36] [INFO-43] closes without a request if the number is unchanged', async () => {
    const requests = await open(() => refusal(400));
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(requests).toHaveLength(0);
    expect(screen.queryByText('Bedside phone number updated.')).not.toBeInTheDocument();
  });

  it('[INFO-47] [INFO-43] does not overwrite a number that a colleague saves while the dialog is open, unless the user edits it', async () => {
    const requests = mockEndpoint('patch', '', () => HttpResponse.json(makePsychConsult()));
    const { answer, queryClient } = showConsult(makePsychConsult({ allowedActions: ['editBedsidePhone'] }));
    const colleagueSaves = async (callbackNumber: string) => {
      answer.consult = makePsychConsult({ allowedActions: ['editBedsidePhone'], callbackNumber });
      await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
    };
    await press('Edit bedside phone number');
    await screen.findByRole('dialog');
    await colleagueSaves('(555) 010-0188');
    await waitFor(() => expect(field()).toHaveValue('(555) 010-0188'));
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(requests).toEqual([]);
    await press('Edit bedside phone number');
    await screen.findByRole('dialog');
    await userEvent.clear(field());
    await pasteInto(field(), '5550100199');
    await colleagueSaves('(555) 010-0177');
    expect(await screen.findByRole('link', { name: '(555) 010-0177', hidden: true })).toBeInTheDocument();
    expect(field()).toHaveValue('(555) 010-0199');
    await press('Save');
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ callbackNumber: '(555) 010-0199' }]));
  });

  it.each([
    [400, () => refusal(400)],
    [500, () => refusal(500)],
    [null, () => HttpResponse.error()],
  ])(
    '[DET-40] [ERR-17] [ERR-18] [BERR-20] logs a failure with the status %s, closes, says so, and reopens with what was typed',
    async (status, answer) => {
      const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      speedUpTimers();
      await open(answer);
      await userEvent.clear(field());
      await pasteInto(field(), '5550100199');
      await press('Save');
      expect(await screen.findByText(HELP_DESK, {}, { timeout: 60_000 })).toBeInTheDocument();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(log.mock.calls).toEqual([[FAILED, { call: 'edit', status, consultId: CONSULT_ID }]]);
      await press('Edit bedside phone number');
      await screen.findByRole('dialog');
      expect(field()).toHaveValue('(555) 010-0199');
    },
  );
});
