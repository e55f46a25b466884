import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { CONSULT_ID, makeEntry, makePatient, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { serveOnCallNow } from '@/testing/on-call-now';
import { makeEscalation, makePaged } from '@/testing/pages';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, onPhone } from '@/testing/show-consult';
import { serveList, serveTransfers } from '@/testing/worklist';

const viewer = ['List Consult', 'List Transfer', 'View Consult', 'Add Comment'] as const;

const pending = makePsychConsult({ allowedActions: ['comment'] });

/** The application with one consult open. */
function openConsult(path = `/consult/${CONSULT_ID}`, { consult = pending, canRequest = false } = {}) {
  server.use(
    http.get(CONSULT, () => HttpResponse.json(consult)),
    http.get('*/api/locations/me', () => HttpResponse.json([])),
    http.get('*/api/locations/me/favorites', () => HttpResponse.json([])),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    http.get('*/api/consults/:id/transfers', () => HttpResponse.json([])),
    http.get('*/api/on-call/checkin', () => HttpResponse.json([])),
    http.get('*/api/checkin', () => HttpResponse.json([])),
  );
  serveList([]);
  const rbacPermissions = permissions(...viewer, ...(canRequest ? (['Request Consult'] as const) : []));
  return renderApp(path, { me: makeMe({ rbacPermissions }) });
}

const comment = () => screen.findByRole('textbox', { name: /Add Comment/ });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('[ROUTE-19] shows the consult with its timeline', async () => {
  openConsult();
  expect(await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' })).toBeInTheDocument();
  const timeline = await screen.findByRole('region', { name: 'Consult Request Timeline' });
  expect(await within(timeline).findByText('Consult Requested')).toBeVisible();
});

it('[DET-12] [DET-10] shows the consult’s state on a phone’s timeline, too', async () => {
  onPhone();
  openConsult(`/consult/${CONSULT_ID}?view=timeline`);
  expect(await screen.findByRole('region', { name: 'Consult Request Timeline' })).toBeVisible();
  expect(screen.getByText('Tele-Psych')).toBeVisible();
  expect(screen.getByText('Pending')).toBeVisible();
});

it('[ROUTE-19] shows another consult once the URL names it', async () => {
  const { router } = openConsult();
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });
  const otherId = '1c7d2f9f-5a1f-4b8b-9a63-7a7d3b8eaf21';
  const other = makePsychConsult({ id: otherId, Patient: makePatient({ nameFamily: 'Quill' }) });
  server.use(
    http.get(`*/api/consults/${otherId}`, () => HttpResponse.json(other)),
    http.get(`*/api/consults/${otherId}/updates`, () => HttpResponse.json([makeEntry({ taskType: 'cancelled' })])),
  );
  void router.navigate({ to: '/consult/$id', params: { id: otherId } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Quill, Rosa' })).toBeInTheDocument();
  expect(await screen.findByText('Consult Cancelled')).toBeVisible();
  expect(screen.queryByText('Consult Requested')).not.toBeInTheDocument();
});

it('[DET-26] [DET-27] [DET-28] [INFO-11] [INFO-14] warns before an unsent comment is left', async () => {
  const { router } = openConsult();
  await userEvent.type(await comment(), 'Calmer now.');
  void router.navigate({ to: '/help' });
  await screen.findByText('Discard Changes?');
  const question = 'Are you sure you want to navigate away from this page?';
  screen.getByText(`If you leave the page now your unsaved work will be lost. ${question}`);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument());
  expect(await comment()).toHaveValue('Calmer now.');
  void router.navigate({ to: '/help' });
  await press('Proceed');
  await waitFor(() => expect(router.state.location.pathname).toBe('/help'));
});

it('[INFO-14] discards the input on Proceed if another URL shows the same page', async () => {
  const { router } = openConsult(`/consult-legacy/${CONSULT_ID}`);
  await userEvent.type(await comment(), 'Calmer now.');
  router.history.push(`/consult-legacy/${CONSULT_ID}/force`);
  await press('Proceed');
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toMatch(/force$/));
  expect(await comment()).toHaveValue('');
});

it('[DET-26] [ROUTE-19] switches on a phone between the consult and its timeline without losing input', async () => {
  onPhone();
  const { router } = openConsult();
  await press(/^Timeline/);
  expect(router.state.location.search).toEqual({ view: 'timeline' });
  await userEvent.type(await comment(), 'Calmer now.');
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: '(555) 010-0100' })).toBeInTheDocument();
  await press(/^Timeline/);
  expect(await comment()).toHaveValue('Calmer now.');
});

it("[ROUTE-19] links from the timeline to the consult on a phone, and shows the patient's name on both", async () => {
  onPhone();
  const { router } = openConsult(`/consult/${CONSULT_ID}?view=timeline`);
  await screen.findByText('Consult Requested');
  expect(screen.getByRole('heading', { level: 1, name: 'Marsh, Rosa' })).toBeInTheDocument();
  await press('Consult');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.getByRole('heading', { level: 1, name: 'Marsh, Rosa' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to consults' })).toBeInTheDocument();
});

it.each([
  ['/consult', 'Back to consults'],
  ['/transfer', 'Back to transfers'],
])(
  '[ROUTE-25] [DET-45] [DET-46] links back to the list from a consult that cannot be shown: %s',
  async (list, name) => {
    serveTransfers([]);
    const { router } = openConsult(`${list}/no-such-thing`);
    await screen.findByText('Failed to load consult');
    await userEvent.click(screen.getByRole('link', { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(list));
  },
);

it.each([true, false])(
  '[DET-22] [PERM-05] [ROUTE-26] links from a closed consult to a new request if the user may request one: %s',
  async (canRequest) => {
    const { router } = openConsult(undefined, {
      consult: makePsychConsult({ state: 'completed', completeType: 'video' }),
      canRequest,
    });
    await screen.findByText(/Start a new consult to continue/);
    const link = screen.queryByRole('link', { name: 'Start a new consult' });
    expect(link !== null).toBe(canRequest);
    if (link === null) return;
    // The primary action of a closed consult, if it has one, is its sign-off.
    expect(link).toHaveAttribute('data-variant', 'default');
    await userEvent.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/location'));
  },
);

describe('after Acknowledge was pressed on a notification', () => {
  const waiting = makePsychConsult({ allowedActions: ['acknowledge', 'comment'] });
  const path = `/consult/${CONSULT_ID}?acknowledge=1`;
  const question = () => screen.findByRole('dialog', { name: 'Acknowledge this consult?' });

  function serveAcknowledge() {
    const acknowledged: string[] = [];
    server.use(
      http.post(`${CONSULT}/acknowledge`, ({ request }) => {
        acknowledged.push(request.url);
        return HttpResponse.json(pending);
      }),
    );
    return acknowledged;
  }

  it('[NOTIF-13] acknowledges once the user confirms it, and not again after a reload', async () => {
    const acknowledged = serveAcknowledge();
    const { router } = openConsult(path, { consult: waiting });
    expect(await question()).toHaveTextContent('Tele-Psych');
    expect(acknowledged).toEqual([]);
    await userEvent.click(within(await question()).getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(acknowledged).toHaveLength(1));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('changes nothing if the user cancels', async () => {
    const acknowledged = serveAcknowledge();
    const { router } = openConsult(path, { consult: waiting });
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(acknowledged).toEqual([]);
  });

  it('asks nothing if someone was faster', async () => {
    const { router } = openConsult(path);
    await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

it('says whom a request reaches if nobody is on call', async () => {
  serveOnCallNow({ [pending.Encounter.ServiceLine.id]: [] });
  server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json([makeEscalation({ isAnyoneReached: true })])));
  openConsult();
  expect(await screen.findByText(/Whoever goes on call next will be paged at once/)).toHaveTextContent(
    '(555) 010-0150',
  );
});

it('says once what is expected when nobody has been reached, and who was paged', async () => {
  serveOnCallNow({ [pending.Encounter.ServiceLine.id]: [] });
  const people = [
    makePaged({ userId: 1, goneAt: '2026-03-04T12:04:00Z' }),
    makePaged({ userId: null, firstName: null, lastName: null, target: 'lastResort' }),
  ];
  server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json([makeEscalation({ people })])));
  openConsult();
  await screen.findByText('Nobody has been reached');
  const box = screen.getByText(/^Nobody is on call for /).closest('[role="status"]');
  expect(box).toHaveTextContent(
    /^Nobody is on call for [\w-]+ right now\.Paged .*: Dana Reyes, went off call .*; backup number, not answered yet\. Show pagesNext at .*: on call for escalations only, coordinators\.$/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show pages' }));
  expect(screen.getByRole('region', { name: 'Pages' })).toHaveFocus();
});
