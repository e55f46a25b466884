import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { makeDraft, makeLineRead, serveLine } from '@/testing/lines';
import { makeMe, permissions } from '@/testing/me';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';

import { Line } from './line';

async function show(line = makeLineRead()) {
  const served = serveLine(line);
  renderFeature(<Line id={3} />, { isLinked: true });
  await screen.findByRole('heading', { name: 'Tele-Psych' });
  return served;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('adds a holiday, shows the next days, and asks before a line with open consults is closed', async () => {
  const served = await show();
  const days = await screen.findByRole('list', { name: 'Next 14 days' });
  expect(within(days).getByText('Closed (now all day), clocks are set forward')).toBeInTheDocument();
  await press('Add Exception');
  const exception = within(screen.getByRole('group', { name: 'Exception 1' }));
  await pasteInto(exception.getByLabelText(/^Name/), 'Thanksgiving');
  await pasteInto(exception.getByLabelText(/^First Day/), '11/26/2026');
  await pasteInto(exception.getByLabelText(/^Open/), '08:00 - 12:00, 14:00-15:00');
  const asking = (effect: string, code: string) => () =>
    HttpResponse.json(
      { code: 'unconfirmed', message: '', errors: [], effects: [effect], codes: [code] },
      { status: 409 },
    );
  served.respond = asking('2 consults are still open.', 'closes');
  await press('Save');
  expect(await screen.findByText('2 consults are still open.')).toBeInTheDocument();
  // Nothing is being sent while the question is open.
  expect(screen.getByRole('button', { name: 'Save', hidden: true })).not.toHaveAttribute('data-loading');
  // What has come up since is asked as well, and does not undo the first confirmation.
  served.respond = asking('1 person is on call.', 'onCall');
  await press('Save Anyway');
  expect(await screen.findByText('1 person is on call.')).toBeInTheDocument();
  await press('Save Anyway');
  await waitFor(() => expect(served.sent).toHaveLength(3));
  expect(served.sent[2]).toEqual({
    call: 'PUT /api/lines/3',
    version: 'v1',
    body: {
      ...makeLineRead().settings,
      exceptions: [
        {
          name: 'Thanksgiving',
          firstDay: '2026-11-26',
          lastDay: '2026-11-26',
          openHours: ['08:00-12:00', '14:00-15:00'],
          timeZone: 'America/New_York',
        },
      ],
      reason: null,
      confirmed: ['closes', 'onCall'],
    },
  });
});

it('leads to the row that was refused, and names it in the summary', async () => {
  const served = await show();
  await press('Add Exception');
  const exception = within(screen.getByRole('group', { name: 'Exception 1' }));
  await pasteInto(exception.getByLabelText(/^Name/), 'Thanksgiving');
  await pasteInto(exception.getByLabelText(/^First Day/), '11/26/2026');
  const limit = within(screen.getByRole('group', { name: 'Priority 2' })).getByLabelText(/^Limit/);
  await userEvent.clear(limit);
  await pasteInto(limit, '-5');
  await press('Save');
  await waitFor(() => expect(limit).toHaveFocus());
  expect(limit).toHaveAccessibleDescription('Enter a number of minutes above 0, for example 30.');
  expect(screen.getByRole('link', { name: /^Priority 2, Limit in Minutes: / })).toBeInTheDocument();
  await userEvent.clear(limit);
  await pasteInto(limit, '60');
  const opens = screen.getByLabelText(/^Opens/);
  await userEvent.clear(opens);
  await pasteInto(opens, '25:99');
  await press('Save');
  await waitFor(() => expect(opens).toHaveFocus());
  expect(screen.getByRole('link', { name: 'Hours 1, Opens: Enter a time, for example 14:30.' })).toBeInTheDocument();
  await userEvent.clear(opens);
  await pasteInto(opens, '08:00');
  const errors = [
    { field: 'exceptions.0.openHours.0', message: 'Not a time.' },
    { field: 'exceptions', message: 'Two overlap.' },
  ];
  served.respond = () => HttpResponse.json({ code: 'validation', message: '', errors }, { status: 400 });
  await press('Save');
  await waitFor(() => expect(exception.getByLabelText(/^Open/)).toHaveFocus());
  expect(screen.getByRole('link', { name: 'Exception 1, Open: Not a time.' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Exceptions and Holidays: Two overlap.' }));
  expect(screen.getByText('Two overlap.', { selector: 'p' })).toHaveFocus();
});

it('sets up a line that has no priorities yet', async () => {
  const served = await show(makeLineRead({ settings: { hours: [], exceptions: [], priorities: [] } }));
  for (const id of [1, 2, 3]) {
    const priority = within(screen.getByRole('group', { name: `Priority ${id}` }));
    await pasteInto(priority.getByLabelText(/^Limit/), `${id}5`);
  }
  await press('Save');
  await waitFor(() => expect(served.sent).toHaveLength(1));
  expect(served.sent[0]?.body).toMatchObject({
    priorities: [
      { id: 1, name: 'critical', completionLimit: 900, rank: null },
      { id: 2, name: 'urgent', completionLimit: 1500, rank: null },
      { id: 3, name: 'routine', completionLimit: 2100, rank: null },
    ],
  });
});

it('edits the draft that is open, and shows both changes if the line has moved when it is published', async () => {
  const draft = makeDraft();
  const hours = [{ openDaysInWeek: '[1,1]', openHours: '08:00-09:00', openHoursTimezone: 'UTC' }];
  const draftSettings = { ...makeLineRead().settings, hours };
  const served = await show(makeLineRead({ draft, draftSettings }));
  expect(screen.getByLabelText(/^Closes/)).toHaveValue('09:00');
  expect(screen.getByText('Opening hours: added Mon 08:00-09:00 (UTC)')).toBeInTheDocument();
  const live = [{ place: 'priorities.1.limit_seconds', before: 1800, after: 900 }];
  served.respond = () =>
    HttpResponse.json(
      { code: 'object_moved', message: '', errors: [], live, draft: draft.differences },
      { status: 412 },
    );
  await press('Publish Now');
  expect(await screen.findByText('Priority 1, limit: 30 min → 15 min')).toBeInTheDocument();
  await press('Apply the Draft to the Current Version');
  await waitFor(() => expect(served.sent).toHaveLength(2));
  expect(served.sent.map(({ call, version }) => [call, version])).toEqual([
    ['POST /api/drafts/8/publish', 'd1'],
    ['PUT /api/lines/3/draft', 'd1'],
  ]);
  expect(served.sent[1]?.body).toEqual({ ...draftSettings, reason: null, onLive: true });
});

it('does not offer to put a draft that no longer fits on top of what has changed', async () => {
  const draft = makeDraft();
  const served = await show(makeLineRead({ draft, draftSettings: null }));
  expect(screen.getByText('This draft no longer fits.')).toBeInTheDocument();
  served.respond = () =>
    HttpResponse.json({ code: 'object_moved', message: '', errors: [], live: [], draft: [] }, { status: 412 });
  await press('Publish Now');
  expect(await screen.findByText(/has changed since the draft was started/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /on Top/ })).not.toBeInTheDocument();
});

it('says at the field which time is none', async () => {
  const served = await show();
  await userEvent.clear(screen.getByLabelText(/^Closes/));
  await pasteInto(screen.getByLabelText(/^Closes/), '25:00');
  await press('Save');
  await waitFor(() => expect(screen.getByLabelText(/^Closes/)).toBeInvalid());
  expect(served.sent).toEqual([]);
});

it('keeps the question when to publish, with what was typed, until the draft is scheduled', async () => {
  const served = await show(makeLineRead({ draft: makeDraft() }));
  await press('Schedule');
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule This Draft' }));
  const [day, time] = [dialog.getByLabelText('Date'), dialog.getByLabelText(/^Time/)];
  await pasteInto(day, '01/02/2020');
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(dialog.getByText('Enter a date and time.')).toBeInTheDocument();
  await pasteInto(time, '02:30');
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(dialog.getByText(/^This time is in the past/)).toBeInTheDocument();
  await userEvent.clear(day);
  await pasteInto(day, '01/02/2090');
  const errors = [{ field: 'publishAt', message: 'Within a year.' }];
  served.respond = () => HttpResponse.json({ code: 'validation', message: '', errors }, { status: 400 });
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await dialog.findByText('Within a year.')).toBeInTheDocument();
  expect(day).toHaveValue('01/02/2090');
});

it('says who has to approve, and why nothing can be changed', async () => {
  await show(makeLineRead({ draft: makeDraft({ status: 'waiting', needsApproval: true }), needsApproval: true }));
  expect(screen.getByText('Waiting for approval')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Publish Now' })).not.toBeInTheDocument();
});

it('shows hours without a form to whoever does not administer all organizations that request the line', async () => {
  await show(makeLineRead({ mayChange: false }));
  expect(screen.getByText(/An administrator of all of them can change it/)).toBeInTheDocument();
  expect(screen.getByText('Mon–Fri 08:00–17:00 (America/New York)')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Call Schedules' })).not.toBeInTheDocument();
});

it('leads planners to the call schedules of the line', async () => {
  serveLine(makeLineRead());
  renderFeature(<Line id={3} />, { me: makeMe({ rbacPermissions: permissions('Edit CallSchedule') }), isLinked: true });
  const link = await screen.findByRole('link', { name: 'Call Schedules' });
  expect(link).toHaveAttribute('href', '/call-schedules?line=%223%22');
});
