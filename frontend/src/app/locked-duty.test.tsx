import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { UserManager } from 'oidc-client-ts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { lockedDuty } from '@/session/locked-duty';
import { startSession } from '@/session/session';
import { clearTab } from '@/session/sign-out';
import { session, sessionEnded, signedOut, users } from '@/session/state';
import { registerDirtyForm } from '@/drafts/dirty-forms';
import { openDrafts } from '@/drafts/draft-storage';
import { switchSound } from '@/shared/media/alert-sound';
import { testConfig } from '@/testing/config';
import { makeContact, PUSH_KEY } from '@/testing/contacts';
import { fakeAlertTone, toneStarted } from '@/testing/fake-alert-tone';
import { DUTY, lockTab, makeDutyPage, serveDuty } from '@/testing/locked-screen';
import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { storeUser, userFor } from '@/testing/session';
import { CONSULT } from '@/testing/show-consult';

const SLOW = { timeout: 10_000 };
const neuro = makeMe({
  id: DUTY.userId,
  username: DUTY.subject,
  checkedInLineIds: [2],
  rbacPermissions: permissions('List Consult', 'View Consult', 'Acknowledge Transfer'),
});

beforeEach(() => {
  setRuntimeConfig(testConfig);
  server.use(
    http.get(CONSULT, () => HttpResponse.json(makePsychConsult())),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    ...emptyAnswers,
  );
});

describe('what rang, after sign-in', () => {
  it('[NOTIF-13] is the consult', async () => {
    const path = `/consult/${CONSULT_ID}`;
    server.use(http.get('*/api/pages/5/consult', () => HttpResponse.json({ consultId: CONSULT_ID, path })));
    const { router } = renderApp('/pages/5', { me: neuro });
    await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, SLOW);
    expect(router.state.location.pathname).toBe(path);
  });

  it.each(['5', 'x', '5.0'])('[PERM-08] does not show to someone else (page %s)', async (page) => {
    const refusal = { code: 'page_not_found', message: 'Not yours.', errors: [] };
    server.use(http.get('*/api/pages/5/consult', () => HttpResponse.json(refusal, { status: 404 })));
    const { router } = renderApp(`/pages/${page}`, { me: neuro });
    expect(await screen.findByText(/^What rang is for someone else/, {}, SLOW)).toBeVisible();
    expect(router.state.location.pathname).toBe('/consult');
  });
});

describe('the token for it', () => {
  async function openSignedIn(me = neuro) {
    storeUser(userFor(DUTY.subject));
    await startSession();
    const app = renderApp('/help', { me });
    await screen.findByRole('button', { name: /'s profile$/ }, SLOW);
    return app;
  }

  /** What this tab stores after its user's session has ended. */
  async function after(ending: Parameters<typeof clearTab>[1]) {
    await act(() => clearTab(userFor(DUTY.subject), ending));
    signedOut.setState(null, true);
    return lockedDuty.read();
  }

  it.each([
    ['idle', DUTY],
    ['ended', DUTY],
    ['chosen', null],
    ['elsewhere', null],
  ] as const)('[CALL-18] of someone on call, whose session ends (%s)', async (ending, kept) => {
    const served = serveDuty();
    await openSignedIn();
    await waitFor(() => expect(lockedDuty.read()).toEqual(DUTY));
    expect(await after(ending)).toEqual(kept);
    // Whoever logs out must not depend on going off call, which may fail.
    await waitFor(() => expect(served.revoked).toEqual(kept === null ? [`Duty ${DUTY.token}`] : []));
    const shown = kept === null ? 'Connect' : 'You are on call for Tele-Stroke';
    expect(await screen.findByRole('heading', { level: 2, name: shown })).toBeVisible();
  });

  describe('of someone on call, whose session the provider does not renew', () => {
    const lock = async (me = neuro) => {
      const leave = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
      serveDuty(makeDutyPage());
      const app = await openSignedIn(me);
      if (me.checkedInLineIds.length > 0) await waitFor(() => expect(lockedDuty.read()).toEqual(DUTY));
      return { ...app, leave, end: () => act(() => sessionEnded.setState(true, true)) };
    };
    const heading = () => screen.findByRole('heading', { level: 2, name: 'You are on call for Tele-Stroke' });

    it('[CALL-18] [NOTIF-13] rings here, where the sign-in page of the provider would be silent', async () => {
      fakeAlertTone();
      const { leave, end, router } = await lock();
      await act(() => switchSound(DUTY.userId, true));
      toneStarted.mockClear();
      end();
      expect(await heading()).toBeVisible();
      expect(screen.getByText(/^The sign-in service ended your session/)).toBeVisible();
      expect(await screen.findByText('This locked screen rings when you are paged.')).toBeVisible();
      await waitFor(() => expect(toneStarted).toHaveBeenCalled());
      expect(router.state.location).toMatchObject({ pathname: '/login', search: { redirect: '/help' } });
      expect([session.getState(), leave.mock.calls]).toEqual([null, []]);
    });

    it('[CALL-18] saves what was typed for its user', async () => {
      const { end } = await lock();
      server.use(http.get('*/api/me/safekeeping-key', () => HttpResponse.json({ key: btoa('k'.repeat(32)) })));
      await openDrafts(DUTY.subject);
      const release = registerDirtyForm({ drafts: () => [{ key: 'form', values: { text: 'Typed' } }] });
      onTestFinished(release);
      end();
      expect(await heading()).toBeVisible();
      expect(await screen.findByText(/^What you typed will be saved until/)).toBeVisible();
    });

    it('[BERR-17] asks to sign in first if what was typed would be lost', async () => {
      const { end } = await lock();
      onTestFinished(registerDirtyForm());
      end();
      expect(await screen.findByText('Your session has ended')).toBeVisible();
      expect(session.getState()).not.toBeNull();
      act(() => sessionEnded.setState(false, true));
    });

    it('[AUTH-04] leads to the provider if they are off call', async () => {
      const { leave, end } = await lock({ ...neuro, checkedInLineIds: [] });
      end();
      await waitFor(() => expect(leave).toHaveBeenCalledOnce());
      act(() => sessionEnded.setState(false, true));
    });
  });

  it.each([
    ['nothing', () => HttpResponse.json({ contacts: [makeContact({ verifiedAt: null })], pushKey: PUSH_KEY }), false],
    ['nobody knows what', () => HttpResponse.error(), null],
  ])('[NOTIF-13] knows that %s reaches its user elsewhere', async (_, respond, expected) => {
    storeUser(userFor(DUTY.subject));
    await startSession();
    renderApp('/help', { me: neuro });
    server.use(http.get('*/api/contacts', respond));
    await waitFor(() => expect(lockedDuty.read()).toEqual({ ...DUTY, reachable: expected }));
  });

  it('is not asked for by someone off call, and is removed by going off call', async () => {
    lockedDuty.write(DUTY);
    const asked = vi.fn();
    server.use(http.post('*/api/duty', () => (asked(), HttpResponse.json({ token: 'other' }, { status: 201 }))));
    await openSignedIn({ ...neuro, checkedInLineIds: [] });
    await waitFor(() => expect(lockedDuty.read()).toBeNull());
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['its own user', DUTY.subject, DUTY],
    ['another user', 'psych', null],
  ])('rings for nobody else: %s signs in', async (_, subject, kept) => {
    const served = serveDuty();
    await startSession();
    lockTab();
    await users().events.load(userFor(subject));
    expect(lockedDuty.read()).toEqual(kept);
    await waitFor(() => expect(served.revoked).toHaveLength(kept === null ? 1 : 0));
  });

  it('is a new one for a new check-in', async () => {
    const tokens = ['first', 'second'];
    server.use(http.post('*/api/duty', () => HttpResponse.json({ token: tokens.shift() ?? 'last' }, { status: 201 })));
    const { queryClient } = await openSignedIn();
    await waitFor(() => expect(lockedDuty.read()?.token).toBe('first'));
    await act(() => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.staleOn?.includes('me') === true }));
    await waitFor(() => expect(lockedDuty.read()?.token).toBe('second'));
  });
});
