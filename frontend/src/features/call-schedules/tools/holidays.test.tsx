import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { staleAfter } from '@/api/events';
import { connectQueries, markStale } from '@/api/live';
import type { HolidayRead, HolidaysSaved } from '@/api/generated/types.gen';
import { makeLine } from '@/testing/make-line';
import { makeMe } from '@/testing/me';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { Holidays } from './holidays';

const stroke = makeLine({ id: 2, name: 'Tele-Stroke', slug: 'tele-stroke' });
const thisYear = 2026;
const thanksgiving = { day: `${thisYear}-11-26`, name: 'Thanksgiving Day' };
const christmas = { day: `${thisYear}-12-25`, name: 'Christmas Day' };
const newYear = { day: `${thisYear + 1}-01-01`, name: "New Year's Day" };
const NO_GAPS: HolidaysSaved = { gaps: [], gapTotal: 0, gapTotalElsewhere: 0 };

/** A server with this list; its version counts the saves. */
function showHolidays(...holidays: HolidayRead[]) {
  const served = { holidays, version: 1, saved: NO_GAPS, sent: [] as unknown[] };
  server.use(
    http.get('*/api/holidays', () => HttpResponse.json({ version: String(served.version), holidays: served.holidays })),
    http.get('*/api/holidays/proposed', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('year') === String(thisYear) ? [thanksgiving, christmas] : [newYear],
      ),
    ),
    http.put<never, { version: string; holidays: HolidayRead[] }>('*/api/holidays', async ({ request }) => {
      const body = await request.json();
      served.sent.push(body);
      if (body.version !== String(served.version))
        return HttpResponse.json(
          { code: 'holidays_saved', message: 'Someone else was first.', errors: [] },
          { status: 409 },
        );
      served.holidays = body.holidays;
      served.version += 1;
      return HttpResponse.json(served.saved);
    }),
  );
  const { queryClient } = renderFeature(<Holidays />, { me: makeMe({ serviceLines: [stroke] }) });
  onTestFinished(connectQueries(queryClient));
  return served;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${thisYear}-11-01T12:00:00Z`) }));
afterEach(() => void vi.useRealTimers());

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('adds the federal holidays that the planner chooses, and names the gaps that this leaves', async () => {
  const served = showHolidays();
  served.saved = {
    gaps: [
      {
        serviceLineId: 2,
        primary: true,
        startsAt: `${thisYear}-12-25T12:00:00Z`,
        endsAt: `${thisYear}-12-26T12:00:00Z`,
      },
    ],
    gapTotal: 1,
    gapTotalElsewhere: 1,
  };
  expect(await screen.findByText('No holidays yet')).toBeInTheDocument();
  await press('Add Federal Holidays');
  const dialog = await screen.findByRole('dialog', { name: 'Add Federal Holidays' });
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: /Thanksgiving/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add 1 Holiday' }));
  expect(await screen.findByText('Holidays saved. This leaves 2 new gaps.')).toBeInTheDocument();
  expect(screen.getByText(/^Tele-Stroke: .* Dec 25, /)).toBeInTheDocument();
  expect(screen.getByText('1 on service lines that others plan')).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: String(thisYear) })).getByRole('listitem')).toHaveTextContent(
    /Dec 25Christmas Day/,
  );
  expect(served.sent).toEqual([{ version: '1', holidays: [christmas] }]);
});

it('proposes the holidays of the next year once those of this one are over', async () => {
  vi.setSystemTime(new Date(`${thisYear}-12-28T12:00:00Z`));
  showHolidays(christmas);
  await screen.findByText('Christmas Day');
  await press('Add Federal Holidays');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Federal Holidays' }));
  expect(await dialog.findByRole('checkbox', { name: /New Year/ })).toBeInTheDocument();
  expect(dialog.getByLabelText('Year')).toHaveValue(String(thisYear + 1));
});

it('removes a holiday after a question, and keeps earlier years apart', async () => {
  const served = showHolidays({ day: '2020-07-03', name: 'Independence Day' }, christmas);
  await screen.findByRole('region', { name: String(thisYear) });
  expect(screen.getByText('Earlier years')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Remove Christmas Day/ }));
  const question = await screen.findByRole('dialog', { name: 'Remove Christmas Day?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Holidays saved. This leaves no new gap in a plan.')).toBeInTheDocument();
  expect(served.sent).toEqual([{ version: '1', holidays: [{ day: '2020-07-03', name: 'Independence Day' }] }]);
});

it('does not add what is incomplete or listed already', async () => {
  const served = showHolidays(christmas);
  await screen.findByText('Christmas Day');
  await press('Add Holiday');
  expect(await screen.findByText('Name: This field is required.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Day/)).toHaveFocus();
  await pasteInto(screen.getByLabelText(/^Day/), `12/25/${thisYear}`);
  expect(await screen.findByText('Day: This day is in the list as Christmas Day.')).toBeInTheDocument();
  expect(served.sent).toEqual([]);
});

it("shows another planner's list when it is saved, and says so to whoever was slower", async () => {
  const served = showHolidays();
  await screen.findByText('No holidays yet');
  served.version = 2;
  served.holidays = [thanksgiving];
  await pasteInto(screen.getByLabelText(/^Day/), `12/25/${thisYear}`);
  await pasteInto(screen.getByLabelText(/^Name/), 'Mine');
  await press('Add Holiday');
  expect(await screen.findByText('Someone else was first.')).toBeInTheDocument();
  expect(await screen.findByText('Thanksgiving Day')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Name/)).toHaveValue('Mine');
  served.holidays = [christmas];
  markStale(staleAfter['call-schedule:changed']({ serviceLineId: 9 }), 0);
  expect(await screen.findByText('Christmas Day')).toBeInTheDocument();
});
