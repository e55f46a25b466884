import { randomInt } from 'node:crypto';

import type { APIRequestContext, Page } from '@playwright/test';

import type { CallSchedulesRead, LineChange, LineRead, LinesRead } from '../src/api/generated/types.gen';
import { expect } from './fixtures';
import { headersOf } from './session';

/** The lines of the new hospital. No other test of `make test` requests consults of the first, or plans people on it. */
export const LINES = ['Tele-Triage', 'Tele-Hospitalist', 'Tele-Toxicology'] as const;

/** Opening hours that the lines do not have yet, with which all of them are always open: on the days from one to the other, all day. */
const NEW_HOURS = {
  'Tele-Triage': ['Mon', 'Sun'],
  'Tele-Hospitalist': ['Sun', 'Sun'],
  'Tele-Toxicology': ['Mon', 'Sun'],
};

interface Newcomer {
  readonly first: string;
  readonly last: string;
  readonly role: 'Bedside Provider' | 'Virtual Provider' | 'Transfer Coordinator';
  /** What they may do with each of the lines. */
  readonly rights: readonly ('Member' | 'May go on call' | 'May request')[];
}

/** Only members are paged because they are planned. */
const ON_CALL = ['Member', 'May go on call'] as const;

export const bedside: Newcomer = { first: 'Hazel', last: 'Finch', role: 'Bedside Provider', rights: ['May request'] };
export const specialist: Newcomer = {
  first: 'Naomi',
  last: 'Heron',
  role: 'Virtual Provider',
  rights: ON_CALL,
};
const colleague: Newcomer = { first: 'Felix', last: 'Egret', role: 'Virtual Provider', rights: ON_CALL };
const coordinator: Newcomer = { first: 'June', last: 'Swift', role: 'Transfer Coordinator', rights: ['Member'] };
const people = [
  bedside,
  { ...bedside, first: 'Owen', last: 'Plover' },
  specialist,
  colleague,
  coordinator,
] satisfies readonly Newcomer[];

const BACKUP_NUMBER = '(555) 010-0177';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Names for one attempt of the test, because nothing that was added is ever deleted. */
export class Hospital {
  private readonly mark = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  readonly organization = `Wren Valley ${this.mark}`;
  readonly facility = `${this.organization} Hospital`;
  readonly units = ['Emergency', 'Intensive Care'] as const;

  code(name: string): string {
    return `${name.toLowerCase().replaceAll(' ', '-')}-${this.mark}`;
  }

  location(unit: string): string {
    return `${this.organization} - ${unit}`;
  }

  username({ first }: Newcomer): string {
    return this.code(first);
  }

  nameOf({ first, last }: Newcomer): string {
    return `${first} ${last} ${this.mark}`;
  }
}

/** From the list of places to the page of the new facility. */
export async function addPlaces(page: Page, hospital: Hospital) {
  const { organization, facility, units } = hospital;
  await page.getByRole('link', { name: 'Add Organization' }).click();
  await page.getByLabel(/^Code/).fill(hospital.code('wren'));
  await page.getByLabel(/^Name/).fill(organization);
  await add(page, 'Add Organization', organization);

  await page.getByRole('link', { name: 'Add Facility' }).click();
  await page.getByLabel(/^Code/).fill(hospital.code('wren-valley'));
  await page.getByLabel(/^Name/).fill(facility);
  await page.getByLabel(/^Type/).fill('Community Hospital');
  await page.getByLabel(/^State/).selectOption('Ohio');
  await add(page, 'Add Facility', facility);

  for (const unit of units) {
    await page.getByRole('link', { name: 'Add Unit' }).click();
    await page.getByLabel(/^Code/).fill(hospital.code(`wren ${unit}`));
    await page.getByLabel(/^Name Within the Facility/).fill(unit);
    await page.getByLabel(/^Full Name/).fill(hospital.location(unit));
    await page.getByLabel(/^Type/).fill('Inpatient');
    for (const line of LINES) await page.getByRole('checkbox', { name: line, exact: true }).check();
    await page.getByRole('button', { name: 'Add Vidyo Room' }).click();
    await page.getByRole('textbox', { name: /^Vidyo Room/ }).fill(`${unit} Cart`);
    await add(page, 'Add Unit', hospital.location(unit));
    await page.getByRole('navigation', { name: 'Belongs to' }).getByRole('link', { name: facility }).click();
  }
}

/** Presses the button of a new object, which what was reported of the one before does not cover, and waits for its page. */
async function add(page: Page, label: string, title: string) {
  const button = page.getByRole('button', { name: label });
  const covered = await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(covered, `${label} is covered`).toBe(false);
  await button.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

async function openLine(page: Page, line: string) {
  await page.getByRole('link', { name: 'Service Lines', exact: true }).click();
  await page.getByRole('list', { name: 'Service lines' }).getByText(line, { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: line })).toBeVisible();
}

/** Opens each line on more days than before. */
export async function addHours(page: Page) {
  for (const line of LINES) {
    const [from, to] = NEW_HOURS[line];
    await openLine(page, line);
    await page.getByRole('button', { name: 'Add Hours' }).click();
    const hours = page.getByRole('group', { name: /^Hours \d/ }).last();
    await hours.getByLabel('From').selectOption(from ?? '');
    await hours.getByLabel('To', { exact: true }).selectOption(to ?? '');
    await hours.getByLabel(/^Opens/).fill('00:00');
    await hours.getByLabel(/^Closes/).fill('24:00');
    await save(page);
  }
}

/** Saves the object of the page. */
async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('No changes')).toBeVisible();
}

export async function addPeople(page: Page, hospital: Hospital) {
  for (const person of people) {
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('link', { name: 'Add Person' }).click();
    await page.getByLabel(/^Username/).fill(hospital.username(person));
    await page.getByLabel(/^First Name/).fill(person.first);
    await page.getByLabel(/^Last Name/).fill(hospital.nameOf(person).slice(person.first.length + 1));
    await page.getByLabel(/^Phone Number/).fill('5550240401');
    await page.getByRole('checkbox', { name: hospital.organization, exact: true }).check();
    await page.getByText(hospital.facility, { exact: true }).click();
    await page.getByRole('checkbox', { name: `All of ${hospital.facility}` }).check();
    await page.getByRole('checkbox', { name: person.role, exact: true }).check();
    for (const line of LINES)
      for (const right of person.rights) await page.getByRole('checkbox', { name: `${line}: ${right}` }).check();
    await add(page, 'Add Person', hospital.nameOf(person));
  }
}

/** The two specialists take turns of a week, around the clock, from the beginning of today on; back to the line's page. */
export async function addRotation(page: Page, hospital: Hospital) {
  await openLine(page, LINES[0]);
  // The navigation leads to those of all lines.
  await page.getByRole('link', { name: 'Call Schedules' }).and(page.locator('[href*=line]')).click();
  await page.getByRole('button', { name: 'Add Call Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Call Schedule' });
  await expect(dialog.getByRole('combobox', { name: /^Service Line/ })).toContainText(LINES[0]);
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(hospital.organization);
  await dialog.getByRole('textbox', { name: /^Shift Begins/ }).fill('12:00a');
  await dialog.getByRole('textbox', { name: /^Shift Ends/ }).fill('12:00a');
  for (const person of [specialist, colleague])
    await dialog
      .getByRole('combobox', { name: 'Add a person' })
      .selectOption({ label: `${hospital.nameOf(person)} (no verified contact)` });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText(`${hospital.nameOf(colleague)}, this schedule: Has no verified contact`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Anyway' }).click();
  await expect(dialog).toBeHidden();
  const shifts = page.getByRole('list', { name: new RegExp(`^${hospital.organization}, `) });
  for (const person of [specialist, colleague])
    await expect(
      shifts.getByRole('button', { name: new RegExp(`^${hospital.nameOf(person)}, `) }).first(),
    ).toBeVisible();
  await page.goBack();
}

/** Whoever is on call is paged at once, whoever is planned after two minutes, and coordinators after four. */
export async function addEscalation(page: Page, hospital: Hospital) {
  await page.getByRole('link', { name: 'Escalation' }).click();
  await page.getByRole('radio', { name: hospital.organization }).click();
  await page.getByRole('button', { name: 'Add Policy' }).click();
  for (const [minutes, target] of [
    ['2', /^Planned for all/],
    ['4', 'Coordinators'],
  ] as const) {
    await page.getByRole('button', { name: 'Add Step' }).click();
    const step = page.getByRole('list', { name: 'Steps of policy 1' }).getByRole('listitem').last();
    await step.getByRole('textbox').fill(minutes);
    await step.getByRole('checkbox', { name: target }).check();
  }
  await page.getByLabel(/^Rounds/).fill('1');
  await page.getByLabel(/^Backup Number/).fill(BACKUP_NUMBER);
  await expectSteps(page, hospital);
  await save(page);
}

/** Before it is saved, the page says whom the steps would page now: the first in the rotation, then the coordinator, and last the number. */
async function expectSteps(page: Page, hospital: Hospital) {
  await page.getByLabel(/^Location/).selectOption(hospital.location('Emergency'));
  await page.getByRole('button', { name: 'Compare' }).click();
  const steps = page.getByRole('region', { name: 'With these policies' }).locator('ol > li');
  const planned = steps.filter({ hasText: 'Planned for all notifications' });
  await expect(planned).toContainText(hospital.nameOf(specialist));
  await expect(planned).not.toContainText(/Not paged|Nobody/);
  await expect(steps.filter({ hasText: 'Coordinators' })).toContainText(hospital.nameOf(coordinator));
  await expect(steps.last()).toContainText(BACKUP_NUMBER);
}

/** Returns what to do after the test, so that no other one notices: the lines have their hours again, and nobody is planned or on call. */
export async function prepareRestoring(request: APIRequestContext, hospital: Hospital): Promise<() => Promise<void>> {
  const headers = await headersOf(request, 'admin');
  const get = async <T>(path: string) => (await (await request.get(path, { headers })).json()) as T;
  const { lines } = await get<LinesRead>('/api/lines');
  const shared = lines.filter(({ name }) => LINES.some((line) => line === name));
  const before = await Promise.all(shared.map(({ id }) => get<LineRead>(`/api/lines/${id}`)));
  return async () => {
    for (const { id, settings } of before) {
      const data: LineChange = { ...settings, reason: null, confirmed: ['closes'] };
      const { version } = await get<LineRead>(`/api/lines/${id}`);
      await request.put(`/api/lines/${id}`, { headers: { ...headers, 'If-Match': version }, data });
    }
    const { schedules, people: planned } = await get<CallSchedulesRead>('/api/call-schedules');
    for (const { id, version, name } of schedules)
      if (name === hospital.organization)
        await request.delete(`/api/call-schedules/${id}?version=${version}`, { headers });
    // Without the account, there is nobody to sign in.
    if (planned.some(({ lastName }) => hospital.nameOf(specialist).endsWith(lastName))) {
      const own = await headersOf(request, hospital.username(specialist));
      await request.post('/api/checkout', { headers: own });
    }
  };
}
