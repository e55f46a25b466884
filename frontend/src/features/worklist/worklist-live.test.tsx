import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ConsultCard } from '@/api/generated/types.gen';
import { markStale, onStale } from '@/api/live';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { untilConnected } from '@/testing/live-server';
import { eventAbout, hideTab, LiveWorklist } from '@/testing/live-worklist';
import { listed, makeCards } from '@/testing/make-card';
import { server } from '@/testing/server';
import { worklistNurse } from '@/testing/worklist';

const [one, two, three] = makeCards(3) as [ConsultCard, ConsultCard, ConsultCard];

let worklist: LiveWorklist;
const openLive: LiveWorklist['open'] = (...given) => worklist.open(...given);

beforeEach(() => {
  document.title = 'Wardline';
  worklist = new LiveWorklist();
  worklist.start();
});

afterEach(() => worklist.stop());

const names = () =>
  screen.queryAllByRole('link', { name: /Family/ }).map((link) => /Family\d+/.exec(link.textContent)?.[0]);

const lists = () => worklist.requests.filter((call) => call === 'list');

describe('the list', () => {
  it('[RT-07] [WL-49] [WL-51] requests cards with the filter and sort of the list', async () => {
    const { live } = await openLive([one]);
    await live.send('update:created', eventAbout(one));
    await waitFor(() => expect(worklist.requests).toEqual(['list', 'card 001']));
    const [page, cards] = worklist.bodies;
    expect(cards).toEqual({ ids: [one.id], filter: page?.filter, sort: 'priorityHighToLow' });
  });

  it.each([403, 404])('[RT-09] removes a consult that the user may no longer view (%i)', async (status) => {
    const { live } = await openLive([one, two]);
    server.use(http.post('*/api/consults/$cards', () => HttpResponse.json({ code: 'refused' }, { status })));
    await live.send('update:created', eventAbout(one));
    await waitFor(() => expect(names()).toEqual(['Family002']));
  });

  it('[RT-07] [NOTIF-13] inserts a new consult at its position with one request for the card and none for the list', async () => {
    const { live, panel } = await openLive([one, three]);
    worklist.serve(one, two, three);
    await live.send('consult:created', eventAbout(two));
    await waitFor(() => expect(names()).toEqual(['Family001', 'Family002', 'Family003']));
    expect(worklist.requests).toEqual(['list', 'card 002']);
    expect(panel.getByRole('status')).toHaveTextContent('New consult: routine, Tele-Psych, Harbor General 4 West.');
    expect(panel.getByRole('link', { name: /Family002/ })).toHaveTextContent('New');
  });

  it('fetches the card of a consult that the user changed here', async () => {
    const { panel } = await openLive([one, two]);
    worklist.serve({ ...one, acknowledgedAt: '2024-03-05T13:10:00Z' }, two);
    markStale([`card/${one.id}`]);
    expect(await panel.findByText('Acknowledged')).toBeInTheDocument();
    expect(worklist.requests).toEqual(['list', 'card 001']);
  });

  it('[RT-07] [NOTIF-13] announces a second consult with the same text to screen readers again', async () => {
    const { live, panel } = await openLive([]);
    const region = panel.getByRole('status');
    const changed = vi.fn();
    new MutationObserver(changed).observe(region, { childList: true, characterData: true, subtree: true });
    worklist.serve(one, two);
    for (const card of [one, two]) {
      changed.mockClear();
      await live.send('consult:created', eventAbout(card));
      await waitFor(() => expect(changed).toHaveBeenCalled());
      expect(region).toHaveTextContent('New consult: routine, Tele-Psych, Harbor General 4 West.');
    }
  });

  it('[RT-09] removes consults that are no longer in the list', async () => {
    const { live } = await openLive([one, two, three]);
    worklist.serve(three);
    await live.send('consult:updated-state', eventAbout(one));
    await live.send('consult:updated-state', eventAbout(two));
    await waitFor(() => expect(names()).toEqual(['Family003']));
    expect(worklist.requests.filter((call) => call === 'list')).toHaveLength(1);
  });

  it('[RT-08] [RT-10] [RT-11] updates a card that was acknowledged, commented on, corrected or made more urgent', async () => {
    const { live, panel } = await openLive([one]);
    worklist.serve({ ...one, acknowledgedAt: '2024-03-05T13:10:00Z', commentCount: 2 });
    await live.send('update:created', eventAbout(one));
    await waitFor(() => expect(panel.getByRole('link')).toHaveTextContent('2 comments'));
    expect(panel.getByRole('link')).toHaveTextContent('Acknowledged');
    worklist.serve({ ...one, Patient: { ...one.Patient, nameGiven: 'Corrected' } });
    await live.send('consult:patient:updated', eventAbout(one));
    expect(await panel.findByText(/Corrected/)).toBeInTheDocument();
    worklist.serve({ ...one, priority: { ...one.priority, name: 'critical' } });
    await live.send('consult:updated', eventAbout(one));
    await waitFor(() => expect(panel.getByRole('link')).toHaveTextContent(/critical/i));
  });

  it('[RT-15] fetches the card of a consult with a changed note', async () => {
    const { live } = await openLive([one]);
    worklist.serve({ ...one, state: 'completed', completeType: 'video', commentCount: 4 });
    await live.send('consult:signoff-changed', eventAbout(one));
    await waitFor(() => expect(worklist.requests).toEqual(['list', 'card 001']));
  });

  it('[RT-07] [RT-10] ignores events that do not concern it', async () => {
    const { live } = await openLive([one]);
    const elsewhere = eventAbout({ ...two, serviceLineId: 2 });
    for (const name of ['consult:created', 'transfer:created'] as const)
      await live.send(name, { ...elsewhere, transferId: two.id });
    await live.send('update:created', eventAbout(one));
    await waitFor(() => expect(worklist.requests).toEqual(['list', 'card 001']));
    expect(names()).toEqual(['Family001']);
  });

  it('[RT-10] ignores a consult elsewhere on which the user only commented', async () => {
    const { live } = await openLive([one], worklistNurse);
    const elsewhere = { ...two, location: { ...two.location, id: 12 } };
    const mine = { ...three, location: { ...three.location, id: 12 }, completedById: worklistNurse.id };
    worklist.serve(one, mine);
    await live.send('update:created', eventAbout(elsewhere, worklistNurse.id));
    await live.send('update:created', eventAbout(mine, worklistNurse.id));
    await waitFor(() => expect(names()).toEqual(['Family001', 'Family003']));
    expect(worklist.requests.join(' ')).toContain('002');
  });

  it('[RT-08] [RT-09] [RT-10] sends one request for several simultaneous events of one consult', async () => {
    const { live } = await openLive([one]);
    await live.send('consult:updated', eventAbout(one));
    await live.send('consult:updated-state', eventAbout(one));
    await live.send('update:created', eventAbout(one));
    await waitFor(() => expect(worklist.requests).toContain('card 001'));
    expect(worklist.requests).toEqual(['list', 'card 001']);
  });

  it('[RT-07] is refetched if very many consults change at once', async () => {
    const { live } = await openLive([]);
    const cards = makeCards(101);
    worklist.serve(...cards);
    // Held until the tab is visible, so that they arrive together even on a slow computer.
    hideTab(true);
    for (const card of cards) await live.send('consult:created', eventAbout(card));
    await waitFor(() => expect(document.title).toBe('(101) Wardline'));
    hideTab(false);
    await waitFor(() => expect(names()).toHaveLength(101));
    expect(worklist.requests).toEqual(['list', 'list']);
  });

  it('[RT-07] waits in a hidden tab until it is visible again', async () => {
    const { live } = await openLive([one]);
    hideTab(true);
    worklist.serve(one, two);
    await live.send('consult:created', eventAbout(two));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(worklist.requests).toEqual(['list']);
    hideTab(false);
    await waitFor(() => expect(names()).toEqual(['Family001', 'Family002']));
  });

  it('[RT-03] [NOTIF-13] is refetched once after a lost connection, and announces consults that arrived in between as new', async () => {
    const { live, panel } = await openLive([one]);
    worklist.serve(one, { ...two, createdAt: new Date().toISOString() });
    speedUpTimers();
    live.drop();
    expect(await screen.findByText(/Reconnecting. Showing data as of/)).toBeInTheDocument();
    await act(untilConnected);
    await waitFor(() => expect(names()).toEqual(['Family001', 'Family002']), { timeout: 2000 });
    expect(lists()).toHaveLength(2);
    await waitFor(() => expect(panel.getByRole('link', { name: /Family002/ })).toHaveTextContent('New'));
  });

  it('[RT-03] is refetched once when the server requests it', async () => {
    const { live } = await openLive([one]);
    worklist.serve(two);
    speedUpTimers();
    await live.send('connection:resync', {});
    await waitFor(() => expect(names()).toEqual(['Family002']), { timeout: 2000 });
    expect(lists()).toHaveLength(2);
  });

  it('[RT-10] never shows an older response after a newer one', async () => {
    const { live } = await openLive([one]);
    const requested = vi.fn();
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post(
        '*/api/consults/$cards',
        async () => {
          requested();
          await slow;
          return HttpResponse.json({ consults: [listed({ ...one, commentCount: 1 })] });
        },
        { once: true },
      ),
    );
    speedUpTimers();
    await live.send('update:created', eventAbout(one));
    await waitFor(() => expect(requested).toHaveBeenCalled());
    worklist.serve({ ...one, commentCount: 2 });
    await live.send('update:created', eventAbout(one));
    await waitFor(() => expect(screen.getByRole('link', { name: /Family001/ })).toHaveTextContent('2 comments'));
    release();
    // The later request shows that the old response has been processed.
    worklist.serve({ ...one, commentCount: 2 }, two);
    await live.send('consult:created', eventAbout(two));
    await screen.findByRole('link', { name: /Family002/ });
    expect(screen.getByRole('link', { name: /Family001/ })).toHaveTextContent('2 comments');
  });

  it('[RT-07] keeps a card that arrived while the list was being fetched', async () => {
    const { live, queryClient } = await openLive([one]);
    const requested = vi.fn();
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post(
        '*/api/consults/$search',
        async () => {
          requested();
          await slow;
          return HttpResponse.json({ consults: [listed({ ...one, commentCount: 9 })], hasMore: false });
        },
        { once: true },
      ),
    );
    const reload = queryClient.invalidateQueries({ queryKey: ['worklist'] });
    await waitFor(() => expect(requested).toHaveBeenCalled());
    worklist.serve(one, two);
    const flushed = new Promise((resolve) => onStale(resolve));
    await live.send('consult:created', eventAbout(two));
    await act(() => flushed);
    // Later requests have completed, so by now the card would be there as well.
    for (let call = 0; call < 3; call += 1) await act(() => fetch('/api/locations'));
    release();
    await act(() => reload);
    await waitFor(() => expect(screen.getByRole('link', { name: /Family001/ })).toHaveTextContent('9 comments'));
    await waitFor(() => expect(names()).toEqual(['Family001', 'Family002']));
  });
});
