import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { configureClient } from '@/api/client';
import { staleAfter } from '@/api/events';
import { refreshStale } from '@/api/live';
import type { SignOffNoteRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { factsIn } from '@/testing/facts';
import { CONSULT_ID, dana, makeLineConsult, makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, mockEndpoint } from '@/testing/show-consult';
import { neuro, note, press, signedOffLines, toSign } from '@/testing/sign-offs';

import { SignOffPanel } from './sign-off-panel';

const signed = (content: Record<string, unknown>): SignOffNoteRead => ({
  ...note,
  documentVersions: [
    {
      version: 1,
      docStatus: 'Current',
      docType: 'Note',
      content,
      contentSha256: '0'.repeat(64),
      pdfStatus: null,
      undeliveredReason: null,
      sentToEmr: false,
      emrDelivery: null,
      author: dana,
      createdAt: '2024-03-05T14:02:00Z',
    },
  ],
});

const ofNeuro = signed({
  typeofCall: 'video',
  videoCallLength: 25,
  documentationReference: 'EMR 4711',
  cancellationReason: null,
  comment: 'Start levetiracetam.',
});

it.each(signedOffLines)('[BAPI-17] fetches the sign-offs of $path with its own call', async ({ path, consult }) => {
  server.use(http.get(`${CONSULT}/sign-off-${path}`, () => HttpResponse.json([signed({ typeofCall: 'video' })])));
  renderFeature(<SignOffPanel consult={{ ...toSign(consult), signOffNote: note }} />);
  const panel = await screen.findByRole('region', { name: 'Sign-off' });
  await within(panel).findByText('Video');
  expect(factsIn(panel)).toEqual([['Type of Call', 'Video']]);
});

const acute: Consult = makeLineConsult(
  { id: 5, slug: 'acute-stroke', name: 'Acute Stroke' },
  {
    detailName: 'AcuteStrokeConsultDetail' as const,
    AcuteStrokeConsultDetail: { isAcute: true, anticoagulants: { selected: [], other: null } },
  },
);
const ownCalls: readonly (readonly [string, Consult])[] = [
  ...signedOffLines.map(({ path, consult }) => [`sign-off-${path}`, consult] as const),
  ['sign-off-acute-stroke', acute],
  ['sign-off-notes', makeStrokeConsult()],
];

/** Renders the panel of a signed consult and records its requests. */
function asksFor(consult: Consult) {
  const asked: string[] = [];
  server.use(
    http.get(`${CONSULT}/*`, ({ request }) => {
      asked.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
      return HttpResponse.json([]);
    }),
  );
  const { queryClient } = renderFeature(<SignOffPanel consult={{ ...toSign(consult), signOffNote: note }} />);
  return { asked, queryClient };
}

it.each(ownCalls)('[BAPI-17] [BAPI-18] uses %s and no other endpoint', async (call, consult) => {
  const { asked, queryClient } = asksFor(consult);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toEqual([call]);
});

it.each(['tele-icu', 'tele-covid', 'tele-triage', 'tele-hospitalist'])(
  '[BAPI-18] [INFO-04] fetches nothing on %s',
  (slug) => {
    const { asked, queryClient } = asksFor({ ...makePsychConsult(), serviceLineSlug: slug });
    expect(queryClient.isFetching()).toBe(0);
    expect(asked).toEqual([]);
  },
);

it.each(signedOffLines)(
  '[SIGN-60] [INFO-03] [SIGN-29] a signed note of $path can also be addended and marked in error',
  async ({ consult }) => {
    const signedNote = signed({ typeofCall: 'video' });
    const allowedActions = ['addendSignoffNote', 'markSignoffNoteInError'] as const;
    server.use(http.get(`${CONSULT}/sign-off-*`, () => HttpResponse.json([signedNote])));
    const requests = mockEndpoint('post', '/sign-signoff-note', () =>
      HttpResponse.json({ ...signedNote, status: 'Addended' }),
    );
    renderFeature(
      <SignOffPanel consult={{ ...toSign(consult), signOffNote: note, allowedActions: [...allowedActions] }} />,
      { me: makeMe({ medipacId: 'MP-1' }) },
    );
    await press('More note actions');
    expect(await screen.findByRole('menuitem', { name: 'Mark in Error' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Addend' }));
    await userEvent.type(await screen.findByLabelText('Addendum', { exact: false }), 'Seen again.');
    await press('Addend');
    await waitFor(() =>
      expect(requests.map(({ body }) => body)).toEqual([{ docType: 'Addendum', content: 'Seen again.' }]),
    );
  },
);

it('[DET-48] [SIGN-23] shows what was signed, by whom, and when, in Eastern time with its name', async () => {
  server.use(http.get(`${CONSULT}/sign-off-neuro`, () => HttpResponse.json([ofNeuro])));
  renderFeature(<SignOffPanel consult={{ ...toSign(neuro), signOffNote: note }} />);
  const panel = await screen.findByRole('region', { name: 'Sign-off' });
  await within(panel).findByText('EMR 4711');
  expect(panel).toHaveTextContent('Signed off by Dana Lee, 9:02am Mar 5, 2024 EST');
  expect(factsIn(panel)).toEqual([
    ['Type of Call', 'Video'],
    ['Video Call Length', '25 min'],
    ['Documentation Reference', 'EMR 4711'],
    ['Comment', 'Start levetiracetam.'],
  ]);
});

it.each(['consult:updated', 'consult:updated-state'] as const)(
  '[INFO-47] [BAPI-26] refetches the note after %s and shows its current content',
  async (event) => {
    const answer = { note: ofNeuro };
    server.use(http.get(`${CONSULT}/sign-off-neuro`, () => HttpResponse.json([answer.note])));
    const { queryClient } = renderFeature(<SignOffPanel consult={{ ...toSign(neuro), signOffNote: note }} />);
    await screen.findByText('EMR 4711');
    answer.note = signed({ typeofCall: 'phone', documentationReference: 'EMR 4712' });
    const change = { consultId: CONSULT_ID, serviceLineId: 1, locationId: 11, organizationId: 1, actorId: 7 };
    await refreshStale(queryClient, new Set(staleAfter[event](change)));
    expect(await screen.findByText('EMR 4712')).toBeInTheDocument();
  },
);

/** A consult that is signed off while it is open on the page. */
function SignedLater() {
  const [signed, setSigned] = useState(false);
  return (
    <>
      <button onClick={() => setSigned(true)}>Sign</button>
      <SignOffPanel consult={{ ...toSign(neuro), signOffNote: signed ? note : null }} />
    </>
  );
}

it('[INFO-47] fetches nothing before the consult has a signature, and then shows it', async () => {
  const reads = vi.fn(() => HttpResponse.json([ofNeuro]));
  server.use(http.get(`${CONSULT}/sign-off-neuro`, reads));
  const { queryClient } = renderFeature(<SignedLater />);
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  expect(reads).not.toHaveBeenCalled();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Sign' }));
  const panel = await screen.findByRole('region', { name: 'Sign-off' });
  expect(await within(panel).findByText('EMR 4711')).toBeInTheDocument();
});

it.each(ownCalls)(
  '[ERR-02] refers users who may no longer view it to the help desk, and stays on the page: %s',
  async (path, consult) => {
    const onForbidden = vi.fn();
    const answer = HttpResponse.json({ code: 'forbidden', message: 'No.', errors: [] }, { status: 403 });
    server.use(http.get(`${CONSULT}/${path}`, () => answer));
    renderFeature(<SignOffPanel consult={{ ...toSign(consult), signOffNote: note }} />);
    configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden });
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    await vi.waitFor(() => expect(screen.queryByText(/sign-off/i)).not.toBeInTheDocument());
    expect(onForbidden).not.toHaveBeenCalled();
  },
);

it('says that it could not be loaded, and retries', async () => {
  const answers = [HttpResponse.json({ code: 'x', message: 'x', errors: [] }, { status: 404 })];
  server.use(http.get(`${CONSULT}/sign-off-neuro`, () => answers.shift() ?? HttpResponse.json([ofNeuro])));
  renderFeature(<SignOffPanel consult={{ ...toSign(neuro), signOffNote: note }} />);
  const failure = await screen.findByText('Failed to load sign-off');
  await userEvent.click(
    within(failure.closest('[role="alert"]') ?? failure).getByRole('button', { name: 'Try again' }),
  );
  expect(await screen.findByRole('region', { name: 'Sign-off' })).toBeInTheDocument();
});

it('[INFO-04] shows nothing on a line without a short sign-off', async () => {
  const { container } = renderFeature(<SignOffPanel consult={makeStrokeConsult({ state: 'completed' })} />);
  await Promise.resolve();
  expect(within(container).queryByText(/sign-off/i)).not.toBeInTheDocument();
});
