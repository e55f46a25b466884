import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { EmergencyAccessRow } from '@/api/generated/types.gen';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { EmergencyAccesses } from './emergency-accesses';

const access: EmergencyAccessRow = {
  id: '11111111-2222-4333-8444-555555555555',
  user: { id: 7, username: 'covid', firstName: 'Linh', lastName: 'Agate' },
  organization: 'Lakeshore Health',
  consults: [
    { id: 'aaaaaaaa-2222-4333-8444-555555555555', line: 'Tele-Psych', mayOpen: true },
    { id: 'bbbbbbbb-2222-4333-8444-555555555555', line: 'Tele-ICU', mayOpen: false },
  ],
  reason: 'treating',
  explanation: 'Collapsed in our unit.',
  startedAt: '2026-03-04T12:00:00Z',
  endedAt: '2026-03-04T12:20:00Z',
  endedBy: 'user',
  readCount: 3,
  told: 'failed',
  isOwn: false,
  review: null,
};
const open: EmergencyAccessRow = { ...access, id: '33333333-2222-4333-8444-555555555555', endedBy: null };
const own = { ...access, id: '22222222-2222-4333-8444-555555555555', isOwn: true };

function show(accesses: EmergencyAccessRow[]) {
  const asked: string[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/emergency-accesses', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('unreviewed') ?? '');
      return HttpResponse.json({ accesses, next: null });
    }),
    http.post('*/api/emergency-accesses/:id/review', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(access);
    }),
  );
  const links = { consult: (id: string, text: string) => <a href={id}>{text}</a>, audit: () => null };
  renderFeature(<EmergencyAccesses links={links} />);
  return { asked, sent };
}

it('lists who read what and why, with links only to consults that the reader may open', async () => {
  const { asked } = show([access, own, open]);
  const [first, second, third] = await screen.findAllByRole('article');
  const row = within(first!);
  expect(row.getByRole('heading', { name: 'Linh Agate' })).toBeInTheDocument();
  expect(row.getByText('I am treating this patient now: Collapsed in our unit.')).toBeInTheDocument();
  expect(row.getByText(/Read 3 times/)).toBeInTheDocument();
  expect(row.getByRole('link', { name: 'Tele-Psych consult aaaaaaaa' })).toBeInTheDocument();
  expect(row.queryByRole('link', { name: /Tele-ICU/ })).not.toBeInTheDocument();
  expect(row.getByText('The privacy officer could not be notified.')).toBeInTheDocument();
  expect(within(second!).queryByRole('button', { name: 'Review' })).not.toBeInTheDocument();
  expect(within(third!).queryByRole('button', { name: 'Review' })).not.toBeInTheDocument();
  expect(within(third!).getByText('It can be reviewed when it has ended.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(asked).toEqual(['true', 'false']));
});

it('saves a review', async () => {
  const { sent } = show([access]);
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Justified' }));
  await pasteInto(screen.getByRole('textbox', { name: /Note/ }), 'They were right.');
  await userEvent.click(screen.getByRole('button', { name: 'Save Review' }));
  await waitFor(() => expect(sent).toEqual([{ verdict: 'justified', note: 'They were right.' }]));
});

it('says that there is nothing to review', async () => {
  show([]);
  expect(await screen.findByText('Nothing to review')).toBeInTheDocument();
});
