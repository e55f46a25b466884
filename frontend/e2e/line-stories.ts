import { expect, type Page } from '@playwright/test';

/** A consult on one line, from the nurse's request to the specialist's completion. */
export interface LineStory {
  readonly line: string;
  /** The account that is on call for the line, used in this story only. */
  readonly provider: string;
  /** Fills in the fields of this line only. */
  readonly fillIn: (page: Page) => Promise<void>;
  /** The texts that the specialist then sees. */
  readonly shown: readonly string[];
  /** The type of completion. */
  readonly completion: string;
  /** Fills in the other fields of the completion, and lists the texts of the sign-off, for lines that sign in the same dialog. */
  readonly signOff?: { readonly fill: (page: Page) => Promise<void>; readonly shown: readonly string[] };
}

const choose = (page: Page, question: RegExp, option: string) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: option, exact: true }).click();
export const check = (page: Page, question: RegExp, option: string) =>
  page.getByRole('group', { name: question }).getByRole('checkbox', { name: option, exact: true }).click();
export const fill = (page: Page, field: RegExp, text: string) => page.getByLabel(field).fill(text);

/** One story for each line. */
export const lineStories: readonly LineStory[] = [
  {
    line: 'Tele-Stroke',
    provider: 'neuro',
    fillIn: async (page) => {
      await choose(page, /^Potential Thrombolytic/, 'Yes');
      await choose(page, /^Suspected Large Vessel Occlusion/, 'No');
      await page
        .getByRole('group', { name: /^ED Arrival Date/ })
        .getByRole('button', { name: 'Now' })
        .click();
      await check(page, /^Last Known Well/, 'Unknown');
      await page
        .getByRole('group', { name: /^NIHSS/ })
        .getByRole('textbox')
        .fill('12');
      await check(page, /^Notable Symptoms/, 'Aphasia');
      await choose(page, /on anticoagulants/, 'Yes');
      await check(page, /^Anticoagulants/, 'Apixaban Oral');
      await check(page, /^Baseline Functional Status/, 'Independent');
    },
    shown: ['Potential Thrombolytic', '12', 'Aphasia', 'Apixaban Oral', 'Independent'],
    completion: 'Audio',
  },
  {
    line: 'Acute Stroke',
    provider: 'nomedipac',
    fillIn: async (page) => {
      await choose(page, /^Acute or Follow-up/, 'Follow-up');
      await fill(page, /^Call Reason/, 'Second look at the scan');
    },
    shown: ['Follow-up', 'Second look at the scan'],
    completion: 'Phone',
  },
  {
    line: 'Tele-Neuro',
    provider: 'neuro2',
    fillIn: async (page) => {
      await fill(page, /^Patient ID/, 'N-20418');
      await fill(page, /^Referring Physician/, 'Dr. Ruth Okafor');
      await fill(page, /^Call Reason/, 'First seizure this morning');
    },
    shown: ['N-20418', 'Dr. Ruth Okafor', 'First seizure this morning'],
    completion: 'Video',
    signOff: {
      fill: async (page) => {
        await fill(page, /^Video Call Length/, '25');
        await fill(page, /^Documentation Reference/, 'EMR 4711');
      },
      shown: ['25 min', 'EMR 4711'],
    },
  },
  {
    line: 'Tele-Psych',
    provider: 'psych',
    fillIn: (page) => check(page, /^Reason for the Call/, 'PRN Medication Recommendations'),
    shown: ['PRN Medication Recommendations'],
    completion: 'Phone Only with Patient',
    signOff: {
      fill: (page) => page.getByRole('dialog').getByLabel('Comment').fill('Safe plan agreed'),
      shown: ['Phone Only with Patient', 'Safe plan agreed'],
    },
  },
  {
    line: 'Tele-Toxicology',
    provider: 'tox',
    fillIn: async (page) => {
      await check(page, /^Condition/, 'Drug Toxicity or Envenomation');
      await fill(page, /^Call Reason/, 'Bitten by a snake');
    },
    shown: ['Drug Toxicity or Envenomation', 'Bitten by a snake'],
    completion: 'Phone with Provider Plus Written Note',
    signOff: {
      fill: (page) => page.getByRole('dialog').getByLabel('Comment').fill('Antivenom given'),
      shown: ['Phone with Provider Plus Written Note', 'Antivenom given'],
    },
  },
  {
    line: 'Tele-ICU',
    provider: 'icu',
    fillIn: async (page) => {
      await choose(page, /respiratory status/, 'Yes');
      await choose(page, /blood pressure/, 'No');
      await choose(page, /^Another/, 'No');
      await fill(page, /^Call Reason/, 'Cannot be ventilated by mask');
    },
    shown: ['Acute change in respiratory status', 'Cannot be ventilated by mask'],
    completion: 'Phone',
  },
  {
    line: 'Tele-COVID',
    provider: 'covid',
    fillIn: async (page) => {
      await choose(page, /respiratory status/, 'Unknown');
      await choose(page, /blood pressure/, 'Yes');
      await choose(page, /^Another/, 'Unknown');
      await fill(page, /^Call Reason/, 'Increasing oxygen requirement');
    },
    shown: ['Acute change in blood pressure', 'Increasing oxygen requirement'],
    completion: 'Cancelled',
  },
  {
    line: 'Tele-Triage',
    provider: 'triage',
    fillIn: async (page) => {
      await choose(page, /^Job Description/, 'RN/LPN');
      await fill(page, /^Chief Complaint/, 'Chest pressure since breakfast');
      await fill(page, /^Vital Signs/, 'BP 148/92');
    },
    shown: ['RN/LPN', 'Chest pressure since breakfast', 'BP 148/92'],
    completion: 'Video',
  },
  {
    line: 'Tele-Hospitalist',
    provider: 'both',
    fillIn: (page) => fill(page, /^Call Reason/, 'Fever at night'),
    shown: ['Fever at night'],
    completion: 'Phone',
  },
];

/** Makes every line accept requests on any day. */
export async function keepOpen(page: Page) {
  await page.route('**/api/service-lines/location/*', async (route) => {
    const response = await route.fetch();
    const lines = (await response.json()) as object[];
    await route.fulfill({ response, json: lines.map((line) => ({ ...line, ServiceLineHours: [], openings: [] })) });
  });
}

/** Picks a location, a patient by position in the census, and the line. */
export async function openForm(nurse: Page, position: number, line: string) {
  await keepOpen(nurse);
  await nurse.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = nurse.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).nth(position).getByRole('button').click();
  await nurse.getByRole('list', { name: 'Open service lines' }).getByText(line, { exact: true }).click();
  await expect(nurse.getByRole('heading', { name: /^What is .* condition\?$/ })).toBeVisible();
}

/** Sends the form; returns the path of the consult. */
export async function send(nurse: Page): Promise<string> {
  await fill(nurse, /^Callback Number/, '(555) 010 0111');
  await nurse.getByRole('button', { name: 'Done' }).click();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  return new URL(nurse.url()).pathname;
}
