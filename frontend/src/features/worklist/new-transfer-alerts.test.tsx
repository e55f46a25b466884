import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { TransferCard } from '@/api/generated/types.gen';
import { fakeAlertTone, toneStarted } from '@/testing/fake-alert-tone';
import { untilDelivered } from '@/testing/live-server';
import { openLiveTransfers, transferEvent } from '@/testing/live-transfers';
import { eventAbout, hideTab, LiveWorklist } from '@/testing/live-worklist';
import { makeCards, makeTransfer } from '@/testing/make-card';
import { makeMe, permissions } from '@/testing/me';
import { transferCoordinator } from '@/testing/worklist';

const [one, two, three] = makeCards(3).map((card) => makeTransfer(card)) as [TransferCard, TransferCard, TransferCard];

const isNew = (name: RegExp) => screen.getByRole('link', { name }).textContent.includes('New');
const now = () => new Date().toISOString();

const WAIT = { timeout: 4000 };

beforeEach(() => {
  document.title = 'Wardline';
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  fakeAlertTone();
});

/** Turns the sound on, which plays it once. */
async function turnOnSound() {
  await userEvent.click(screen.getByRole('switch', { name: 'Sound for new transfers' }));
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(2));
  toneStarted.mockClear();
}

describe('a new transfer', () => {
  it('[RT-12] [NOTIF-13] [TRF-18] appears without a reload, is marked, rings, is counted and is announced', async () => {
    const { live, panel, answer, requests } = await openLiveTransfers([one]);
    await turnOnSound();
    answer.transfers = [one, two];
    await live.send('transfer:created', transferEvent(two));
    await panel.findByRole('link', { name: /Family002/ });
    expect([isNew(/Family001/), isNew(/Family002/)]).toEqual([false, true]);
    expect(panel.getByText('New transfer: routine, Tele-Psych, Harbor General 4 West.')).toBeInTheDocument();
    expect(toneStarted).toHaveBeenCalledTimes(2);
    expect(document.title).toBe('(1) Wardline');
    expect(screen.getByRole('link', { name: 'Transfers 1 new' })).toBeInTheDocument();
    expect(requests).toEqual(['list', 'list']);
    fireEvent.focus(window);
    await waitFor(() => expect(document.title).toBe('Wardline'));
    expect(isNew(/Family002/)).toBe(true);
  });

  it('[RT-12] [NOTIF-13] several that arrive together are announced in one sentence', async () => {
    const { live, panel, answer } = await openLiveTransfers([]);
    hideTab(true);
    answer.transfers = [one, two];
    await live.send('transfer:created', transferEvent(one));
    await live.send('transfer:created', transferEvent(two));
    await waitFor(() => expect(document.title).toBe('(2) Wardline'));
    hideTab(false);
    expect(await panel.findByText('2 new transfers.')).toBeInTheDocument();
  });

  it("[RT-12] [NOTIF-13] appears without any of it if it is the user's own", async () => {
    const { live, panel, answer } = await openLiveTransfers([]);
    await turnOnSound();
    answer.transfers = [one];
    await live.send('transfer:created', transferEvent(one, transferCoordinator.id));
    await panel.findByRole('link', { name: /Family001/ });
    expect(isNew(/Family001/)).toBe(false);
    expect(document.title).toBe('Wardline');
    expect(toneStarted).not.toHaveBeenCalled();
    expect(panel.queryByText(/New transfer/)).not.toBeInTheDocument();
  });

  it('[PERM-04] [NOTIF-13] does not alert users who may not list transfers', async () => {
    const worklist = new LiveWorklist();
    worklist.start();
    const { live, panel } = await worklist.open([one.consult]);
    await userEvent.click(panel.getByRole('switch', { name: 'Sound for new consults and urgent comments' }));
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(2));
    const delivered = untilDelivered();
    await live.send('transfer:created', transferEvent(one));
    await delivered;
    expect(document.title).toBe('Wardline');
    expect(toneStarted).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('link', { name: 'Consults' })).toBeInTheDocument();
    worklist.stop();
  });

  it.each([
    ['[RT-13]', 'transfer:acknowledged'],
    ['[RT-14]', 'transfer:completed'],
  ] as const)('%s [NOTIF-13] is no longer new after %s, even in a hidden tab', async (_row, name) => {
    const { live, panel, answer } = await openLiveTransfers([]);
    answer.transfers = [one, two];
    await live.send('transfer:created', transferEvent(one));
    await live.send('transfer:created', transferEvent(two));
    await panel.findByRole('link', { name: /Family002/ });
    expect(document.title).toBe('(2) Wardline');
    hideTab(true);
    await live.send(name, transferEvent(one));
    await waitFor(() => expect(document.title).toBe('(1) Wardline'));
    expect([isNew(/Family001/), isNew(/Family002/)]).toEqual([false, true]);
  });

  it.each([
    ['acknowledged', { state: 'acknowledged', acknowledgedAt: '2024-03-05T14:02:00Z' }],
    ['closed', null],
  ] as const)('[NOTIF-13] [TRF-09] is no longer new once it is %s', async (_, about) => {
    const { live, panel, answer } = await openLiveTransfers([]);
    answer.transfers = [one];
    await live.send('transfer:created', transferEvent(one));
    await panel.findByRole('link', { name: /Family001/ });
    expect(isNew(/Family001/)).toBe(true);
    expect(document.title).toBe('(1) Wardline');
    // The list of running transfers does not have closed ones.
    answer.transfers = about === null ? [] : [{ ...one, ...about }];
    await live.send('consult:updated', eventAbout(one.consult));
    await waitFor(() => expect(document.title).toBe('Wardline'));
    expect(panel.queryByText('New')).not.toBeInTheDocument();
  });
});

describe('after the connection was lost', () => {
  it('[RT-03] [RT-12] [NOTIF-13] rings for transfers that were requested meanwhile and still wait', async () => {
    const { panel, requests, comeBackTo } = await openLiveTransfers([one]);
    await turnOnSound();
    const missed = { ...two, createdAt: now() };
    await comeBackTo(one, missed, { ...three, createdAt: now(), state: 'acknowledged', acknowledgedAt: now() });
    await waitFor(() => expect(document.title).toBe('(1) Wardline'), WAIT);
    await waitFor(() => expect(isNew(/Family002/)).toBe(true), WAIT);
    expect([isNew(/Family001/), isNew(/Family003/)]).toEqual([false, false]);
    expect(toneStarted).toHaveBeenCalledTimes(2);
    expect(panel.getAllByRole('listitem')).toHaveLength(3);
    // A user who may list only transfers asks for no consults.
    expect(requests.toSorted()).toEqual(['list', 'list', 'newest']);
  });

  it('[RT-03] [NOTIF-13] counts each once on a page without the list', async () => {
    const { live, router, comeBackTo } = await openLiveTransfers([]);
    await act(() => router.navigate({ to: '/help' }));
    await live.send('transfer:created', transferEvent(one));
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /));
    const taken = { ...three, createdAt: now(), state: 'acknowledged', acknowledgedAt: now() } as const;
    await comeBackTo({ ...one, createdAt: now() }, { ...two, createdAt: now() }, taken);
    await waitFor(() => expect(document.title).not.toMatch(/^\(1\) /), WAIT);
    expect(document.title).toMatch(/^\(2\) /);
  });
});

it('[NOTIF-13] [PERM-03] a user who lists only transfers is not alerted to consults', async () => {
  const { live } = await openLiveTransfers([], makeMe({ ...transferCoordinator, checkedInLineIds: [3] }));
  await turnOnSound();
  const delivered = untilDelivered();
  await live.send('consult:created', eventAbout(one.consult));
  await delivered;
  expect(document.title).toBe('Wardline');
  expect(toneStarted).not.toHaveBeenCalled();
});

it('[NOTIF-13] [PERM-04] a user who lists both is alerted to both', async () => {
  const rbacPermissions = permissions('List Transfer', 'List Consult', 'View Consult');
  const both = makeMe({ ...transferCoordinator, isVirtual: true, rbacPermissions, checkedInLineIds: [3] });
  const { live } = await openLiveTransfers([], both);
  await live.send('consult:created', eventAbout(one.consult));
  await live.send('transfer:created', transferEvent(one));
  await waitFor(() => expect(document.title).toBe('(2) Wardline'));
  await live.send('consult:updated-state', eventAbout(one.consult));
  await waitFor(() => expect(document.title).toBe('(1) Wardline'));
});
