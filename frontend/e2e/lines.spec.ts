import type { Page } from '@playwright/test';

import { expect, expectAccessible, goOnCall, test } from './fixtures';

interface LineStory {
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
const tick = (page: Page, question: RegExp, answer: string) =>
  page.getByRole('group', { name: question }).getByRole('checkbox', { name: answer, exact: true }).click();
const write = (page: Page, field: RegExp, text: string) => page.getByLabel(field).fill(text);

const stories: readonly LineStory[] = [
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

/** Those who choose on which of their lines they are on call. */
const severalLines = ['neuro', 'neuro2', 'nomedipac', 'both'];

/** Every line takes requests, whatever weekday it is. */
async function keepOpen(page: Page) {
  await page.route('**/api/service-lines/location/*', async (route) => {
    const response = await route.fetch();
    const lines = (await response.json()) as object[];
    await route.fulfill({ response, json: lines.map((line) => ({ ...line, ServiceLineHours: [], openings: [] })) });
  });
}

/** Picks a place, one of its patients by their place in the census, and the line. */
async function reachForm(nurse: Page, place: number, line: string) {
  await keepOpen(nurse);
  await nurse.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = nurse.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).nth(place).getByRole('button').click();
  await nurse.getByRole('list', { name: 'Open service lines' }).getByText(line, { exact: true }).click();
  await expect(nurse.getByRole('heading', { name: /^What is .* condition\?$/ })).toBeVisible();
}

/** Sends the filled form; answers the path of the consult. */
async function send(nurse: Page): Promise<string> {
  await write(nurse, /^Callback Number/, '(555) 010 0111');
  await nurse.getByRole('button', { name: 'Done' }).click();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  return new URL(nurse.url()).pathname;
}

for (const [place, { line, provider, ask, shown, completion, signs }] of stories.entries()) {
  test(`[INFO-02] [INFO-03] [INFO-06] [INFO-09] a nurse asks, and a specialist answers and completes, on ${line}`, async ({
    arrive,
  }) => {
    const [nurse, specialist] = await Promise.all([arrive('nurse', '/request/location'), arrive(provider)]);
    await goOnCall(specialist, severalLines.includes(provider) ? line : null);
    await reachForm(nurse, place, line);
    await ask(nurse);
    await expectAccessible(nurse);
    const path = await send(nurse);
    await specialist.locator(`a[href$="${path}"]`).click();
    const consult = specialist.getByRole('region', { name: 'Consult', exact: true });
    for (const words of ['(555) 010-0111', ...shown]) await expect(consult.getByText(words).first()).toBeVisible();
    await expect(specialist.getByRole('region', { name: 'Consult Request Timeline' })).toBeVisible();
    await expect(specialist.getByRole('textbox', { name: /Add Comment/ })).toBeVisible();
    await specialist.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(nurse.getByText(/Acknowledged by .+/)).toBeVisible();

    await specialist.getByRole('button', { name: 'Complete' }).click();
    await specialist.getByRole('menuitem', { name: completion, exact: true }).click();
    const dialog = specialist.getByRole('dialog', { name: 'Consult Completion Details' });
    await expect(dialog).toBeVisible();
    expect(new URL(specialist.url()).pathname).toBe(path);
    if (line === 'Tele-Stroke') await dialog.getByLabel(/Call Length/).fill('12');
    if (completion === 'Cancelled') await dialog.getByLabel(/Cancellation Reason/).fill('Asked twice');
    await signs?.fill(specialist);
    await expectAccessible(specialist);
    await dialog.getByRole('button', { name: signs ? 'Complete and Sign Off' : /^(Complete|Cancel) Consult$/ }).click();
    await expect(dialog).toBeHidden();
    await expect(specialist.getByText(/^Consult is completed or cancelled\./)).toBeVisible();
    await expect(nurse.getByText(/^Consult is completed or cancelled\./)).toBeVisible();
    for (const page of signs ? [nurse, specialist] : []) {
      const panel = page.getByRole('region', { name: 'Sign-off' });
      await expect(panel.getByText(/^Signed off by .+ E[SD]T$/)).toBeVisible();
      for (const words of signs?.shown ?? []) await expect(panel.getByText(words, { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Consult Signed Off' })).toBeVisible();
    }
  });
}

test('[DONE-23] [BERR-21] a sign-off that failed after completing is added later, from what was typed', async ({
  arrive,
}) => {
  const [nurse, specialist] = await Promise.all([arrive('nurse', '/request/location'), arrive('psych')]);
  await goOnCall(specialist, null);
  await reachForm(nurse, stories.length, 'Tele-Psych');
  await tick(nurse, /^Reason for the Call/, 'PRN Medication Recommendations');
  const path = await send(nurse);
  await specialist.locator(`a[href$="${path}"]`).click();
  await specialist.getByRole('button', { name: 'Complete' }).click();
  await specialist.getByRole('menuitem', { name: 'Video', exact: true }).click();
  const dialog = specialist.getByRole('dialog', { name: 'Consult Completion Details' });
  await dialog.getByLabel('Comment').fill('Safe plan agreed');
  await specialist.route('**/sign-signoff-note-psych', (route) => route.fulfill({ status: 418, json: {} }));
  await dialog.getByRole('button', { name: 'Complete and Sign Off' }).click();
  await expect(dialog.getByRole('button', { name: 'Sign Off', exact: true })).toBeVisible();
  await expect(nurse.getByText(/^Consult is completed or cancelled\./)).toBeVisible();
  await expect(nurse.getByRole('region', { name: 'Sign-off' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await specialist.unroute('**/sign-signoff-note-psych');
  await specialist.getByRole('button', { name: 'Add Sign-off' }).click();
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await expect(dialog.getByLabel('Comment')).toHaveValue('Safe plan agreed');
  await dialog.getByRole('button', { name: 'Sign Off', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(specialist.getByRole('button', { name: 'Add Sign-off' })).toBeHidden();
  await expect(nurse.getByRole('region', { name: 'Sign-off' }).getByText('Safe plan agreed')).toBeVisible();
});
