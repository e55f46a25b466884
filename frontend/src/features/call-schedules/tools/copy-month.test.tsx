import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { CallScheduleRead, CopyPreview } from '@/api/generated/types.gen';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { CopyMonth } from './copy-month';

const schedule: CallScheduleRead = {
  id: 4,
  serviceLineId: 2,
  serviceLineName: 'Tele-Stroke',
  name: 'First call',
  timeZone: 'America/Denver',
  primary: true,
  rotations: [],
  version: 1,
  mayEdit: true,
};
const shown: CopyPreview = {
  shifts: [
    { userId: 71, startsAt: '2026-05-04T11:00:00Z', endsAt: '2026-05-05T11:00:00Z' },
    { userId: null, startsAt: '2026-05-05T11:00:00Z', endsAt: '2026-05-06T11:00:00Z' },
  ],
  conflicts: [],
  notOnTheLine: [72],
  people: [
    { id: 71, firstName: 'Ada', lastName: 'Lovelace' },
    { id: 72, firstName: 'Grace', lastName: 'Hopper' },
  ],
};

/** A server with two schedules, of which one is chosen, and what it was sent. */
function showCopy(preview: CopyPreview) {
  const sent: unknown[] = [];
  const other = { ...schedule, id: 3, name: 'Second call' };
  server.use(
    http.get('*/api/call-schedules', () =>
      HttpResponse.json({ schedules: [other, schedule], people: [], openingZones: [] }),
    ),
    http.post('*/api/call-schedules/4/copies/preview', () => HttpResponse.json(preview)),
    http.post('*/api/call-schedules/4/copies', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ id: 9 }, { status: 201 });
    }),
    http.delete('*/api/call-schedules/4/copies/9', () => {
      sent.push('taken back');
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderFeature(<CopyMonth scheduleId="4" onChoose={vi.fn()} />);
  return sent;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-04-08T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

it('shows what a copy does before it is made, and takes it back as one', async () => {
  const sent = showCopy(shown);
  const shifts = within(await screen.findByRole('list', { name: 'Shifts after copying' })).getAllByRole('listitem');
  expect(shifts.map(({ textContent }) => textContent)).toEqual([
    'Ada LovelaceMon, May 4, 5:00am to Tue, May 5, 5:00am MDT',
    'NobodyTue, May 5, 5:00am to Wed, May 6, 5:00am MDT',
  ]);
  expect(screen.getByText(/^1 shift on the same weekdays/)).toBeInTheDocument();
  expect(screen.getByText(/^Grace Hopper may not go on call/)).toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: /^Copy to / }));
  await userEvent.click(await screen.findByRole('button', { name: 'Take Back' }));
  expect(await screen.findByText(/^The copy was taken back/)).toBeInTheDocument();
  expect(sent).toEqual([{ from: '2026-04', to: '2026-05' }, 'taken back']);
});

it('names the changes that are in the way, and does not offer to copy then', async () => {
  const change = { id: 1, scheduleId: 4, kind: 'add', userId: 72, replacedUserId: null, copyId: null } as const;
  const [first] = shown.shifts;
  showCopy({ ...shown, conflicts: [{ ...change, startsAt: first?.startsAt ?? '', endsAt: first?.endsAt ?? '' }] });
  expect(await screen.findByText(/has 1 change already/)).toBeInTheDocument();
  expect(screen.getByText('Grace Hopper: Mon, May 4, 5:00am to Tue, May 5, 5:00am MDT')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Copy to / })).toBeDisabled();
});
