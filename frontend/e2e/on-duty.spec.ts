import type { APIRequestContext, Page } from '@playwright/test';

import type { CallSchedulesRead } from '../src/api/generated/types.gen';
import { beginShifts, joinTeam, leaveTeam, LINE, nadia, nameOf, planner, tomas } from './duty-team';
import { expect, type OpenAs, test } from './fixtures';
import { dayPattern, type Night, nightAfter, nightsAroundChange, shiftBegin, typedDay, ZONE, zoneName } from './nights';
import { checkIn } from './on-call';
import { cancelAfterwards, waitingFor } from './paging';
import { requestConsult } from './request-consult';
import { headersOf } from './session';

const SCHEDULE = 'Nights';
/** Longer than the time after which the server looks for shifts that have begun. */
const NEXT_REMINDER = { timeout: 20_000 };

// Both have the same people on the same line.
test.describe.configure({ mode: 'default' });
// A press on what has gone fails like anything else that is missing, before cleaning up could hide it.
test.use({ actionTimeout: 10_000 });
test.beforeEach(joinTeam);
test.afterEach(leaveTeam);

const boardLine = (page: Page) => page.getByRole('listitem', { name: LINE.name, exact: true });
const dutyOf = (page: Page) => page.getByRole('region', { name: 'Your duty' });

/** Removes what the planner has planned, so that nobody is told of it anymore. */
function removeSchedulesAfterwards(request: APIRequestContext): AsyncDisposable {
  return {
    [Symbol.asyncDispose]: async () => {
      const headers = await headersOf(request, planner.username);
      const listed = (await (await request.get('/api/call-schedules', { headers })).json()) as CallSchedulesRead;
      for (const { id, version } of listed.schedules)
        await request.delete(`/api/call-schedules/${id}?version=${version}`, { headers });
    },
  };
}

/** From tomorrow on, the two take turns by night; nobody is planned by day. */
async function planNights(page: Page) {
  await page.getByRole('button', { name: 'Add Call Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Call Schedule' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(SCHEDULE);
  await dialog.getByRole('combobox', { name: /^Time Zone/ }).selectOption(ZONE);
  await dialog.getByRole('textbox', { name: /^First Day/ }).fill(typedDay(nightAfter(1).day));
  await dialog.getByRole('textbox', { name: /^Shift Begins/ }).fill('7:00p');
  await dialog.getByRole('textbox', { name: /^Shift Ends/ }).fill('7:00a');
  await dialog.getByRole('combobox', { name: /^Counted in/ }).selectOption('day');
  for (const person of [nadia, tomas])
    await dialog.getByRole('combobox', { name: 'Add a person' }).selectOption({ label: nameOf(person) });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText(/^Saving leaves \d+ gaps in the next 52 weeks\./)).toBeVisible();
  const { day } = nightAfter(2);
  const gap = new RegExp(`^Gap: ${dayPattern(day)}, 7:00am to 7:00pm ${zoneName(day)}$`);
  await expect(dialog.getByRole('listitem').filter({ hasText: gap })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Anyway' }).click();
  await expect(dialog).toBeHidden();
}

/** The bar of that night in the planner's calendar. */
function nightIn(page: Page, { day, morning }: Night) {
  const [start, end] = [zoneName(day), zoneName(morning)];
  const words = `${dayPattern(day)}, 7:00pm${start === end ? '' : ` ${start}`} to ${dayPattern(morning)}, 7:00am ${end}$`;
  return page
    .getByRole('list', { name: new RegExp(`^${SCHEDULE}, `) })
    .getByRole('button', { name: new RegExp(words) });
}

test('a planner plans nights through a clock change and leaves the days open, two specialists swap a night, and a shift without its person is on the coverage board and alarms the planner @soak', async ({
  openAs,
  request,
}) => {
  await using _schedules = removeSchedulesAfterwards(request);
  const [page, asking, asked] = await Promise.all([
    openAs(planner.username, '/call-schedules'),
    openAs(nadia.username, '/my-shifts'),
    openAs(tomas.username, '/my-shifts'),
  ]);
  await planNights(page);
  await expectGap(page);

  await swapNights(asking, asked);
  for (const [night, person] of [
    [nightAfter(3), tomas],
    [nightAfter(4), nadia],
  ] as const)
    await expect(nightIn(page, night)).toHaveAccessibleName(new RegExp(`^${nameOf(person)}, change, `));
  await page.getByRole('link', { name: 'Coverage' }).click();
  // At this hour in New York, where the planner is.
  await expect(boardLine(page)).toContainText(/\d gaps this week, the first from \S+ to (tomorrow, )?8:00pm/);

  await beginShifts([nadia, 10], [tomas, 5]);
  await expectClockChange(page);
  for (const specialist of [asking, asked])
    await expect(dutyOf(specialist)).toContainText(`Your shift on ${LINE.name} has begun`, NEXT_REMINDER);
  await expect(dutyOf(page)).toContainText(`${nameOf(nadia)} has not gone on call for a shift on ${LINE.name}`);
  await expect(dutyOf(page).getByRole('button', { name: /more$/ }), 'not of who is five minutes late').toHaveCount(0);
  await dutyOf(page).getByRole('link', { name: 'Coverage' }).click();
  await expect(boardLine(page)).toContainText(`Expected, not on call: ${nameOf(nadia)}`);
});

async function expectGap(page: Page) {
  await expect(page.getByText(/^\d+ gaps in the next 52 weeks$/)).toBeVisible();
  const { day } = nightAfter(2);
  const name = new RegExp(`^Gap, ${dayPattern(day)}, 7:00am to 7:00pm ${zoneName(day)}$`);
  await expect(page.getByRole('list', { name: `${LINE.name}, Gaps` }).getByRole('button', { name })).toBeVisible();
}

async function expectClockChange(page: Page) {
  const { before, change, after } = nightsAroundChange();
  await page.goto(`/call-schedules?from=${before.day}`);
  for (const night of [before, change, after]) await expect(nightIn(page, night)).toBeVisible();
}

/** Nadia gives a night for the next one, which is Tomas's. */
async function swapNights(asking: Page, asked: Page) {
  const [given, taken] = [shiftBegin(nightAfter(3)), shiftBegin(nightAfter(4))];
  await asking.getByRole('button', { name: `Swap, ${given}` }).click();
  await asking.getByRole('button', { name: `Ask to Swap, ${nameOf(tomas)}, ${taken}` }).click();
  await expect(asking.getByRole('heading', { name: `You ask ${nameOf(tomas)} to swap` })).toBeVisible();
  await asked.getByRole('button', { name: `Take, ${nameOf(nadia)}` }).click();
  const dialog = asked.getByRole('dialog', { name: `Swap With ${nameOf(nadia)}?` });
  await expect(dialog).toContainText(new RegExp(`You take${given}.*You give${taken}`));
  await dialog.getByRole('button', { name: 'Take' }).click();
  await expect(asking.getByRole('heading', { name: `Swapped with ${nameOf(tomas)}` })).toBeVisible();
  await expect(asked.getByRole('heading', { name: `Swapped with ${nameOf(nadia)}` })).toBeVisible();
  for (const [page, own, other] of [
    [asking, taken, given],
    [asked, given, taken],
  ] as const) {
    await expect(page.getByRole('button', { name: `Ask for Cover, ${own}` })).toBeVisible();
    await expect(page.getByRole('button', { name: `Ask for Cover, ${other}` })).toHaveCount(0);
  }
}

/** A consult of the line in this specialist's hands. */
async function requestFor(request: APIRequestContext, username: string) {
  const consult = await requestConsult(request, 'nurse', LINE.name);
  const headers = await headersOf(request, username);
  const response = await request.post(`/api${consult.path.replace('consult', 'consults')}/acknowledge`, { headers });
  expect(response.ok()).toBe(true);
  return consult;
}

async function specialist(openAs: OpenAs, username: string) {
  const page = await openAs(username, '/help');
  await checkIn(page, LINE.name);
  return page;
}

test('a specialist who goes off call decides about each open consult, whoever takes one over is told and sees it, and the coverage board follows @soak', async ({
  openAs,
  request,
}) => {
  const [board, leaving, staying] = await Promise.all([
    openAs(planner.username, '/coverage'),
    specialist(openAs, nadia.username),
    specialist(openAs, tomas.username),
  ]);
  const handed = await requestFor(request, nadia.username);
  await using _handed = cancelAfterwards(request, handed.path);
  const left = await requestFor(request, nadia.username);
  await using _left = cancelAfterwards(request, left.path);
  const onCall = boardLine(board).getByRole('list', { name: 'On call' });
  for (const person of [nadia, tomas]) await expect(onCall).toContainText(nameOf(person));

  await leaving.getByRole('switch', { name: 'On Call' }).click();
  const dialog = leaving.getByRole('dialog', { name: 'Go Off Call?' });
  const rows = dialog.getByRole('list', { name: 'Your open consults' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const rowOf = ({ patient }: { patient: string }) => rows.filter({ hasText: patient.split(' ').reverse().join(', ') });
  await rowOf(handed).getByRole('radio', { name: 'Hand Over' }).click();
  const to = rowOf(handed).getByRole('combobox', { name: 'To' });
  await to.selectOption(await to.getByRole('option', { name: nameOf(tomas) }).getAttribute('value'));
  await dialog.getByRole('button', { name: 'Go Off Call' }).click();
  await expect(rowOf(left).getByRole('status')).toHaveText('Hand this over, or leave it.');
  await rowOf(left).getByRole('radio', { name: 'Leave' }).click();
  await dialog.getByRole('button', { name: 'Go Off Call' }).click();
  await expect(dialog).toBeHidden();
  await expect(leaving.getByRole('switch', { name: 'Off Call' })).toBeVisible();

  await waitingFor(staying)
    .getByRole('button', { name: /^Open Consult Handed Over to You/ })
    .click();
  await expect(staying).toHaveURL(handed.path);
  await expect(staying.getByText(`Handed over to ${nameOf(tomas)}.`).first()).toBeVisible();
  await expect(onCall).not.toContainText(nameOf(nadia));
  await expect(onCall).toContainText(nameOf(tomas));
});
