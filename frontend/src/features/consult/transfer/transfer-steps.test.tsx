import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { connectQueries } from '@/api/live';
import { factsIn } from '@/testing/facts';
import {
  acknowledgedTransfer,
  completedTransfer,
  kim,
  makeTransferConsult,
  requestedTransfer,
  serveTransfer,
  TRANSFER_ID,
} from '@/testing/make-transfer';
import { makeMe } from '@/testing/me';
import { server } from '@/testing/server';
import { mockEndpoint, onPhone, refusal, showConsult } from '@/testing/show-consult';
import { actionButtons, press } from '@/testing/show-transfer-dialog';
import { speedUpTimers } from '@/testing/speed-up-timers';

const HELP_DESK = 'Contact Help Desk.';

// Excludes the live region, which has the same text as the toast for screen readers.
const onScreen = { ignore: '.wl-visually-hidden' };

let log = vi.spyOn(console, 'warn');

beforeEach(() => {
  log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const steps = [
  {
    name: 'Acknowledge Transfer',
    path: `/transfers/${TRANSFER_ID}/acknowledge`,
    before: makeTransferConsult(requestedTransfer, 'acknowledgeTransfer', 'cancel'),
    shown: requestedTransfer,
    after: acknowledgedTransfer,
    left: ['Complete Transfer', 'Cancel Consult'],
    next: makeTransferConsult(acknowledgedTransfer, 'completeTransfer', 'cancel'),
    said: 'Transfer acknowledged.',
    state: 'Acknowledged',
    fact: ['Acknowledged', 'Dana Lee, 2:02pm Mar 5, 2024'],
    call: 'acknowledgeTransfer',
  },
  {
    name: 'Complete Transfer',
    path: `/transfers/${TRANSFER_ID}/complete`,
    before: makeTransferConsult(acknowledgedTransfer, 'completeTransfer', 'cancel'),
    shown: acknowledgedTransfer,
    after: completedTransfer,
    left: ['Cancel Consult'],
    next: makeTransferConsult(completedTransfer, 'cancel'),
    said: 'Transfer completed.',
    state: 'Completed',
    fact: ['Completed', 'Dana Lee, 3:10pm Mar 5, 2024'],
    call: 'completeTransfer',
  },
] as const;

describe.each(steps)('$name', ({ name, path, before, shown, after, left, next, said, state, fact, call }) => {
  const open = async (respond: () => Response | Promise<Response>) => {
    const transfer = serveTransfer(shown);
    const sent = mockEndpoint('post', path, respond);
    const view = showConsult(before);
    const disconnect = connectQueries(view.queryClient);
    await screen.findByRole('region', { name: 'Transfer' });
    const change = () => {
      view.answer.consult = next;
      transfer.answer.transfer = after;
    };
    return { ...view, sent, change, transfer, disconnect };
  };
  const section = () => screen.getByRole('region', { name: 'Transfer' });
  const button = () => screen.getByRole('button', { name });

  it('[TRF-09] [TRF-10] [TRF-12] [TRF-15] [PERM-18] takes the transfer further, shows by whom, and says so', async () => {
    const { sent, change, disconnect } = await open(() => {
      change();
      return HttpResponse.json(after);
    });
    button().focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(async () => expect(await actionButtons()).toEqual(left));
    expect(within(section()).getByRole('heading').nextElementSibling).toHaveTextContent(state);
    expect(factsIn(section())).toContainEqual(fact);
    expect(sent).toEqual([{ search: '', body: null, key: expect.stringMatching(/^[0-9a-f]{32}$/) as string }]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(said);
    disconnect();
  });

  it('[TRF-15] [TRF-09] sends once for a double click', async () => {
    let respond: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { sent, change, disconnect } = await open(() => answered.then(() => HttpResponse.json(after)));
    const page = screen.getByRole('region', { name: 'Consult' });
    expect(page).not.toHaveClass('wl-settling');
    await userEvent.dblClick(button());
    await waitFor(() => expect(button()).toBeDisabled());
    // A closed menu on a phone may have uncovered something else, which the second click must not hit.
    expect(page).toHaveClass('wl-settling');
    change();
    respond();
    await waitFor(async () => expect(await actionButtons()).toEqual(left));
    expect(sent).toHaveLength(1);
    disconnect();
  });

  it('[TRF-15] [TRF-09] repeats the same request if clicked twice before it rerenders', async () => {
    const { sent, change, disconnect } = await open(() => {
      change();
      return HttpResponse.json(after);
    });
    act(() => [1, 2].forEach(() => button().click()));
    await waitFor(async () => expect(await actionButtons()).toEqual(left));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    disconnect();
  });

  it('[TRF-15] is sent from the menu on a phone', async () => {
    onPhone();
    const { sent, change, disconnect } = await open(() => {
      change();
      return HttpResponse.json(after);
    });
    await press('Actions');
    await userEvent.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(factsIn(section())).toContainEqual(fact));
    expect(sent).toHaveLength(1);
    disconnect();
  });

  it.each([
    [{ acknowledgedByUser: kim, acknowledgedAt: '2024-03-05T14:02:00Z' }, 'Kim Fox acknowledged at 2:02pm.'],
    [{ resolvedByUser: kim, resolvedAt: '2024-03-05T14:05:00Z' }, 'Kim Fox completed the transfer at 2:05pm.'],
    [{ assignee: kim }, 'Kim Fox is handling this transfer.'],
    [{ message: 'This transfer is closed: patient discharged.' }, 'This transfer is closed: patient discharged.'],
  ])('[ERR-19] [TRF-10] [TRF-12] says who was first, and shows the current state: %#', async (details, words) => {
    const { sent, change, disconnect, reads } = await open(() => {
      change();
      return refusal(409, details);
    });
    await press(name);
    expect(await screen.findByText(words)).toBeInTheDocument();
    await waitFor(async () => expect(await actionButtons()).toEqual(left));
    await waitFor(() => expect(factsIn(section())).toContainEqual(fact));
    expect(screen.queryByText(HELP_DESK)).not.toBeInTheDocument();
    expect(screen.queryByText(said, onScreen)).not.toBeInTheDocument();
    expect([sent.length, reads.mock.calls.length]).toEqual([1, 2]);
    disconnect();
  });

  it('[TRF-15] [PERM-18] says why the server forbids it', async () => {
    server.use(http.get('*/api/me', () => HttpResponse.json(makeMe())));
    const { change, disconnect } = await open(() => {
      change();
      return refusal(403, { message: 'Your role does not allow this.' });
    });
    await press(name);
    const toast = (await screen.findByText(HELP_DESK)).closest('[role=alert]');
    expect(toast).toHaveTextContent('Your role does not allow this.');
    await waitFor(async () => expect(await actionButtons()).toEqual(left));
    disconnect();
  });

  it('[TRF-15] shows the general toast if there is no response, and repeats the same step', async () => {
    let respond: () => Response = () => HttpResponse.error();
    const { sent, change, disconnect } = await open(() => respond());
    speedUpTimers();
    await press(name);
    expect(await screen.findByText(HELP_DESK, {}, { timeout: 60_000 })).toBeInTheDocument();
    respond = () => {
      change();
      return HttpResponse.json(after);
    };
    await waitFor(() => expect(button()).toBeEnabled());
    await press(name);
    await waitFor(async () => expect(await actionButtons()).toEqual(left));
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(JSON.stringify(log.mock.calls)).toContain(`"${call}"`);
    disconnect();
  });
});
