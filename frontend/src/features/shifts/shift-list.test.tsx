import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderFeature } from '@/testing/render-app';
import { ada, makeShift, NOON } from '@/testing/shifts';

import { ShiftList } from './shift-list';

const auckland = { timeZone: 'Pacific/Auckland', serviceLineId: 7, serviceLineName: 'Acute Stroke' };

it('groups by the weeks of the viewer, whatever the zones of shifts, and says what else is planned at that time', () => {
  const running = makeShift(-2, { id: 8, scheduleName: 'Long call', endsAt: '2026-03-08T00:30:00Z' });
  const shifts = [
    makeShift(84),
    makeShift(90, { id: 9, ...auckland }),
    // Monday, March 9, 2am there.
    makeShift(97, { id: 10, ...auckland, scheduleName: 'Second call' }),
  ];
  renderFeature(<ShiftList shifts={shifts} all={[running, ...shifts]} own={[]} now={NOON} />, { me: ada });
  const rows = within(screen.getByRole('region', { name: 'This Week' })).getAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
    expect.stringMatching(/^Sat Mar 7 7:00pm/),
    expect.stringMatching(/^Sun Mar 8 7:00pm to 7:00am GMT\+13/),
    expect.stringMatching(/^Mon Mar 9 2:00am to 2:00pm GMT\+13/),
  ]);
  expect(screen.queryByRole('region', { name: 'Next Week' })).not.toBeInTheDocument();
  expect(screen.getAllByText(/^Also on call for/).map(({ textContent }) => textContent)).toEqual([
    'Also on call for Long call, Acute Stroke then',
    'Also on call for Tele-Stroke, Second call then',
    'Also on call for First call then',
  ]);
});
