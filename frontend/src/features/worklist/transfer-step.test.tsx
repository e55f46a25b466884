import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { TransferAction, TransferCard } from '@/api/generated/types.gen';
import { makeCards, makeTransfer } from '@/testing/make-card';
import { makeStrokeConsult } from '@/testing/make-consult';
import { kim, makeTransferRead, transferFields } from '@/testing/make-transfer';
import { server } from '@/testing/server';
import { refusal } from '@/testing/show-consult';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { serveStep, stepDone } from '@/testing/serve-transfer-step';
import { openTransfers, serveTransfers } from '@/testing/worklist';

const HELP_DESK = 'Contact Help Desk.';

const [first, second] = makeCards(2) as [TransferCard['consult'], TransferCard['consult']];
const allowing = (consult: TransferCard['consult'], ...allowedActions: TransferAction[]) =>
  makeTransfer(consult, { allowedActions });
const [one, two] = [allowing(first, 'acknowledgeTransfer'), allowing(second, 'acknowledgeTransfer')];
const acknowledged = makeTransfer(first, {
  state: 'acknowledged',
  acknowledgedAt: '2024-03-05T14:02:00Z',
  allowedActions: ['completeTransfer'],
});

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const row = (name: string) => screen.getByRole('link', { name: new RegExp(name) }).closest('li')!;
const stepsOf = (name: string) =>
  within(row(name))
    .queryAllByRole('button')
    .map((button) => [button.textContent, button.getAttribute('aria-label')]);

describe('the step of a listed transfer', () => {
  it('[TRF-15] [TRF-10] [TRF-12] [PERM-18] is offered exactly as the server allows it', async () => {
    const [a, b, c] = makeCards(3) as [typeof first, typeof first, typeof first];
    await openTransfers([
      allowing(a, 'acknowledgeTransfer', 'declineTransfer'),
      allowing(b, 'completeTransfer'),
      makeTransfer(c, { state: 'acknowledged', acknowledgedAt: '2024-03-05T14:02:00Z', allowedActions: [] }),
    ]);
    expect(stepsOf('Family001')).toEqual([['Acknowledge Transfer', 'Acknowledge Transfer for Family001, P001']]);
    expect(stepsOf('Family002')).toEqual([['Complete Transfer', 'Complete Transfer for Family002, P002']]);
    expect(stepsOf('Family003')).toEqual([]);
  });

  it('[TRF-15] [TRF-09] [RT-13] is taken in the list, which then shows the new state and the next step', async () => {
    const { user, router } = await openTransfers([one, two]);
    const sent = serveStep(() => {
      serveTransfers([acknowledged, two]);
      return stepDone(acknowledged);
    });
    await user.dblClick(screen.getByRole('button', { name: 'Acknowledge Transfer for Family001, P001' }));
    await screen.findByText('Transfer acknowledged.');
    await waitFor(() => expect(row('Family001')).toHaveTextContent('Transfer Acknowledged'));
    expect(stepsOf('Family001')).toEqual([['Complete Transfer', 'Complete Transfer for Family001, P001']]);
    expect(row('Family002')).toHaveTextContent('Transfer Requested');
    expect(sent).toEqual([
      { path: `${first.id} ${one.id} acknowledge`, key: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    ]);
    expect(router.state.location.pathname).toBe('/transfer');
  });

  it('[TRF-15] gives focus to the card once the step is taken, so that a second press of Enter does not take the next', async () => {
    const { user, router } = await openTransfers([one, two]);
    const sent = serveStep(() => {
      serveTransfers([acknowledged, two]);
      return stepDone(acknowledged);
    });
    server.use(
      http.get(`*/api/consults/${first.id}`, () => HttpResponse.json(makeStrokeConsult({ id: first.id }))),
      http.get(`*/api/consults/${first.id}/*`, () => HttpResponse.json([])),
    );
    screen.getByRole('button', { name: /^Acknowledge Transfer for Family001/ }).focus();
    await user.keyboard('{Enter}');
    const next = await screen.findByRole('button', { name: /^Complete Transfer for Family001/ });
    await waitFor(() => expect(screen.getByRole('link', { name: /Family001/ })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/transfer/${first.id}`));
    expect(sent.map(({ path }) => path)).toEqual([`${first.id} ${one.id} acknowledge`]);
    // Presses of the pointer are ignored for a moment, too.
    expect(next.closest('.wl-settling')).not.toBeNull();
  });

  it('[TRF-15] is reached with Tab from its card only, and the arrow keys move to the next card', async () => {
    const { user } = await openTransfers([one, two]);
    const steps = screen.getAllByRole('button', { name: /^Acknowledge Transfer/ });
    expect(steps.map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
    await user.click(screen.getByRole('searchbox'));
    await user.tab();
    await user.tab();
    expect(steps[0]).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: /Family002/ })).toHaveFocus();
    expect(steps.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  });

  it('[TRF-15] can be taken while the step of another transfer is on its way', async () => {
    const { user } = await openTransfers([one, two]);
    const held: (() => void)[] = [];
    const sent = serveStep(
      (id) =>
        new Promise((resolve) => {
          held.push(() => resolve(stepDone(id === one.id ? one : two)));
        }),
    );
    const step = (name: RegExp) => screen.getByRole('button', { name });
    await user.click(step(/^Acknowledge Transfer for Family001/));
    expect(step(/^Acknowledge Transfer for Family001/)).toBeDisabled();
    await user.click(step(/^Acknowledge Transfer for Family002/));
    await waitFor(() => expect(held).toHaveLength(2));
    for (const respond of held.toReversed()) respond();
    await waitFor(() => expect(step(/^Acknowledge Transfer for Family001/)).toBeEnabled());
    expect(sent.map(({ path }) => path)).toEqual([
      `${first.id} ${one.id} acknowledge`,
      `${second.id} ${two.id} acknowledge`,
    ]);
  });

  it('[TRF-15] [TRF-09] [RT-14] completes a transfer, which then leaves the list', async () => {
    const { user } = await openTransfers([acknowledged, two]);
    const sent = serveStep(() => {
      serveTransfers([two]);
      return stepDone({ ...acknowledged, state: 'completed' });
    });
    await user.click(screen.getByRole('button', { name: 'Complete Transfer for Family001, P001' }));
    await screen.findByText('Transfer completed.');
    await waitFor(() => expect(screen.queryByRole('link', { name: /Family001/ })).not.toBeInTheDocument());
    expect(sent.map(({ path }) => path)).toEqual([`${first.id} ${one.id} complete`]);
  });

  it('[ERR-19] [TRF-10] tells who was first, and shows the current state', async () => {
    const { user } = await openTransfers([one]);
    serveStep(() => {
      serveTransfers([{ ...acknowledged, allowedActions: [] }]);
      return refusal(409, { acknowledgedByUser: kim, acknowledgedAt: '2024-03-05T14:02:00Z' });
    });
    await user.click(screen.getByRole('button', { name: /^Acknowledge Transfer/ }));
    expect(await screen.findByText('Kim Fox acknowledged at 2:02pm.')).toBeInTheDocument();
    await waitFor(() => expect(row('Family001')).toHaveTextContent('Transfer Acknowledged'));
    expect(stepsOf('Family001')).toEqual([]);
    expect(screen.queryByText(HELP_DESK)).not.toBeInTheDocument();
    expect(screen.queryByText('Transfer acknowledged.')).not.toBeInTheDocument();
  });

  it('[TRF-15] shows the general toast if there is no response, and repeats the same step', async () => {
    const { user } = await openTransfers([one]);
    let respond: () => Response = () => HttpResponse.error();
    const sent = serveStep(() => respond());
    speedUpTimers();
    const name = /^Acknowledge Transfer/;
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(HELP_DESK, {}, { timeout: 60_000 })).toBeInTheDocument();
    respond = () => stepDone(acknowledged);
    await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
    await user.click(screen.getByRole('button', { name }));
    await screen.findByText('Transfer acknowledged.');
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });
});

it.each([
  ['consultCancelled', { state: 'requested' }, 'Transfer Closed'],
  ['patientDischarged', { state: 'acknowledged' }, 'Transfer Closed'],
  [null, { state: 'completed' }, 'Transfer Completed'],
] as const)('[TRF-09] [WL-03] a transfer that was closed says so: %s', async (closedReason, about, label) => {
  await openTransfers([makeTransfer(first, { ...about, closedReason })]);
  expect(screen.getByText(/^Transfer /).textContent).toBe(label);
});

describe('keys on the card with focus', () => {
  const cardOf = (name: RegExp) => screen.getByRole('link', { name });

  it.each([
    ['a', one, 'acknowledge'],
    ['d', acknowledged, 'complete'],
  ] as const)('[TRF-15] [PERM-18] %s takes that transfer further', async (key, transfer, step) => {
    const { user } = await openTransfers([two, transfer]);
    const sent = serveStep(() => stepDone(transfer));
    await user.keyboard(key);
    cardOf(/Family001/).focus();
    await user.keyboard(key);
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual([`${first.id} ${transfer.id} ${step}`]));
    await screen.findByText(/^Transfer (acknowledged|completed)\.$/);
    expect(sent).toHaveLength(1);
  });

  it('[TRF-15] lists them with the other keys', async () => {
    const { user } = await openTransfers([one]);
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' }));
    const rows = sheet.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(rows).toContainEqual(['Acknowledge Transfer (focused card)', 'A']);
    expect(rows).toContainEqual(['Complete Transfer (focused card)', 'D']);
  });

  /** Opens the second transfer's consult beside the list, with this on its page. */
  async function openSecond(transfers: TransferCard[]) {
    const opened = makeStrokeConsult({
      id: second.id,
      ...transferFields(makeTransferRead({ id: two.id, consultId: second.id })),
      allowedActions: ['acknowledgeTransfer'],
    });
    server.use(
      http.get(`*/api/consults/${second.id}`, () => HttpResponse.json(opened)),
      http.get(`*/api/consults/${second.id}/*`, () => HttpResponse.json([])),
    );
    const view = await openTransfers(transfers);
    await view.user.click(cardOf(/Family002/));
    await screen.findByRole('button', { name: 'Acknowledge Transfer' });
    return view;
  }

  it('[TRF-15] act on that card and not on the open consult, whichever was loaded first', async () => {
    const { user, queryClient } = await openSecond([two]);
    // The list's keys change after the consult's are there.
    serveTransfers([]);
    await queryClient.invalidateQueries({ queryKey: ['transfers'] });
    await waitFor(() => expect(screen.queryByRole('link', { name: /Family002/ })).not.toBeInTheDocument());
    serveTransfers([one, two]);
    await queryClient.invalidateQueries({ queryKey: ['transfers'] });
    await screen.findByRole('link', { name: /Family001/ });
    const sent = serveStep(() => stepDone(acknowledged));
    cardOf(/Family001/).focus();
    await user.keyboard('a');
    await screen.findByText('Transfer acknowledged.');
    expect(sent.map(({ path }) => path)).toEqual([`${first.id} ${one.id} acknowledge`]);
  });

  it('[TRF-15] do nothing on a card without that step, instead of acting on the open consult', async () => {
    const { user } = await openSecond([acknowledged, two]);
    const sent = serveStep(() => stepDone(acknowledged));
    cardOf(/Family001/).focus();
    await user.keyboard('a');
    // The next key's request shows that the first sent none.
    await user.keyboard('d');
    await screen.findByText('Transfer completed.');
    expect(sent.map(({ path }) => path)).toEqual([`${first.id} ${one.id} complete`]);
  });

  it('[TRF-15] elsewhere belong to the open consult', async () => {
    const { user } = await openSecond([one, two]);
    const sent = serveStep(() => stepDone(two));
    screen.getByRole('heading', { level: 1 }).focus();
    await user.keyboard('a');
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual([`${second.id} ${two.id} acknowledge`]));
  });
});
