import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { switchSound } from '@/shared/media/alert-sound';
import { lockedDuty } from '@/session/locked-duty';
import * as signingIn from '@/session/sign-in';
import { testConfig } from '@/testing/config';
import { allowTone, fakeAlertTone, passSeconds, toneStarted } from '@/testing/fake-alert-tone';
import { DUTY, jumpableTime, lockTab, makeDutyPage, serveDuty } from '@/testing/locked-screen';
import { renderApp } from '@/testing/render-app';

const TONE = 2;
const POLL = 5_000;
const RINGS = 'This locked screen rings when you are paged.';

beforeEach(() => setRuntimeConfig(testConfig));

const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const waiting = () => screen.findByRole('region', { name: 'Waiting for you' });
const rows = async () => within(await waiting()).queryAllByRole('listitem');
const openLocked = () => {
  lockTab();
  return renderApp('/login?redirect=%2Fconsult', { me: null });
};

async function withSound() {
  fakeAlertTone();
  await switchSound(DUTY.userId, true);
  toneStarted.mockClear();
}

describe('the locked screen of someone on call', () => {
  it('[NOTIF-13] [CALL-18] says for which lines, and shows what waits, critical first and then the longest', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const served = serveDuty(
      makeDutyPage({ id: 1, priority: 'routine', startedAt: minutesAgo(50) }),
      makeDutyPage({ id: 2, startedAt: minutesAgo(2), serviceLineName: 'Tele-ICU' }),
    );
    served.lines = ['Tele-ICU', 'Tele-Neuro', 'Tele-Stroke'];
    openLocked();
    expect(
      await screen.findByRole('heading', {
        level: 2,
        name: 'You are on call for Tele-ICU, Tele-Neuro, and Tele-Stroke',
      }),
    ).toBeVisible();
    expect(screen.getByText('You were signed out after 15 minutes of inactivity.')).toBeVisible();
    const [first, second] = await rows();
    expect(first).toHaveTextContent(/Critical2 min.*New Consult Tele-ICU, Lakeshore General - ED/);
    expect(second).toHaveTextContent(/Routine50 min.*Tele-Stroke, Lakeshore General - ED/);
    expect(document.title).toMatch(/^\(2\) /);
    expect(served.polls[0]).toBe('Duty duty token');
    await screen.findByRole('button', { name: 'Turn on sound' });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Login',
      'Sign in to answer',
      'Turn on sound',
    ]);
  });

  it('[NOTIF-13] rings again and again for what is critical, until someone answers elsewhere', async () => {
    jumpableTime();
    const served = serveDuty();
    await withSound();
    openLocked();
    expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
    expect(toneStarted).not.toHaveBeenCalled();
    served.pages = [makeDutyPage({ id: 1, priority: 'routine' })];
    await later(POLL);
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
    await later(30_000);
    passSeconds(30);
    expect(toneStarted).toHaveBeenCalledTimes(TONE);
    served.pages = [...served.pages, makeDutyPage({ id: 2 })];
    await later(POLL);
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(2 * TONE));
    await later(30_000);
    expect(toneStarted).toHaveBeenCalledTimes(4 * TONE);
    served.pages = [];
    await later(POLL);
    expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign in to answer' })).not.toBeInTheDocument();
    await later(60_000);
    expect(toneStarted).toHaveBeenCalledTimes(4 * TONE);
  });

  it('is silent about what its user has muted, and as long as the sound is off', async () => {
    jumpableTime();
    const served = serveDuty(makeDutyPage({ muted: true }));
    await withSound();
    openLocked();
    expect(await rows()).toHaveLength(1);
    await later(60_000);
    expect(toneStarted).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Turn off sound' }));
    served.pages = [makeDutyPage({ id: 2 })];
    await later(POLL + 30_000);
    expect(toneStarted).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on sound' }));
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  });

  it('says each page once to screen readers', async () => {
    jumpableTime();
    const served = serveDuty(makeDutyPage());
    openLocked();
    const log = await screen.findByRole('log', { name: 'New pages' });
    const [said] = within(log).getAllByText('New Consult, critical: Tele-Stroke, Lakeshore General - ED.');
    served.pages = [...served.pages, makeDutyPage({ id: 2, kind: 'urgentComment', serviceLineName: 'Tele-ICU' })];
    await later(POLL);
    await within(log).findByText('Urgent Comment, critical: Tele-ICU, Lakeshore General - ED.');
    expect(said).toBeInTheDocument();
  });

  it('[NOTIF-13] rings on after a reload', async () => {
    jumpableTime();
    serveDuty(makeDutyPage());
    await withSound();
    const { unmount } = openLocked();
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
    expect(await rows()).toHaveLength(1);
    unmount();
    await later(60_000);
    expect(toneStarted).toHaveBeenCalledTimes(TONE);
    renderApp('/login', { me: null });
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(2 * TONE));
    await later(15_000);
    expect(toneStarted).toHaveBeenCalledTimes(3 * TONE);
    expect(screen.getByText(RINGS)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('[NOTIF-13] warns that it does not ring after a reload until something is pressed, and then rings', async () => {
    jumpableTime();
    serveDuty(makeDutyPage());
    await withSound();
    fakeAlertTone({ blocks: true });
    localStorage.setItem(`wardline.sound.${DUTY.userId}`, 'on');
    openLocked();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Sound is blocked until you press something.*This screen does not ring\./);
    expect(screen.queryByText(RINGS)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('heading', { level: 2 }));
    await waitFor(() =>
      expect(alert).toHaveTextContent(/^Your browser blocks the sound.*Allow sound for Wardline in its settings/),
    );
    allowTone();
    expect(toneStarted).not.toHaveBeenCalled();
    await userEvent.keyboard('x');
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
    expect(screen.getByText(RINGS)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('[NOTIF-13] warns while its sound is off, and follows another tab that turns it on', async () => {
    serveDuty();
    fakeAlertTone();
    openLocked();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Sound is off on this screen' + 'This screen does not ring. You will be paged through your other contacts.',
    );
    expect(screen.queryByText(RINGS)).not.toBeInTheDocument();
    const key = `wardline.sound.${DUTY.userId}`;
    localStorage.setItem(key, 'on');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(await screen.findByText(RINGS)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    [false, 'This screen does not ring. Nothing else can reach you: log in, or go to another screen.'],
    [null, 'This screen does not ring.'],
  ])('[NOTIF-13] promises nothing that is not true (other contacts: %s)', async (reachable, text) => {
    serveDuty();
    fakeAlertTone();
    lockTab('idle', reachable);
    renderApp('/login', { me: null });
    expect((await screen.findByText(/^This screen does not ring/)).textContent).toBe(text);
    expect(document.body).not.toHaveTextContent(/You will be paged/);
  });

  it.each([
    ['duty_over', /^You are no longer on call on this screen.*paging continues there\.$/],
    [
      'duty_expired',
      /^This screen was locked for 12 hours.*You are still on call\. You will be paged through your other contacts\.$/,
    ],
  ] as const)('says plainly when it is over (%s), and asks no more', async (refusal, message) => {
    jumpableTime();
    const served = serveDuty(makeDutyPage());
    openLocked();
    await rows();
    served.refusal = refusal;
    await later(POLL);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Waiting for you' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Login' })).toBeVisible();
    const asked = served.polls.length;
    await later(60_000);
    expect(served.polls).toHaveLength(asked);
    expect(lockedDuty.read()).toBeNull();
  });

  it('keeps what it knows, and warns that it cannot ring, while the server does not respond', async () => {
    jumpableTime();
    const served = serveDuty(makeDutyPage());
    await withSound();
    openLocked();
    await rows();
    served.refusal = 'no response';
    await later(POLL);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await later(3 * POLL);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /cannot ring\. You will be paged through your other contacts\.$/,
    );
    expect(screen.queryByText(RINGS)).not.toBeInTheDocument();
    expect(await rows()).toHaveLength(1);
    served.refusal = null;
    await later(POLL);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  it('[ROUTE-16] leads to what rings loudest, or back to where the user was', async () => {
    const signIn = vi.spyOn(signingIn, 'signIn').mockResolvedValue();
    serveDuty(makeDutyPage({ id: 4, priority: 'urgent' }), makeDutyPage({ id: 5 }));
    openLocked();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in to answer' }));
    expect(signIn).toHaveBeenLastCalledWith({ returnTo: '/pages/5' });
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect(signIn).toHaveBeenLastCalledWith({ returnTo: '/consult' });
  });
});
