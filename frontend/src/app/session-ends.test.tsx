import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { UserManager } from 'oidc-client-ts';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { clearCallAbout, saveCallAbout, saveInterruption } from '@/features/video/saved-call';
import { closeDrafts, openDrafts } from '@/drafts/draft-storage';
import { startSession } from '@/session/session';
import { signOut } from '@/session/sign-out';
import { sessionEnded } from '@/session/state';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { registerDirtyForm } from '@/drafts/dirty-forms';
import { testConfig } from '@/testing/config';
import { serveLive, untilConnected } from '@/testing/live-server';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { discovery, storeUser, userFor } from '@/testing/session';
import { makeCensusPatient, wizardNetwork } from '@/testing/wizard-network';
import { requester, storeWizard } from '@/testing/wizard-tab';

const SLOW = { timeout: 10_000 };
const TYPED = 'Wren Larkspur is worse';
const { displayName, firstName, lastName, dob, emrId, identifiers } = makeCensusPatient();
const SECRETS = [displayName, firstName, lastName, dob ?? '', emrId, identifiers[0]?.value ?? '', TYPED];

const OVER = 'The sign-in service ended your session, or you signed out in another application or on another device.';
const OTHER_TAB = 'You signed out in another browser tab.';

let app: ReturnType<typeof renderApp>;
let live: ReturnType<typeof serveLive>;
let revoked: (string | null)[];
let release: () => void;

/** Everything about this tab that is visible in the browser's developer tools and history. */
function exposedSecrets(): string[] {
  const { history, location } = window;
  const stored = [sessionStorage, localStorage].map((storage) => JSON.stringify(storage));
  const visible = [...stored, JSON.stringify(history.state), location.href, document.title, document.cookie].join('\n');
  return SECRETS.filter((secret) => visible.includes(secret) || visible.includes(encodeURIComponent(secret)));
}

const encryptedKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('wardline.personal.sealed.'));

const untilSignedOut = () => screen.findByRole('button', { name: 'Login' }, SLOW);

/** The nurse has chosen a patient, is in a call, and has typed a comment, all in this tab. */
beforeEach(async () => {
  setRuntimeConfig(testConfig);
  revoked = [];
  server.use(
    discovery,
    http.post('*/api/sign-out', ({ request }) => {
      revoked.push(request.headers.get('Authorization'));
      return HttpResponse.error();
    }),
  );
  vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();
  vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
  wizardNetwork();
  storeUser(userFor('nurse'));
  await startSession();
  storeWizard();
  live = serveLive();
  app = renderApp('/consult', { me: requester });
  await screen.findByRole('button', { name: /'s profile$/ }, SLOW);
  await openDrafts('nurse');
  saveCallAbout({ consultId: '7', title: displayName });
  await vi.waitFor(() => expect(encryptedKeys()).toHaveLength(2));
  saveInterruption({ microphone: true, camera: true });
  release = registerDirtyForm({ drafts: () => [{ key: 'consult/7/comment', values: { message: TYPED } }] });
  onTestFinished(() => {
    release();
    clearCallAbout();
    sessionEnded.setState(false, true);
  });
});

/** Sends a request that gets this error response. */
async function receiveError(status: number, code: string) {
  server.use(http.get('*/api/me', () => HttpResponse.json({ code, message: 'No.' }, { status })));
  await act(() => app.queryClient.refetchQueries({ queryKey: ['me'] }));
}

async function rejectSocket() {
  await act(untilConnected);
  live.reject('session_ended');
  act(() => live.end());
  await untilSignedOut();
}

const logOutElsewhere = () => {
  localStorage.setItem('wardline.active.nurse', 'chosen');
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  return untilSignedOut();
};

/** The server responds before the other tab's message arrives. */
const respondBeforeOtherTab = () => {
  localStorage.setItem('wardline.active.nurse', 'chosen');
  return receiveError(401, 'session_ended');
};

const inThisTab = async (ending: 'chosen' | 'idle') => {
  await act(() => signOut(ending));
  await untilSignedOut();
};

const rejectWithoutInput = async () => {
  release();
  await receiveError(401, 'not_signed_in');
  await untilSignedOut();
};

const goBack = async () => {
  act(() => sessionEnded.setState(true, true));
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  await untilSignedOut();
};

interface End {
  readonly how: string;
  readonly end: () => unknown;
  /** The same user gets the consult request back. */
  readonly restored: boolean;
  /** This tab's token is revoked on the server. */
  readonly revokes: boolean;
  readonly message?: string;
}

const ends: readonly End[] = [
  { how: 'its user logs out', end: () => inThisTab('chosen'), restored: false, revokes: true },
  { how: 'the user is idle', end: () => inThisTab('idle'), restored: false, revokes: true },
  { how: 'its user logs out in another tab', end: logOutElsewhere, restored: false, revokes: true },
  {
    how: 'the server has ended it',
    end: () => receiveError(401, 'session_ended'),
    restored: false,
    revokes: false,
    message: OVER,
  },
  {
    how: 'another tab ended it, as the server reports',
    end: respondBeforeOtherTab,
    restored: false,
    revokes: true,
    message: OTHER_TAB,
  },
  { how: 'the provider has ended it', end: rejectSocket, restored: false, revokes: false, message: OVER },
  {
    how: 'the server rejects its token',
    end: () => receiveError(401, 'not_signed_in'),
    restored: true,
    revokes: false,
  },
  { how: 'it was rejected before there was unsaved input', end: rejectWithoutInput, restored: true, revokes: true },
  {
    how: 'the provider does not renew it',
    end: () => act(() => sessionEnded.setState(true, true)),
    restored: true,
    revokes: false,
  },
  { how: 'Back shows the page that it ended on', end: goBack, restored: true, revokes: true },
  { how: 'the account is disabled', end: () => receiveError(403, 'unknown_user'), restored: false, revokes: false },
  { how: 'the tab is closed', end: () => window.dispatchEvent(new Event('pagehide')), restored: true, revokes: false },
];

it.each(ends)(
  '[WIZ-40] [WIZ-43] [ERR-01] leaves no patient data unencrypted in a tab whose session ends because $how',
  async ({ end, restored, revokes, message }) => {
    expect(exposedSecrets()).toEqual([]);
    await end();
    expect(exposedSecrets()).toEqual([]);
    if (message !== undefined) expect(await screen.findByText(message, {}, SLOW)).toBeVisible();
    // The input is encrypted by then.
    await vi.waitFor(() => expect(revoked).toEqual(revokes ? ['Bearer token of nurse'] : []));
    expect(exposedSecrets()).toEqual([]);
    closeDrafts();
    await openDrafts('nurse');
    expect(encryptedStorage.read('request-wizard') !== null).toBe(restored);
    expect(exposedSecrets()).toEqual([]);
  },
);
