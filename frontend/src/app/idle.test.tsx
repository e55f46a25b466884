import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { UserManager } from 'oidc-client-ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { endingOf, idleSeconds, watchIdle } from '@/session/idle';
import { closeDrafts, openDrafts } from '@/drafts/draft-storage';
import { startSession } from '@/session/session';
import { clearTab } from '@/session/sign-out';
import { sessionEnded, signedOut } from '@/session/state';
import { wouldLoseInputOnUnload } from '@/drafts/dirty-forms';
import { testConfig } from '@/testing/config';
import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { userFor } from '@/testing/session';
import { CONSULT } from '@/testing/show-consult';
import { wizardNetwork } from '@/testing/wizard-network';
import { requester, storeWizard } from '@/testing/wizard-tab';
import { serveList } from '@/testing/worklist';

const LIMIT = 15 * 60_000;
const SLOW = { timeout: 10_000 };
const RESTORED = 'What you typed was saved. Pick up where you left off.';

const nurse = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

beforeEach(async () => {
  setRuntimeConfig(testConfig);
  await startSession();
  const consult = makePsychConsult({ allowedActions: ['comment', 'complete', 'cancel', 'editBedsidePhone'] });
  server.use(
    http.get(CONSULT, () => HttpResponse.json(consult)),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
  );
  serveList([]);
});

/** Opens a page for a user whose session has this much time left. */
function open(path: string, secondsLeft: number, me = nurse) {
  const app = renderApp(path, { me });
  act(() => watchIdle(me.username, { limit: LIMIT, onEnd: vi.fn() }, true));
  idleUntil(secondsLeft);
  return app;
}

/** Stays idle until this many seconds before the session ends. */
function idleUntil(secondsLeft: number) {
  localStorage.setItem('wardline.active.nurse', String(Date.now() - LIMIT + secondsLeft * 1_000 - 500));
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
}

async function typeComment() {
  open(`/consult/${CONSULT_ID}`, 600);
  await userEvent.type(await screen.findByRole('textbox', { name: /Add Comment/ }, SLOW), 'She is worse');
}

/** Completes three steps of a request. */
async function fillRequest() {
  wizardNetwork();
  storeWizard();
  open('/request/service', 600, requester);
  await screen.findByRole('heading', { level: 1 }, SLOW);
}

async function giveFeedback() {
  await userEvent.click(screen.getByRole('button', { name: /'s profile$/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Provide Feedback' }));
  await userEvent.type(await screen.findByLabelText('Comments', {}, SLOW), 'Slow at night.');
}

const draftKeys = () => Object.keys(sessionStorage).filter((key) => key.includes('locked'));

const findWarning = () => screen.findByRole('dialog', { name: 'Are You Still There?' }, SLOW);

describe('the warning before an idle session ends', () => {
  it('focuses its button, which keeps the session', async () => {
    open('/help', 45);
    const dialog = await findWarning();
    expect(dialog).toHaveTextContent(/You will be signed out in 4\d seconds\./);
    expect(dialog).not.toHaveTextContent(/on call|typed/);
    const stay = within(dialog).getByRole('button', { name: 'Stay signed in' });
    await waitFor(() => expect(stay).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(endingOf('nurse', LIMIT)).toBeNull();
    expect(idleSeconds.getState()).toBeNull();
  });

  it('[CALL-18] states that an on-call user stays on call', async () => {
    open('/help', 30, makeMe({ ...nurse, checkedInLineIds: [3] }));
    const dialog = await findWarning();
    await waitFor(() => expect(dialog).toHaveTextContent('You will stay on call.'));
  });

  it.each([
    ['a comment', 'What you typed will be saved for 15 minutes.', typeComment],
    ['a request', 'A consult request that you have not sent will not be saved.', fillRequest],
    [
      'feedback beside a request',
      'What you typed will be saved for 15 minutes. A consult request that you have not sent will not be saved.',
      async () => {
        await fillRequest();
        await giveFeedback();
      },
    ],
  ])('says what happens to %s', async (_what, expected, type) => {
    await openDrafts('nurse');
    await type();
    idleUntil(45);
    const dialog = await findWarning();
    const paragraphs = [...dialog.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(paragraphs.filter((text) => /saved|lost/.test(text))).toEqual([expected]);
  });

  it('warns of lost input if it cannot be saved', async () => {
    await typeComment();
    closeDrafts();
    idleUntil(45);
    expect(await findWarning()).toHaveTextContent('Anything you have not sent or saved will be lost.');
  });

  it('is dismissed by Escape, which closes no dialog below it', async () => {
    open(`/consult/${CONSULT_ID}`, 600);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Consult' }, SLOW));
    const below = await screen.findByRole('dialog', { name: 'Cancel Consult Request' }, SLOW);
    idleUntil(20);
    await findWarning();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Are You Still There?')).not.toBeInTheDocument());
    expect(below).toBeInTheDocument();
  });
});

it('[CALL-18] clears the screen at once, and explains why on the login page', async () => {
  const { router } = renderApp(`/consult/${CONSULT_ID}`, { me: nurse });
  const heading = await screen.findByRole('heading', { level: 1 }, SLOW);
  act(() => void clearTab(userFor('nurse'), 'idle'));
  expect(heading).not.toBeInTheDocument();
  expect(
    await screen.findByText('You were signed out after 15 minutes of inactivity. If you were on call, you still are.'),
  ).toBeVisible();
  expect(router.state.location.href).toBe(`/login?redirect=%2Fconsult%2F${CONSULT_ID}`);
});

describe('[ERR-01] unsaved input after the session ended', () => {
  /** Signs the nurse out and in again in the same tab. */
  async function signInAgain(app: ReturnType<typeof renderApp>) {
    await act(() => clearTab(userFor('nurse'), 'idle'));
    app.unmount();
    signedOut.setState(null, true);
    closeDrafts();
    return renderApp(`/consult/${CONSULT_ID}`, { me: nurse });
  }

  const openConsult = async () => {
    const app = renderApp(`/consult/${CONSULT_ID}`, { me: nurse });
    await screen.findByRole('button', { name: 'Cancel Consult' }, SLOW);
    await openDrafts('nurse');
    return app;
  };

  it('restores the comment, which can be edited and sent', async () => {
    const app = await openConsult();
    await userEvent.type(screen.getByRole('textbox', { name: /Add Comment/ }), 'She is wor');
    await signInAgain(app);
    const box = await screen.findByRole('textbox', { name: /Add Comment/ }, SLOW);
    await waitFor(() => expect(box).toHaveValue('She is wor'));
    expect(await screen.findByText(RESTORED)).toBeInTheDocument();
    expect(draftKeys()).toEqual([]);
    const sent: unknown[] = [];
    server.use(
      http.post(`${CONSULT}/updates`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(makeEntry(), { status: 201 });
      }),
    );
    await userEvent.type(box, 'se.');
    await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));
    await waitFor(() => expect(sent).toEqual([{ message: 'She is worse.', alert: false }]));
  });

  it.each(['open', 'closed'])('restores the dialog that was %s', async (state) => {
    const app = await openConsult();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel Consult' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }, SLOW), 'Sent home');
    if (state === 'closed') await userEvent.click(screen.getByRole('button', { name: 'Keep Consult' }));
    await signInAgain(app);
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Consult Request' }, SLOW);
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: /Reason/ })).toHaveValue('Sent home'));
    expect(draftKeys()).toEqual([]);
  });

  it('restores the completion with its type', async () => {
    const app = await openConsult();
    await userEvent.click(screen.getByRole('button', { name: 'Complete' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Video' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Comment' }, SLOW), 'Advised');
    await signInAgain(app);
    const dialog = await screen.findByRole('dialog', { name: 'Consult Completion Details' }, SLOW);
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: 'Comment' })).toHaveValue('Advised'));
    expect(within(dialog).getByRole('radio', { name: 'Video' })).toBeChecked();
  });

  it('is encrypted before the redirect to the provider, which the browser does not block', async () => {
    const signInRedirect = vi.spyOn(UserManager.prototype, 'signinRedirect');
    await openConsult();
    await userEvent.type(screen.getByRole('textbox', { name: /Add Comment/ }), 'She is worse');
    act(() => sessionEnded.setState(true, true));
    expect(await screen.findByText(/What you typed will be saved for up to 15 minutes/)).toBeInTheDocument();
    expect(wouldLoseInputOnUnload()).toBe(true);
    const atRedirect: unknown[] = [];
    signInRedirect.mockImplementation(() => {
      atRedirect.push(draftKeys().length, wouldLoseInputOnUnload());
      return Promise.reject(new Error('No network.'));
    });
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(await screen.findByText(/^The sign-in service cannot be reached/)).toBeInTheDocument();
    expect(atRedirect).toEqual([1, false]);
    expect(wouldLoseInputOnUnload()).toBe(true);
    expect(draftKeys()).toEqual([]);
    act(() => sessionEnded.setState(false, true));
  });
});
