import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import type { TimelineEntryRead } from '@/api/generated/types.gen';
import { CONSULT_ID, dana, makeEntry } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { showTimeline, UPDATES } from '@/testing/show-timeline';

import { Timeline } from './timeline';

const at = (minute: number) => `2024-03-05T14:0${minute}:00Z`;

const steps = [
  makeEntry({ id: 3, taskType: 'transfer-completion', createdAt: at(3), author: dana }),
  makeEntry({ id: 2, taskType: 'transfer-acknowledgement', createdAt: at(2), author: dana }),
  makeEntry({ id: 1, taskType: 'transfer', createdAt: at(1) }),
];

/** The text of each entry, newest first. */
const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('[TIME-21] [TIME-25] has an entry with its own title for each step of a transfer, with the person and the time', async () => {
  showTimeline(steps);
  await screen.findByRole('heading', { name: 'Transfer Requested' });
  expect(entries()).toEqual([
    'Transfer CompletedDana Lee 2:03pm Mar 5, 2024',
    'Transfer AcknowledgedDana Lee 2:02pm Mar 5, 2024',
    'Transfer RequestedNora Quinn 2:01pm Mar 5, 2024',
  ]);
});

it('[TIME-18] shows the transfer with the entry about its request only', async () => {
  server.use(http.get(UPDATES, () => HttpResponse.json(steps)));
  renderFeature(<Timeline consultId={CONSULT_ID} allowedActions={[]} transfer={<p>All about the transfer.</p>} />);
  await screen.findByRole('heading', { name: 'Transfer Requested' });
  expect(entries().map((text) => text.includes('All about the transfer.'))).toEqual([false, false, true]);
});

const declined = makeEntry({
  id: 5,
  taskType: 'update',
  kind: 'transferDeclined',
  createdAt: at(5),
  message: 'Mercy declined: no bed. Asked University Hospital.',
});
const closed = makeEntry({
  id: 6,
  taskType: 'update',
  kind: 'transferClosed',
  createdAt: at(6),
  message: 'Patient discharged.',
});

it('[TIME-21] [TRF-09] names what is not a comment: a facility that declined, and a transfer that was closed', async () => {
  showTimeline([closed, declined, makeEntry({ id: 4, taskType: 'update', createdAt: at(4), message: 'Calmer now.' })]);
  await screen.findByText('Calmer now.');
  const texts = screen
    .getAllByRole('listitem')
    .map((entry) => [entry.querySelector('h3')?.textContent, entry.querySelector('p + p')?.textContent]);
  expect(texts).toEqual([
    ['Transfer Closed', 'Patient discharged.'],
    ['Facility Declined Transfer', 'Mercy declined: no bed. Asked University Hospital.'],
    ['Comment', 'Calmer now.'],
  ]);
});

/** The timeline after a notification of 14:04 was opened. */
function showFromNotification(shown: readonly TimelineEntryRead[]) {
  const onSeen = vi.fn();
  server.use(http.get(UPDATES, () => HttpResponse.json(shown)));
  renderFeature(<Timeline consultId={CONSULT_ID} allowedActions={[]} target={{ which: { since: at(4) }, onSeen }} />);
  return onSeen;
}

it('[TIME-21] [NOTIF-13] such an entry is never taken for the comment that a notification led to', async () => {
  const comment = makeEntry({ id: 7, taskType: 'update', createdAt: at(7), message: 'Seizing now.', alert: true });
  const onSeen = showFromNotification([comment, closed, declined]);
  await waitFor(() => expect(screen.getByText('Seizing now.').closest('li')).toHaveFocus());
  expect(onSeen).toHaveBeenCalledOnce();
});
