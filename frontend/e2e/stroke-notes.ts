import { expect, type Locator, type Page } from '@playwright/test';

export const STROKE_LINE = 'Tele-Stroke';

export const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const fill = (page: Page, title: string) => page.getByRole('toolbar', { name: new RegExp(`^${title}: `) });
const group = (page: Page, name: RegExp | string) => page.getByRole('group', { name });

async function choose(page: Page, question: RegExp, option: string) {
  await group(page, question).getByRole('radio', { name: option, exact: true }).check();
}

/** Fills in every section. */
export async function writeNote(page: Page, dialog: Locator) {
  await dialog.getByLabel(/^Call Length/).fill('25');
  await group(page, /^Video Start Time/)
    .getByRole('button', { name: 'Now' })
    .click();
  for (const [section, sentence] of [
    ['HPI', 'No Contraindications'],
    ['Exam', 'Normal Exam'],
    ['Imaging', 'CTA Normal'],
    ['Recommendations', 'Post Thrombolysis Care'],
    ['Transfer', 'Transfer Not Recommended'],
  ] as const) {
    await fill(page, section).getByRole('button', { name: sentence }).click();
  }
  const items = dialog.locator('fieldset').filter({ hasText: /^\d+[abc]?\. / });
  for (const item of await items.all()) {
    await item.locator('input').first().press('0');
  }
  await dialog.getByRole('checkbox', { name: 'Labs Not Done' }).check();
  await choose(page, /^Was a thrombolytic given/, 'Yes');
  await choose(page, /^Drug/, 'Tenecteplase');
  await choose(page, /^Was administration delayed/, 'No');
  await choose(page, /^Is the patient a candidate/, 'Yes');
  await group(page, /^Diagnosis/)
    .getByRole('checkbox', { name: 'Stroke', exact: true })
    .check();
  await group(page, /^Disposition/)
    .getByRole('checkbox')
    .first()
    .check();
  await dialog.getByLabel(/^Total Time Spent/).fill('40');
  await choose(page, /^Is the patient critical/, 'No');
}

/** Confirms the signature of a complete note; returns the patient's name. */
export async function confirmSignature(page: Page, dialog: Locator): Promise<string> {
  await dialog.getByRole('button', { name: 'Sign Off' }).click();
  const card = page.getByRole('dialog', { name: 'Sign-off Confirmation' });
  await expect(card).toBeVisible();
  const name = (await card.locator('b').textContent()) ?? '';
  await card.getByLabel('Patient Name').fill(name);
  await card.getByRole('button', { name: 'Sign' }).click();
  await expect(dialog).toBeHidden();
  return name;
}
