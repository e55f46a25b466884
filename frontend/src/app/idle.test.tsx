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
const KEPT = 'What you typed was kept. Pick up where you left off.';

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

/** A page in front of its user. */
function open(path: string, secondsLeft: number, me = nurse) {
  const app = renderApp(path, { me });
  act(() => watchIdle(me.username, { limit: LIMIT, onEnd: vi.fn() }, true));
  restUntil(secondsLeft);
  return app;
}

/** Nobody does anything until so many seconds before the end. */
function restUntil(secondsLeft: number) {
  localStorage.setItem('wardline.active.nurse', String(Date.now() - LIMIT + secondsLeft * 1_000 - 500));
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
}

async function comment() {
  open(`/consult/${CONSULT_ID}`, 600);
  await userEvent.type(await screen.findByRole('textbox', { name: /Add Comment/ }, SLOW), 'She is worse');
}

/** Three steps of a request are done. */
async function ask() {
  wizardNetwork();
  storeWizard();
  open('/request/service', 600, requester);
  await screen.findByRole('heading', { level: 1 }, SLOW);
}

async function giveFeedback() {
  await userEvent.click(screen.getByRole('button', { name: /^Profile of/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Provide Feedback' }));
  await userEvent.type(await screen.findByLabelText('What should we know?', {}, SLOW), 'Slow at night.');
}

const locked = () => Object.keys(sessionStorage).filter((key) => key.includes('locked'));

const question = () => screen.findByRole('dialog', { name: 'Are you still there?' }, SLOW);

describe('the question before an idle session ends', () => {
  it('has its answer in focus, and keeps the session', async () => {
    open('/help', 45);
    const dialog = await question();
    expect(dialog).toHaveTextContent(/You will be signed out in 4\d seconds\./);
    expect(dialog).not.toHaveTextContent(/on call|typed/);
    const stay = within(dialog).getByRole('button', { name: 'Stay signed in' });
    await waitFor(() => expect(stay).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(endingOf('nurse', LIMIT)).toBeNull();
    expect(idleSeconds.getState()).toBeNull();
  });

  it('[CALL-18] says that who is on call stays so', async () => {
    open('/help', 30, makeMe({ ...nurse, checkedInLineIds: [3] }));
    const dialog = await question();
    await waitFor(() => expect(dialog).toHaveTextContent('You will stay on call.'));
  });

  it.each([
    ['a comment', 'What you typed will be kept for 15 minutes.', comment],
    ['a request', 'A consult request that you have not sent will not be kept.', ask],
    [
      'feedback beside a request',
      'What you typed will be kept for 15 minutes. A consult request that you have not sent will not be kept.',
      async () => {
        await ask();
        await giveFeedback();
      },
    ],
  ])('says what becomes of %s', async (_what, fate, type) => {
    await openDrafts('nurse');
    await type();
    restUntil(45);
    const dialog = await question();
    const words = [...dialog.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(words.filter((text) => /kept|lost/.test(text))).toEqual([fate]);
  });

  it('says that it is lost where nothing can be kept', async () => {
    await comment();
    closeDrafts();
    restUntil(45);
    expect(await question()).toHaveTextContent('Anything you have not sent or saved will be lost.');
  });

  it('is answered by Escape alone, which closes no dialog below it', async () => {
    open(`/consult/${CONSULT_ID}`, 600);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Consult' }, SLOW));
    const below = await screen.findByRole('dialog', { name: 'Cancel Consult Request' }, SLOW);
    restUntil(20);
    await question();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Are you still there?')).not.toBeInTheDocument());
    expect(below).toBeInTheDocument();
  });
});

it('[CALL-18] takes everything off the screen at once, and says why on the login page', async () => {
  const { router } = renderApp(`/consult/${CONSULT_ID}`, { me: nurse });
  const heading = await screen.findByRole('heading', { level: 1 }, SLOW);
  act(() => void clearTab(userFor('nurse'), 'idle'));
  expect(heading).not.toBeInTheDocument();
  expect(
    await screen.findByText(
      'You were signed out because nobody used this computer for 15 minutes. If you were on call, you still are.',
    ),
  ).toBeVisible();
  expect(router.state.location.href).toBe(`/login?redirect=%2Fconsult%2F${CONSULT_ID}`);
});

describe('[ERR-01] what was typed when the session ended', () => {
  /** The nurse is signed out, and signs in again in the same tab. */
  async function comeBack(app: ReturnType<typeof renderApp>) {
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

  it('is the comment again, which can be changed and sent', async () => {
    const app = await openConsult();
    await userEvent.type(screen.getByRole('textbox', { name: /Add Comment/ }), 'She is wor');
    await comeBack(app);
    const box = await screen.findByRole('textbox', { name: /Add Comment/ }, SLOW);
    await waitFor(() => expect(box).toHaveValue('She is wor'));
    expect(await screen.findByText(KEPT)).toBeInTheDocument();
    expect(locked()).toEqual([]);
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

  it.each(['open', 'closed'])('is the dialog again that was %s', async (state) => {
    const app = await openConsult();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel Consult' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }, SLOW), 'Sent home');
    if (state === 'closed') await userEvent.click(screen.getByRole('button', { name: 'Keep Consult' }));
    await comeBack(app);
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Consult Request' }, SLOW);
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: /Reason/ })).toHaveValue('Sent home'));
    expect(locked()).toEqual([]);
  });

  it('is the completion with its type', async () => {
    const app = await openConsult();
    await userEvent.click(screen.getByRole('button', { name: 'Complete' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Video' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Comment' }, SLOW), 'Advised');
    await comeBack(app);
    const dialog = await screen.findByRole('dialog', { name: 'Consult Completion Details' }, SLOW);
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: 'Comment' })).toHaveValue('Advised'));
    expect(within(dialog).getByRole('radio', { name: 'Video' })).toBeChecked();
  });

  it('is locked away before the provider is asked, and the browser does not ask before it leaves', async () => {
    const asked = vi.spyOn(UserManager.prototype, 'signinRedirect');
    await openConsult();
    await userEvent.type(screen.getByRole('textbox', { name: /Add Comment/ }), 'She is worse');
    act(() => sessionEnded.setState(true, true));
    expect(await screen.findByText(/What you typed is kept for up to 15 minutes/)).toBeInTheDocument();
    expect(wouldLoseInputOnUnload()).toBe(true);
    const atLeaving: unknown[] = [];
    asked.mockImplementation(() => {
      atLeaving.push(locked().length, wouldLoseInputOnUnload());
      return Promise.reject(new Error('No network.'));
    });
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(await screen.findByText(/^The sign-in service cannot be reached/)).toBeInTheDocument();
    expect(atLeaving).toEqual([1, false]);
    expect(wouldLoseInputOnUnload()).toBe(true);
    expect(locked()).toEqual([]);
    act(() => sessionEnded.setState(false, true));
  });
});
