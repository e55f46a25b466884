import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { PrintZone } from '@/shared/hooks/use-times';
import { CONSULT_ID, makeEntry } from '@/testing/make-consult';
import { server } from '@/testing/server';
import { renderFeature } from '@/testing/render-app';
import { showTimeline, UPDATES } from '@/testing/show-timeline';

import { PrintedTimeline } from './printed-timeline';

const comment = (id: number, createdAt: string, message: string) =>
  makeEntry({ id, taskType: 'update', createdAt, message });

const shown = () => screen.getAllByRole('listitem').map((entry) => entry.querySelector('p + p')?.textContent);

it('[TIME-03] lists entries newest first, with ties in reverse order, even if the response to a comment arrives after newer entries', async () => {
  const entries = [
    comment(2, '2024-03-05T14:02:00Z', 'second of one moment'),
    comment(1, '2024-03-05T14:02:00.000000Z', 'first of one moment'),
    comment(3, '2024-03-05T13:00:00.5Z', 'half a second later'),
    comment(4, '2024-03-05T13:00:00Z', 'before all'),
  ];
  const mine = comment(5, '2024-03-05T14:03:00Z', 'mine');
  const newer = comment(6, '2024-03-05T14:04:00Z', 'newer');
  server.use(
    http.post(UPDATES, () => {
      entries.push(newer, mine);
      return HttpResponse.json(mine, { status: 201 });
    }),
  );
  const { queryClient } = showTimeline(entries.toReversed(), ['comment']);
  const before = ['second of one moment', 'first of one moment', 'half a second later', 'before all'];
  await screen.findByText('before all');
  expect(shown()).toEqual(before);
  // The event for a colleague's comment arrives before the response to the user's own.
  queryClient.setQueriesData({ predicate: ({ meta }) => meta?.staleOn !== undefined }, [newer, ...entries]);
  await screen.findByText('newer');
  await userEvent.type(screen.getByRole('textbox', { name: /Add Comment/ }), 'mine');
  await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));
  await waitFor(() => expect(shown()).toEqual(['newer', 'mine', ...before]));
});

const long = 'x'.repeat(799) + '\u{1F9E0}' + 'y'.repeat(64_000);

it('[DET-44] [TIME-29] truncates a long comment, and shows it in full in a dialog', async () => {
  showTimeline([comment(2, '2024-03-05T14:02:00Z', long), comment(1, '2024-03-05T14:01:00Z', 'short')]);
  const showAll = await screen.findByRole('button', { name: "Show all of Nora Quinn's text" });
  const [first] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain(`${'x'.repeat(799)}…`);
  expect(screen.getAllByText('Show all')).toHaveLength(1);
  await userEvent.click(showAll);
  const dialog = await screen.findByRole('dialog', { name: 'Comment, Nora Quinn' });
  expect(within(dialog).getByText(long).children).toHaveLength(0);
  await userEvent.click(within(dialog).getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(showAll).toHaveFocus();
});

it('[TIME-29] truncates a comment of many lines, too', async () => {
  showTimeline([
    comment(2, '2024-03-05T14:02:00Z', Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')),
  ]);
  const text = await screen.findByText(/^line 0/);
  expect(text.textContent).toMatch(/\nline 11…$/);
});

/** Renders the timeline for print with this response; returns the `onReady` mock. */
function print(answer: () => Response) {
  const onReady = vi.fn();
  server.use(http.get(UPDATES, answer));
  renderFeature(
    <PrintZone value="America/New_York">
      <PrintedTimeline consultId={CONSULT_ID} onReady={onReady} />
    </PrintZone>,
  );
  return onReady;
}

it('[DET-08] [TIME-01] [TIME-02] [DET-48] [TIME-06] prints every text in full and no buttons', async () => {
  const onReady = print(() => HttpResponse.json([comment(2, '2024-03-05T14:02:00Z', long)]));
  expect(await screen.findByText(long)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Consult Request Timeline' })).toBeInTheDocument();
  expect(screen.getByText('This timeline is not a replacement for EMR documentation.')).toBeInTheDocument();
  expect(screen.getByText('9:02am Mar 5, 2024 EST')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(onReady).toHaveBeenCalledOnce();
});

it.each([
  ['No Timeline Events', () => HttpResponse.json([])],
  ['Failed to load timeline', () => new HttpResponse(null, { status: 404 })],
])('[TIME-04] [DET-08] prints: %s', async (words, answer) => {
  const onReady = print(answer);
  expect(await screen.findByText(words)).toBeInTheDocument();
  await waitFor(() => expect(onReady).toHaveBeenCalledOnce());
});

it('[INFO-48] names the failed fax and the reason, and does not say that no action is needed', async () => {
  const details = { docType: 'Fax', faxNumber: '(555) 010-0199', reason: 'line busy' };
  showTimeline([makeEntry({ taskType: 'signoff-send-error', details })]);
  expect(await screen.findByRole('heading', { name: 'Signoff Note Fax Failed' })).toBeInTheDocument();
  expect(screen.getByText('(555) 010-0199: line busy')).toBeInTheDocument();
  expect(screen.queryByText(/no action needed/)).not.toBeInTheDocument();
});
