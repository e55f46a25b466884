import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { FairnessOf, FairnessRead } from '@/api/generated/types.gen';
import { makeSchedule } from '@/testing/call-schedules';
import { makeLine } from '@/testing/make-line';
import { makeMe } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { Fairness } from './fairness';
import { fairnessCsv } from './fairness-words';

function makeRow(id: number, lastName: string, hours: number, difference: number): FairnessOf {
  const load = { hours, nights: 2, weekendDays: 1, holidays: 0 };
  const even = { difference: 0, standing: 'asOthers' } as const;
  const shared = { nights: even, weekendDays: even, holidays: even };
  return {
    person: { id, firstName: 'Ada', lastName },
    months: [{ ...load, hours: hours / 4 }, load],
    total: load,
    shares: { hours: { difference, standing: difference > 0 ? 'more' : 'less' }, ...shared },
  };
}

const read: FairnessRead = {
  months: ['2026-03', '2026-04'],
  people: [makeRow(1, 'Byron', 40.61, -30.2), makeRow(2, '=Lovelace', 100, 30.04)],
};

it('marks outliers by a sign and a word, and sorts by what is pressed', async () => {
  const asked: string[] = [];
  server.use(
    http.get('*/api/call-schedules/fairness', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(read);
    }),
  );
  server.use(http.get('*/api/call-schedules', () => HttpResponse.json({ schedules: [makeSchedule()], people: [] })));
  const stroke = makeLine({ id: 2, name: 'Tele-Stroke', slug: 'tele-stroke' });
  const unplanned = makeLine({ id: 1, name: 'Acute Stroke', slug: 'acute-stroke' });
  renderFeature(<Fairness />, { me: makeMe({ serviceLines: [unplanned, stroke] }) });
  const rows = async () => {
    const [, ...found] = within(await screen.findByRole('table')).getAllByRole('row');
    return found.map(({ textContent }) => textContent);
  };
  expect(await rows()).toEqual(['Ada Byron41▼ Less −302±01±00±0', 'Ada =Lovelace100▲ More +302±01±00±0']);
  expect(asked).toEqual([expect.stringMatching(/^\?serviceLineId=2&from=\d{4}-\d{2}&months=3$/)]);
  await userEvent.click(screen.getByRole('button', { name: 'Hours' }));
  expect((await rows())[0]).toMatch(/^Ada =Lovelace/);
  expect(screen.getByRole('columnheader', { name: 'Hours' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'March 2026');
  expect(await rows()).toEqual(['Ada =Lovelace25210', 'Ada Byron10210']);
});

it('exports a line for each person and month, and no formulas', () => {
  const [dangerous] = read.people.slice(1);
  const people = dangerous === undefined ? [] : [{ ...dangerous, person: { ...dangerous.person, firstName: '=A"' } }];
  expect(fairnessCsv({ ...read, people }).split('\r\n')).toEqual([
    '"Person","Month","Hours","Nights","Weekend days","Holidays"',
    `"'=A"" =Lovelace","2026-03","25","2","1","0"`,
    `"'=A"" =Lovelace","2026-04","100","2","1","0"`,
  ]);
});
