import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { FindingsRead } from '@/api/generated/types.gen';
import {
  amara,
  closePlanner,
  dialogCalled,
  gap,
  hiroshi,
  makeSchedule,
  makeShift,
  noFindings,
  press,
  servePlan,
  showPlanner,
} from '@/testing/call-schedules';
import { connectLive } from '@/testing/live-server';
import { onPhone } from '@/testing/show-consult';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-04T12:00:00Z'), toFake: ['Date'] });
  vi.stubEnv('TZ', 'America/New_York');
});
afterEach(() => {
  closePlanner();
  vi.useRealTimers();
});

const night = makeShift('2026-03-08T01:00:00Z', '2026-03-08T12:00:00Z');
const withGap = { ...noFindings, gaps: [gap], gapTotal: 1 };

it('says what a call schedule is while there is none', async () => {
  servePlan({ schedules: [] });
  showPlanner();
  expect(await screen.findByText('No call schedule yet')).toBeInTheDocument();
  await press('Add Call Schedule');
  expect(await screen.findByRole('dialog', { name: 'Add Call Schedule' })).toBeInTheDocument();
});

it("names who is planned, with the times of the schedule's zone", async () => {
  servePlan({ shifts: [night] });
  showPlanner();
  const lane = await screen.findByRole('list', { name: 'First call, Nights' });
  const words = 'Amara Feldspar, Sat, Mar 7, 7:00pm CST to Sun, Mar 8, 7:00am CDT';
  expect(await within(lane).findByRole('button', { name: words })).toBeInTheDocument();
  expect(screen.getByText('Times in CST')).toBeInTheDocument();
});

it('offers to change the one shift that is pressed, not its whole turn', async () => {
  const next = makeShift('2026-03-09T00:00:00Z', '2026-03-09T12:00:00Z');
  servePlan({ shifts: [night, next] });
  showPlanner();
  await press('Amara Feldspar, Sun, Mar 8, 7:00pm to Mon, Mar 9, 7:00am CDT');
  const dialog = await dialogCalled('Change for a Time');
  const from = within(dialog.getByRole('group', { name: /^From/ }));
  const until = within(dialog.getByRole('group', { name: /^Until/ }));
  expect(from.getByLabelText('Date')).toHaveValue('03/08/2026');
  expect(until.getByLabelText('Date')).toHaveValue('03/09/2026');
});

it('marks today where the schedules are, and begins with yesterday', async () => {
  vi.setSystemTime(Date.parse('2026-03-04T20:00:00Z'));
  servePlan({ schedules: [makeSchedule({ timeZone: 'Asia/Kolkata' })] });
  showPlanner();
  const days = within(await screen.findByRole('list', { name: 'Days' })).getAllByRole('listitem');
  expect(days.slice(0, 2).map((day) => [day.textContent, day.getAttribute('aria-current')])).toEqual([
    ['WedMar 4', null],
    ['Today5', 'date'],
  ]);
});

it('takes a copied month back as one', async () => {
  const shared = { scheduleId: 1, kind: 'only' as const, userId: amara.id, replacedUserId: null, copyId: 3 };
  const served = servePlan({
    changes: [
      { ...shared, id: 3, startsAt: '2026-03-05T00:00:00Z', endsAt: '2026-03-05T12:00:00Z' },
      { ...shared, id: 4, startsAt: '2026-03-06T00:00:00Z', endsAt: '2026-03-06T12:00:00Z' },
    ],
  });
  showPlanner();
  const list = within(await screen.findByRole('region', { name: 'Changes for a Time' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Copied month: 2 changes on these daysTele-Stroke, First call: Wed, Mar 4, 6:00pm to Fri, Mar 6, 6:00am CSTTake Back',
  ]);
  await press('Take Back: Copied month: 2 changes on these days');
  await userEvent.click((await dialogCalled('Take the Copied Month Back?')).getByRole('button', { name: 'Take Back' }));
  expect(await screen.findByText('The rotations apply again.')).toBeInTheDocument();
  expect(served.sent).toEqual([['DELETE', '/1/copies/3', null]]);
});

it("asks for one line's findings when only that line is shown", async () => {
  const other = makeSchedule({ id: 2, serviceLineId: 3, serviceLineName: 'Tele-Psych', name: 'Second call' });
  const served = servePlan({ schedules: [makeSchedule(), other], findings: { ...withGap, gapTotal: 418 } });
  showPlanner();
  await press('Show');
  expect(screen.getByText('Tele-Stroke: at least 1 gap')).toBeInTheDocument();
  expect(screen.getByText(/^There are 418 gaps in all\. The earliest 1 are listed/)).toBeInTheDocument();
  served.findingsOf.set('3', noFindings);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Service Line' }), 'Tele-Psych');
  expect(await screen.findByText('No gaps in the next 52 weeks')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Edit Second call, Tele-Psych' })).toBeInTheDocument();
});

it('marks a change in words, and takes it back', async () => {
  const people = { userId: hiroshi.id, replacedUserId: amara.id };
  const change = { id: 5, scheduleId: 1, kind: 'replace' as const, copyId: null, ...people };
  const { startsAt, endsAt } = night;
  const served = servePlan({
    shifts: [{ ...night, userId: hiroshi.id, changeId: 5 }],
    changes: [{ ...change, startsAt, endsAt }],
  });
  showPlanner();
  expect(await screen.findByRole('button', { name: /^Hiroshi Obsidian, change, Sat, Mar 7/ })).toBeInTheDocument();
  await press('Remove: Hiroshi Obsidian instead of Amara Feldspar');
  served.plan.changes = [];
  await userEvent.click((await dialogCalled('Remove This Change?')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The rotations apply again.')).toBeInTheDocument();
  expect(served.sent).toEqual([['DELETE', '/1/changes/5', null]]);
  // Its button is gone.
  await waitFor(() => expect(screen.getByRole('group', { name: 'Call Schedules' })).toHaveFocus());
});

it('fills a gap with someone who is added for its time', async () => {
  const served = servePlan({ findings: withGap });
  served.respond = () => HttpResponse.json({ id: 7 }, { status: 201 });
  showPlanner();
  expect(await screen.findByText('1 gap in the next 52 weeks')).toBeInTheDocument();
  await press('Gap, Sat, Mar 7, 7:00am to 7:00pm CST');
  const dialog = await dialogCalled('Change for a Time');
  await userEvent.click(dialog.getByRole('button', { name: 'Save Change' }));
  expect(await dialog.findByText('Who Is on Call: This field is required.')).toBeInTheDocument();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Who Is on Call/ }), 'Hiroshi Obsidian');
  await userEvent.click(dialog.getByRole('button', { name: 'Save Change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const { startsAt, endsAt } = gap;
  const body = { kind: 'add', startsAt, endsAt, userId: hiroshi.id, replacedUserId: null };
  expect(served.sent).toEqual([['POST', '/1/changes', body]]);
});

it('fills a gap of the escalations in their own schedule', async () => {
  const second = makeSchedule({ id: 2, name: 'Second call', primary: false, timeZone: 'America/Denver' });
  servePlan({ schedules: [makeSchedule(), second], findings: { ...withGap, gaps: [{ ...gap, primary: false }] } });
  showPlanner();
  await press('Show');
  await press('Fill Sat, Mar 7, 6:00am to 6:00pm MST');
  const dialog = await dialogCalled('Change for a Time');
  expect(dialog.getByText('Tele-Stroke, Second call')).toBeInTheDocument();
});

it('names people who may not be there, with what to do about it', async () => {
  const about = { scheduleId: 1, startsAt: night.startsAt, about: [] };
  const conflicts: FindingsRead['conflicts'] = [
    { ...about, userId: amara.id, reason: 'notLicensed', about: ['Ohio', 'Texas'] },
    { ...about, userId: hiroshi.id, reason: 'noContact' },
  ];
  const doubles = [{ scheduleId: 1, userIds: [amara.id, hiroshi.id], startsAt: night.startsAt, endsAt: night.endsAt }];
  servePlan({ shifts: [night], findings: { ...noFindings, conflicts, doubles, doubleTotal: 1 } });
  showPlanner();
  expect(await screen.findByText('1 double booking, 2 conflicts in the next 52 weeks')).toBeInTheDocument();
  await press('Show');
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const from = 'First call, from Sat, Mar 7, 7:00pm CST.';
  expect(said).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Amara Feldspar and Hiroshi Obsidian. First call, Sat, Mar 7, 7:00pm CST to'),
      `Amara Feldspar: Has no valid license for Ohio and Texas. ${from} Plan someone else, or ask an administrator to record the license.Edit`,
      `Hiroshi Obsidian: Has no verified contact. ${from} Ask them to add and verify a phone or a device in Paging Settings, so that a page reaches them.Edit`,
    ]),
  );
});

it('follows changes of other planners', async () => {
  const served = servePlan();
  const live = await connectLive();
  showPlanner();
  expect(await screen.findByText('No gaps in the next 52 weeks')).toBeInTheDocument();
  served.findings = withGap;
  served.plan.shifts = [night];
  await live.send('call-schedule:changed', { serviceLineId: 2 });
  expect(await screen.findByText('1 gap in the next 52 weeks')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /^Amara Feldspar,/ })).toBeInTheDocument();
  live.close();
});

it('is a list of days on a phone, with everything that a planner can do', async () => {
  onPhone();
  const later = makeSchedule({ id: 2, name: 'Second call', primary: false, timeZone: 'America/New_York' });
  servePlan({ schedules: [makeSchedule(), later], shifts: [night], findings: withGap });
  showPlanner();
  const saturday = await screen.findByRole('list', { name: 'Tele-Stroke, Sat, Mar 7' });
  const entries = within(saturday).getAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    '7:00am to 7:00pm CST GapAll NotificationsFill',
    'from 7:00pm CSTAmara FeldsparFirst call, NightsReplace',
  ]);
  expect(screen.getAllByRole('heading', { level: 3 })[0]).toHaveTextContent('Wed, Mar 4 Today');
  expect(screen.getByRole('list', { name: 'Tele-Stroke, Fri, Mar 6' })).toBeEmptyDOMElement();
  const sunday = screen.getByRole('list', { name: 'Tele-Stroke, Sun, Mar 8' });
  expect(sunday).toHaveTextContent('until 7:00am CDTAmara Feldspar');
  expect(screen.getByRole('button', { name: 'Edit Second call' })).toBeInTheDocument();
  await userEvent.click(
    within(sunday).getByRole('button', { name: /^Replace Amara Feldspar, First call, Sun, Mar 8, / }),
  );
  const dialog = await dialogCalled('Change for a Time');
  expect(dialog.getByRole('radio', { name: 'Replace a person' })).toBeChecked();
  expect(dialog.getByRole('combobox', { name: /^Instead of/ })).toHaveDisplayValue('Amara Feldspar (on call then)');
});
