import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import type { DeliveryProblem, UndeliveredRead } from '@/api/generated/types.gen';
import { makeMe, permissions } from '@/testing/me';
import { makeDeliveryProblem } from '@/testing/delivery-problem';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const administrator = makeMe({ rbacPermissions: permissions('Manage Admin') });

const failed = {
  channel: 'filing',
  state: 'failed',
  reason: 'rejected by the EMR (AE)',
  held: false,
  attemptCount: 1,
  attempts: [],
} satisfies UndeliveredRead;
const late = {
  channel: 'filing',
  state: 'waiting',
  reason: 'no response',
  held: false,
  attemptCount: 7,
  attempts: [],
} satisfies UndeliveredRead;
const fax = {
  channel: 'fax',
  state: 'failed',
  reason: 'line busy',
  held: false,
  attemptCount: 2,
  attempts: [],
} satisfies UndeliveredRead;

/** Opens the page; the server returns these problems, and removes those that are retried. */
async function showProblems(...first: DeliveryProblem[]) {
  let problems = first;
  const retried: string[] = [];
  const handled: string[] = [];
  server.use(
    http.get('*/api/undelivered-notes', () => HttpResponse.json(problems)),
    http.post('*/api/undelivered-notes/:id/:version/try-again', ({ params }) => {
      retried.push(String(params.version));
      problems = problems.filter(({ version }) => String(version) !== params.version);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/undelivered-notes/:id/:version/handled', ({ params }) => {
      handled.push(String(params.version));
      problems = problems.filter(({ version }) => String(version) !== params.version);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/undelivered-notes/try-again', () => {
      retried.push('all');
      problems = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderApp('/admin/connections/undelivered-notes', { me: administrator });
  await screen.findByRole('heading', { level: 1, name: 'Undelivered Notes' });
  return { retried, handled };
}

describe('undelivered notes', () => {
  it('shows that everything was delivered', async () => {
    await showProblems();
    expect(await screen.findByText('Nothing needs attention')).toBeInTheDocument();
  });

  it('shows what failed and why, and offers no retry for a pending delivery', async () => {
    await showProblems(
      makeDeliveryProblem({ undelivered: failed }),
      makeDeliveryProblem({ version: 2, docType: 'Addendum', undelivered: late }),
      makeDeliveryProblem({ version: 3, docType: 'Fax', undelivered: fax }),
      makeDeliveryProblem({ version: 4, docType: 'Error', pdfStatus: 'TemplateError' }),
    );
    const items = await screen.findAllByRole('listitem');
    const words = items.map((item) => within(item).getByRole('heading').textContent);
    expect(words).toEqual([
      'Note: EMR filing failed',
      'Addendum: EMR filing delayed',
      'Fax: delivery failed',
      'Marked in Error: PDF failed',
    ]);
    expect(items[0]).toHaveTextContent('Tele-Neuro, Lakeshore General - Emergency Department');
    expect(items[0]).toHaveTextContent('1 attempt, most recent: rejected by the EMR (AE)');
    expect(items[1]).toHaveTextContent('7 attempts, most recent: no response');
    const tones = items.map((item) => item.querySelector<HTMLElement>('[data-tone]')?.dataset.tone);
    expect(tones).toEqual(['danger', 'warning', 'danger', 'danger']);
    const offers = items.map((item) => within(item).queryAllByRole('button', { name: 'Retry' }).length);
    expect(offers).toEqual([1, 0, 1, 1]);
  });

  it('marks a delayed delivery as late, whether its PDF failed or not', async () => {
    await showProblems(makeDeliveryProblem({ undelivered: late, pdfStatus: 'TemplateError' }));
    expect(await screen.findByText('Note: EMR filing delayed, PDF failed')).toBeInTheDocument();
    const state = screen.getByText('7 attempts, most recent: no response');
    expect(state.closest('[data-tone]')).toHaveAttribute('data-tone', 'warning');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
  });

  it('retries a single problem, which then disappears', async () => {
    const { retried } = await showProblems(
      makeDeliveryProblem({ undelivered: failed }),
      makeDeliveryProblem({ version: 3, docType: 'Fax', undelivered: fax }),
    );
    const [, second] = await screen.findAllByRole('button', { name: 'Retry' });
    if (second === undefined) throw new Error('two are offered');
    await userEvent.click(second);
    expect(await screen.findByText('Retrying the delivery.')).toBeInTheDocument();
    expect(screen.queryByText('Fax: delivery failed')).not.toBeInTheDocument();
    expect(screen.getByText('Note: EMR filing failed')).toBeInTheDocument();
    expect(retried).toEqual(['3']);
  });

  it('lists each attempt', async () => {
    const attempts = [
      {
        number: 3,
        beganAt: '2024-03-05T14:02:00Z',
        endedAt: '2024-03-05T14:02:01Z',
        state: 'waiting',
        reason: 'not accepted by the EMR (AR)',
      },
      { number: 4, beganAt: '2024-03-05T14:03:00Z', endedAt: null, state: null, reason: null },
      {
        number: 5,
        beganAt: '2024-03-05T14:04:00Z',
        endedAt: '2024-03-05T14:04:01Z',
        state: 'failed',
        reason: 'rejected by the EMR (AE)',
      },
    ] satisfies UndeliveredRead['attempts'];
    await showProblems(makeDeliveryProblem({ undelivered: { ...failed, attemptCount: 5, attempts } }));
    await userEvent.click(await screen.findByText('The last 3 attempts'));
    const [first, second, last] = within(screen.getAllByRole('list')[1] ?? document.body).getAllByRole('listitem');
    expect(first).toHaveTextContent('2:02pm Mar 5, 2024: not accepted by the EMR (AR)');
    expect(second).toHaveTextContent('2:03pm Mar 5, 2024: In progress');
    expect(last).toHaveTextContent('2:04pm Mar 5, 2024: rejected by the EMR (AE)');
    expect(last).toHaveAttribute('value', '5');
  });

  it('removes a problem that was marked as handled, after a confirmation', async () => {
    const { handled, retried } = await showProblems(
      makeDeliveryProblem({ undelivered: failed }),
      makeDeliveryProblem({ version: 2, docType: 'Addendum', undelivered: late }),
    );
    expect(await screen.findAllByRole('button', { name: 'Mark as Handled' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Mark as Handled' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as Handled?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(handled).toEqual([]);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Mark as Handled' }));
    const again = await screen.findByRole('dialog', { name: 'Mark as Handled?' });
    await userEvent.click(within(again).getByRole('button', { name: 'Mark as Handled' }));
    expect(await screen.findByText('Marked as handled.')).toBeInTheDocument();
    expect(screen.queryByText('Note: EMR filing failed')).not.toBeInTheDocument();
    expect([handled, retried]).toEqual([['1'], []]);
  });

  it('retries all failures at once if there are several', async () => {
    const { retried } = await showProblems(
      makeDeliveryProblem({ undelivered: failed }),
      makeDeliveryProblem({ version: 3, docType: 'Fax', undelivered: fax }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Retry All' }));
    expect(await screen.findByText('Retrying all failed deliveries.')).toBeInTheDocument();
    expect(await screen.findByText('Nothing needs attention')).toBeInTheDocument();
    expect(retried).toEqual(['all']);
  });

  it('shows that only the newest problems are listed', async () => {
    const many = Array.from({ length: constants.MAX_DELIVERY_PROBLEMS }, (_, index) =>
      makeDeliveryProblem({ version: index + 1, undelivered: index === 0 ? failed : late }),
    );
    await showProblems(...many);
    expect(await screen.findByText(/^Only the newest 200 are listed/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Retry All' })).not.toBeInTheDocument();
  });

  it('is reachable from the applications panel', async () => {
    server.use(http.get('*/api/undelivered-notes', () => HttpResponse.json([])));
    renderApp('/help', { me: administrator });
    await userEvent.click(await screen.findByRole('button', { name: 'Applications' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Undelivered Notes' }, { timeout: 10_000 }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Undelivered Notes' })).toBeInTheDocument();
    expect(await screen.findByText('Nothing needs attention')).toBeInTheDocument();
  });

  it('is available only to administrators', async () => {
    renderApp('/admin/connections/undelivered-notes', { me: makeMe({ rbacPermissions: permissions('List Consult') }) });
    expect(await screen.findByText(/not authorized to enter/)).toBeInTheDocument();
  });
});
