import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import {
  amara,
  closePlanner,
  gap,
  hiroshi,
  makeRotation,
  makeSchedule,
  noFindings,
  plannerOfTwo,
  servePlan,
  showScheduleDialog,
  soren,
} from '@/testing/call-schedules';
import { connectLive } from '@/testing/live-server';
import { pasteInto } from '@/testing/paste-into';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-04T12:00:00Z'), toFake: ['Date'] });
  vi.stubEnv('TZ', 'America/New_York');
});
afterEach(() => {
  closePlanner();
  vi.useRealTimers();
});

const saved = {
  name: 'First call, East',
  timeZone: 'America/Chicago',
  primary: true,
  rotations: [makeRotation()],
  version: 1,
};

/** Opens the schedule and adds to its name. */
async function edit() {
  const dialog = await showScheduleDialog('1', 'Edit First call');
  await pasteInto(nameIn(dialog), ', East');
  return dialog;
}

type Dialog = Awaited<ReturnType<typeof showScheduleDialog>>;

// By label and text, because computing the names of all roles in the dialog takes longer than a click.
const nameIn = (dialog: Dialog) => dialog.getByLabelText(/^Name/);
const save = (dialog: Dialog, label = 'Save') => userEvent.click(dialog.getByText(label, { selector: 'span' }));

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

it('saves at once what leaves nothing open', async () => {
  const served = servePlan();
  await save(await edit());
  await closed();
  expect(served.sent).toEqual([['PUT', '/1', saved]]);
});

it('says before it saves what would be left open, and again after a change', async () => {
  const served = servePlan();
  served.check = () => HttpResponse.json({ ...noFindings, gaps: [gap], gapTotal: 2 });
  const dialog = await edit();
  await save(dialog);
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('Saving leaves 2 gaps in the next 52 weeks.The line has no gaps now.');
  expect(alert).toHaveTextContent('Gap: Sat, Mar 7, 7:00am to 7:00pm CSTand 1 more');
  await pasteInto(nameIn(dialog), '!');
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  await save(dialog);
  await dialog.findByText('Save Anyway');
  await save(dialog, 'Save Anyway');
  await closed();
  expect(served.sent).toEqual([['PUT', '/1', { ...saved, name: 'First call, East!' }]]);
});

it('says before it saves that nobody is planned on the line yet', async () => {
  const served = servePlan({ schedules: [] });
  served.check = () => HttpResponse.json({ ...noFindings, gaps: [gap], gapTotal: 1 });
  const dialog = await showScheduleDialog('new', 'Add Call Schedule');
  await pasteInto(nameIn(dialog), 'Weekends');
  await userEvent.selectOptions(dialog.getByLabelText('Add a person'), String(amara.id));
  await save(dialog);
  expect(await dialog.findByRole('alert')).toHaveTextContent('Nobody is planned on this line yet.');
});

it('adds a schedule to the line that the page shows', async () => {
  servePlan({ schedules: [] });
  const dialog = await showScheduleDialog('new', 'Add Call Schedule', '3', plannerOfTwo);
  expect(dialog.getByLabelText(/^Service Line/)).toHaveValue('3');
});

it("begins a line's first schedule in the zone of its opening hours", async () => {
  const served = servePlan({ schedules: [] });
  served.openingZones = [
    { serviceLineId: 3, timeZone: 'Asia/Kolkata' },
    { serviceLineId: 2, timeZone: 'America/Chicago' },
  ];
  const dialog = await showScheduleDialog('new', 'Add Call Schedule');
  expect(dialog.getByLabelText(/^Time Zone/)).toHaveValue('America/Chicago');
});

it('can be saved although it cannot be checked', async () => {
  const served = servePlan();
  served.check = () => HttpResponse.json({ code: 'busy', message: 'Busy.', errors: [] }, { status: 503 });
  const dialog = await edit();
  await save(dialog);
  expect(await dialog.findByText('What this leaves open could not be checked.')).toBeInTheDocument();
  await save(dialog, 'Save Anyway');
  await closed();
  expect(served.sent).toHaveLength(1);
});

it('shows a refusal at its field, in a rotation that was folded', async () => {
  const served = servePlan();
  const message = 'Someone here may not go on call for this service line.';
  const refused = { code: 'invalid', message: 'Check.', errors: [{ field: 'rotations.0.userIds', message }] };
  served.check = () => HttpResponse.json(refused, { status: 400 });
  const dialog = await edit();
  expect(dialog.getByLabelText('Add a person')).not.toBeVisible();
  await save(dialog);
  expect(await dialog.findByText(`People, in the Order of Their Turns: ${message}`)).toBeInTheDocument();
  expect(dialog.getByLabelText('Add a person')).toBeVisible();
  expect(served.sent).toEqual([]);
});

it('shows what someone else has saved meanwhile beside what was typed, and lets the planner decide', async () => {
  const served = servePlan();
  const dialog = await edit();
  served.schedules = [makeSchedule({ version: 2, rotations: [makeRotation({ userIds: [hiroshi.id] })] })];
  served.respond = () => {
    const savedBy = { id: 9, username: 'admin', firstName: 'Ruth', lastName: 'Hornbeam' };
    return HttpResponse.json({ code: 'schedule_saved', message: 'Saved.', errors: [], savedBy }, { status: 409 });
  };
  await save(dialog);
  await dialog.findByText('Saved: First call');
  const alert = dialog.getByRole('alert');
  expect(alert).toHaveTextContent('Ruth Hornbeam saved this call schedule while you were editing it.');
  const nights = 'Every day, 7:00pm to 7:00am the next day, 1 week each';
  expect(alert).toHaveTextContent(
    `NightsSaved: ${nights}: Hiroshi ObsidianYours: ${nights}: Amara Feldspar, Hiroshi Obsidian`,
  );
  expect(nameIn(dialog)).toHaveValue('First call, East');
  served.respond = () => new HttpResponse(null, { status: 204 });
  await userEvent.click(dialog.getByText('Keep Mine'));
  await save(dialog);
  await closed();
  expect(served.sent.at(-1)).toEqual(['PUT', '/1', { ...saved, version: 2 }]);
});

it('keeps what was typed if someone else removes the schedule', async () => {
  const served = servePlan();
  const live = await connectLive();
  const dialog = await edit();
  served.schedules = [];
  await live.send('call-schedule:changed', { serviceLineId: 2 });
  expect(await dialog.findByText('Someone else has removed this call schedule.')).toBeInTheDocument();
  expect(nameIn(dialog)).toHaveValue('First call, East');
  expect(dialog.getByText('Save').closest('button')).toBeDisabled();
  live.close();
});

it("changes the order of people by keyboard, and sends an added schedule's answers", async () => {
  const served = servePlan();
  served.respond = () => HttpResponse.json({ id: 3 }, { status: 201 });
  const dialog = await showScheduleDialog('new', 'Add Call Schedule');
  await pasteInto(nameIn(dialog), 'Weekends');
  await save(dialog);
  expect(await dialog.findByText('People, in the Order of Their Turns: This field is required.')).toBeInTheDocument();
  const add = dialog.getByLabelText('Add a person');
  for (const { id } of [amara, hiroshi, soren]) await userEvent.selectOptions(add, String(id));
  expect(dialog.getByText('No verified contact')).toBeInTheDocument();
  dialog.getByLabelText('Move Amara Feldspar down').focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{Enter}');
  expect(dialog.getByText('Amara Feldspar is now 3 of 3.')).toBeInTheDocument();
  expect(dialog.getByLabelText('Move Amara Feldspar down')).toHaveFocus();
  await userEvent.click(dialog.getByLabelText('Remove Hiroshi Obsidian'));
  expect(dialog.getByLabelText('Remove Søren Quartz')).toHaveFocus();
  await save(dialog);
  await closed();
  const rotation = makeRotation({ name: 'Rotation 1', startsOn: '2026-03-04', beginsAt: '07:00' });
  const body = {
    name: 'Weekends',
    // That of the line's other schedule.
    timeZone: 'America/Chicago',
    primary: true,
    rotations: [{ ...rotation, userIds: [soren.id, amara.id] }],
    serviceLineId: 2,
  };
  expect(served.sent).toEqual([['POST', '', body]]);
});
