import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { lockedDuty } from '@/session/locked-duty';
import { startSession } from '@/session/session';
import { clearTab } from '@/session/sign-out';
import { signedOut, users } from '@/session/state';
import { testConfig } from '@/testing/config';
import { DUTY, lockTab, serveDuty } from '@/testing/locked-screen';
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
  rbacPermissions: permissions('List Consult', 'View Consult'),
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
    server.use(http.get('*/api/pages/5/consult', () => HttpResponse.json({ consultId: CONSULT_ID })));
    const { router } = renderApp('/pages/5', { me: neuro });
    await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, SLOW);
    expect(router.state.location.pathname).toBe(`/consult/${CONSULT_ID}`);
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
    serveDuty();
    await openSignedIn();
    await waitFor(() => expect(lockedDuty.read()).toEqual(DUTY));
    expect(await after(ending)).toEqual(kept);
    const shown = kept === null ? 'Connect' : 'You are on call for Tele-Stroke';
    expect(await screen.findByRole('heading', { level: 2, name: shown })).toBeVisible();
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
    await startSession();
    lockTab();
    await users().events.load(userFor(subject));
    expect(lockedDuty.read()).toEqual(kept);
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
