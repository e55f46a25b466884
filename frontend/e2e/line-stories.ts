import { expect, type Page } from '@playwright/test';

/** What a nurse answers on one line, and what a specialist makes of it. */
export interface LineStory {
  readonly line: string;
  /** Who is on call for it, in this story alone. */
  readonly provider: string;
  /** Answers what only this line asks. */
  readonly ask: (page: Page) => Promise<void>;
  /** What the specialist then reads. */
  readonly shown: readonly string[];
  /** The type of call by which it is completed. */
  readonly completion: string;
  /** Answers what the completion asks besides, and names what the sign-off then says, on lines that sign in the same dialog. */
  readonly signs?: { readonly fill: (page: Page) => Promise<void>; readonly shown: readonly string[] };
}

const choose = (page: Page, question: RegExp, answer: string) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: answer, exact: true }).click();
export const tick = (page: Page, question: RegExp, answer: string) =>
  page.getByRole('group', { name: question }).getByRole('checkbox', { name: answer, exact: true }).click();
export const write = (page: Page, field: RegExp, text: string) => page.getByLabel(field).fill(text);

/** One for each line. */
export const lineStories: readonly LineStory[] = [
  {
    line: 'Tele-Stroke',
    provider: 'neuro',
    ask: async (page) => {
      await choose(page, /^Potential Thrombolytic/, 'Yes');
      await choose(page, /^Suspected Large Vessel Occlusion/, 'No');
      await page
        .getByRole('group', { name: /^ED Arrival Date/ })
        .getByRole('button', { name: 'Now' })
        .click();
      await tick(page, /^Last Known Well/, 'Unknown');
      await page
        .getByRole('group', { name: /^NIHSS/ })
        .getByRole('textbox')
        .fill('12');
      await tick(page, /^Notable Symptoms/, 'Aphasia');
      await choose(page, /on anticoagulants/, 'Yes');
      await tick(page, /^Anticoagulants/, 'Apixaban Oral');
      await tick(page, /^Baseline Functional Status/, 'Independent');
    },
    shown: ['Potential Thrombolytic', '12', 'Aphasia', 'Apixaban Oral', 'Independent'],
    completion: 'Audio',
  },
  {
    line: 'Acute Stroke',
    provider: 'nomedipac',
    ask: async (page) => {
      await choose(page, /^Acute or Follow-up/, 'Follow-up');
      await write(page, /^Call Reason/, 'Second look at the scan');
    },
    shown: ['Follow-up', 'Second look at the scan'],
    completion: 'Phone',
  },
  {
    line: 'Tele-Neuro',
    provider: 'neuro2',
    ask: async (page) => {
      await write(page, /^Patient ID/, 'N-20418');
      await write(page, /^Referring Physician/, 'Dr. Ruth Okafor');
      await write(page, /^Call Reason/, 'First seizure this morning');
    },
    shown: ['N-20418', 'Dr. Ruth Okafor', 'First seizure this morning'],
    completion: 'Video',
    signs: {
      fill: async (page) => {
        await write(page, /^Video Call Length/, '25');
        await write(page, /^Documentation Reference/, 'EMR 4711');
      },
      shown: ['25 min', 'EMR 4711'],
    },
  },
  {
    line: 'Tele-Psych',
    provider: 'psych',
    ask: (page) => tick(page, /^Reason for the Call/, 'PRN Medication Recommendations'),
    shown: ['PRN Medication Recommendations'],
    completion: 'Phone Only with Patient',
    signs: {
      fill: (page) => page.getByRole('dialog').getByLabel('Comment').fill('Safe plan agreed'),
      shown: ['Phone Only with Patient', 'Safe plan agreed'],
    },
  },
  {
    line: 'Tele-Toxicology',
    provider: 'tox',
    ask: async (page) => {
      await tick(page, /^Condition/, 'Drug Toxicity or Envenomation');
      await write(page, /^Call Reason/, 'Bitten by a snake');
    },
    shown: ['Drug Toxicity or Envenomation', 'Bitten by a snake'],
    completion: 'Phone with Provider Plus Written Note',
    signs: {
      fill: (page) => page.getByRole('dialog').getByLabel('Comment').fill('Antivenom given'),
      shown: ['Phone with Provider Plus Written Note', 'Antivenom given'],
    },
  },
  {
    line: 'Tele-ICU',
    provider: 'icu',
    ask: async (page) => {
      await choose(page, /respiratory status/, 'Yes');
      await choose(page, /blood pressure/, 'No');
      await choose(page, /^Another/, 'No');
      await write(page, /^Call Reason/, 'Cannot be ventilated by mask');
    },
    shown: ['Acute change in respiratory status', 'Cannot be ventilated by mask'],
    completion: 'Phone',
  },
  {
    line: 'Tele-COVID',
    provider: 'covid',
    ask: async (page) => {
      await choose(page, /respiratory status/, 'Unknown');
      await choose(page, /blood pressure/, 'Yes');
      await choose(page, /^Another/, 'Unknown');
      await write(page, /^Call Reason/, 'Oxygen demand rises');
    },
    shown: ['Acute change in blood pressure', 'Oxygen demand rises'],
    completion: 'Cancelled',
  },
  {
    line: 'Tele-Triage',
    provider: 'triage',
    ask: async (page) => {
      await choose(page, /^Job Description/, 'RN/LPN');
      await write(page, /^Chief Complaint/, 'Chest pressure since breakfast');
      await write(page, /^Vital Signs/, 'BP 148/92');
    },
    shown: ['RN/LPN', 'Chest pressure since breakfast', 'BP 148/92'],
    completion: 'Video',
  },
  {
    line: 'Tele-Hospitalist',
    provider: 'both',
    ask: (page) => write(page, /^Call Reason/, 'Fever at night'),
    shown: ['Fever at night'],
    completion: 'Phone',
  },
];

/** Every line takes requests, whatever weekday it is. */
export async function keepOpen(page: Page) {
  await page.route('**/api/service-lines/location/*', async (route) => {
    const response = await route.fetch();
    const lines = (await response.json()) as object[];
    await route.fulfill({ response, json: lines.map((line) => ({ ...line, ServiceLineHours: [], openings: [] })) });
  });
}

/** Picks a place, one of its patients by their place in the census, and the line. */
export async function reachForm(nurse: Page, place: number, line: string) {
  await keepOpen(nurse);
  await nurse.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = nurse.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).nth(place).getByRole('button').click();
  await nurse.getByRole('list', { name: 'Open service lines' }).getByText(line, { exact: true }).click();
  await expect(nurse.getByRole('heading', { name: /^What is .* condition\?$/ })).toBeVisible();
}

/** Sends the filled form; answers the path of the consult. */
export async function send(nurse: Page): Promise<string> {
  await write(nurse, /^Callback Number/, '(555) 010 0111');
  await nurse.getByRole('button', { name: 'Done' }).click();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  return new URL(nurse.url()).pathname;
}
