import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ConsultCard } from '@/api/generated/types.gen';
import { fakeAlertTone, passSeconds, toneStarted } from '@/testing/fake-alert-tone';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { type LiveServer, untilConnected, untilLost } from '@/testing/live-server';
import { eventAbout, hideTab, LiveWorklist } from '@/testing/live-worklist';
import { makeCard, makeCards } from '@/testing/make-card';
import { worklistSpecialist } from '@/testing/worklist';

import { settle } from './arrivals';

const [one, two, three] = makeCards(3) as [ConsultCard, ConsultCard, ConsultCard];

let worklist: LiveWorklist;
const openLive: LiveWorklist['open'] = (...given) => worklist.open(...given);

beforeEach(() => {
  document.title = 'Wardline';
  worklist = new LiveWorklist();
  worklist.start();
});

afterEach(() => worklist.stop());

describe('the window title', () => {
  beforeEach(() => void vi.spyOn(document, 'hasFocus').mockReturnValue(false));

  it('[RT-07] [NOTIF-13] counts the consults that arrived since the window lost focus, until it has it again', async () => {
    const { live } = await openLive([]);
    worklist.serve(one, two);
    await live.send('consult:created', eventAbout(one));
    await live.send('consult:created', eventAbout(two));
    await live.send('consult:created', eventAbout({ ...three, serviceLineId: 2 }));
    await live.send('consult:created', eventAbout(makeCard(), worklistSpecialist.id));
    await waitFor(() => expect(document.title).toBe('(2) Wardline'));
    fireEvent.focus(window);
    await waitFor(() => expect(document.title).toBe('Wardline'));
  });

  it('[RT-09] [NOTIF-13] no longer counts an acknowledged consult, even in a hidden tab', async () => {
    const { live } = await openLive([]);
    hideTab(true);
    await live.send('consult:created', eventAbout(one));
    await live.send('consult:created', eventAbout(two));
    await live.send('consult:updated-state', eventAbout(one));
    await waitFor(() => expect(document.title).toBe('(1) Wardline'));
    expect(worklist.requests).toEqual(['list']);
  });

  it('[NOTIF-13] does not change while the window has focus', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const { live } = await openLive([]);
    worklist.serve(one);
    await live.send('consult:created', eventAbout(one));
    await waitFor(() => expect(screen.getByRole('link', { name: /Family001/ })).toBeInTheDocument());
    expect(document.title).toBe('Wardline');
  });

  it('[NOTIF-13] keeps the count before the title of any page', async () => {
    const { live, router } = await openLive([]);
    worklist.serve(one);
    await live.send('consult:created', eventAbout(one));
    await waitFor(() => expect(document.title).toBe('(1) Wardline'));
    await act(() => router.navigate({ to: '/help' }));
    await waitFor(() => expect(document.title).toMatch(/^\(1\) .+ · Wardline$/));
    fireEvent.focus(window);
    await waitFor(() => expect(document.title).toMatch(/^[^(].+ · Wardline$/));
  });
});

it('[NOTIF-13] counts a new consult at the link to the list, on every page, until it is opened', async () => {
  const { live, router } = await openLive([]);
  worklist.serve(one);
  await act(() => router.navigate({ to: '/help' }));
  await live.send('consult:created', eventAbout(one));
  expect(await screen.findByRole('link', { name: 'Consults 1 new' })).toBeInTheDocument();
  act(() => {
    settle(one.id);
  });
  expect(await screen.findByRole('link', { name: 'Consults' })).toBeInTheDocument();
});

describe('a consult that arrived while the connection was lost', () => {
  beforeEach(() => void vi.spyOn(document, 'hasFocus').mockReturnValue(false));

  /** Drops the connection, replaces the server's consults with these, and reconnects. */
  async function comeBackTo(live: LiveServer, ...cards: ConsultCard[]) {
    worklist.serve(...cards);
    speedUpTimers();
    live.drop();
    await untilLost();
    await act(untilConnected);
  }
  const now = () => new Date().toISOString();

  it('[RT-03] [NOTIF-13] is counted once in a hidden tab, unless it was acknowledged or requested by the user', async () => {
    const { live } = await openLive([one]);
    hideTab(true);
    await live.send('consult:created', eventAbout(two));
    await waitFor(() => expect(document.title).toBe('(1) Wardline'));
    const missed = { ...three, createdAt: now() };
    const [mine, taken] = [makeCard({ createdById: worklistSpecialist.id }), makeCard({ acknowledgedAt: now() })];
    await comeBackTo(
      live,
      { ...one, createdAt: '2024-03-05T13:00:00Z' },
      { ...two, createdAt: now() },
      missed,
      { ...mine, id: 'mine', createdAt: now() },
      { ...taken, id: 'taken', createdAt: now() },
    );
    await waitFor(() => expect(document.title).toBe('(2) Wardline'), { timeout: 4000 });
    await live.send('connection:resync', {});
    await waitFor(() => expect(worklist.requests).toEqual(['list', 'newest', 'newest']), { timeout: 4000 });
    await act(() => fetch('/api/anything'));
    expect(document.title).toBe('(2) Wardline');
  });

  it('[RT-03] [NOTIF-13] is counted on a page without the list', async () => {
    const { live, router } = await openLive([one]);
    await act(() => router.navigate({ to: '/help' }));
    await comeBackTo(live, one, { ...two, createdAt: now() });
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /), { timeout: 4000 });
  });

  it('[RT-03] [NOTIF-13] is counted after the server missed events', async () => {
    const { live } = await openLive([]);
    hideTab(true);
    worklist.serve({ ...one, createdAt: now() });
    speedUpTimers();
    await live.send('connection:resync', {});
    await waitFor(() => expect(document.title).toBe('(1) Wardline'), { timeout: 4000 });
  });
});

describe('the sound', () => {
  beforeEach(fakeAlertTone);

  it('[RT-07] [NOTIF-13] is off by default, plays once turned on for what is new, once in ten seconds unless it is urgent, and stays on for this user', async () => {
    const user = userEvent.setup();
    const { live, panel, unmount } = await openLive([]);
    const toggle = panel.getByRole('switch', { name: 'Sound for new consults and urgent comments' });
    expect(toggle).not.toBeChecked();
    await live.send('consult:created', eventAbout(one));
    expect(toneStarted).not.toHaveBeenCalled();
    await user.click(toggle);
    await waitFor(() => expect(toggle).toBeChecked());
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(2));
    await live.send('consult:created', eventAbout(two));
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(4));
    await live.send('consult:created', eventAbout(three));
    passSeconds(11);
    await live.send('consult:created', eventAbout({ ...three, id: '00000000-0000-4000-8000-000000000004' }));
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(6));
    passSeconds(3);
    await live.send('notification:urgent', { consultId: one.id });
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(8));
    unmount();
    live.close();
    const again = await openLive([]);
    expect(again.panel.getByRole('switch', { name: 'Sound for new consults and urgent comments' })).toBeChecked();
    again.unmount();
    again.live.close();
    const other = await openLive([], { ...worklistSpecialist, id: 3 });
    expect(other.panel.getByRole('switch', { name: 'Sound for new consults and urgent comments' })).not.toBeChecked();
  });

  it('[NOTIF-13] is not made by the list for who is on call for the line for escalations only, who still sees the consult', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    const { live, panel } = await openLive([], { ...worklistSpecialist, escalationOnlyLineIds: [one.serviceLineId] });
    const toggle = panel.getByRole('switch', { name: 'Sound for new consults and urgent comments' });
    await userEvent.click(toggle);
    await waitFor(() => expect(toggle).toBeChecked());
    toneStarted.mockClear();
    passSeconds(11);
    await live.send('consult:created', eventAbout(one));
    await waitFor(() => expect(document.title).toBe('(1) Wardline'));
    worklist.serve(one, { ...two, createdAt: new Date().toISOString() });
    speedUpTimers();
    await live.send('connection:resync', {});
    await waitFor(() => expect(document.title).toBe('(2) Wardline'), { timeout: 4000 });
    expect(toneStarted).not.toHaveBeenCalled();
  });
});
