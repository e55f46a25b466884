import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';

const MAX_PRESSES = 90;

/** Presses keys one after the other and counts them. */
function keyCounter(page: Page) {
  let count = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      count += 1;
      await page.keyboard.press(key);
    }
  };
  return {
    press,
    type: (text: string) => press(...Array.from(text)),
    /** Presses Tab until the field of this name has focus. */
    to: async (name: RegExp) => {
      const focused = () =>
        page.evaluate(() => {
          const field = document.activeElement;
          const label = field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : field?.textContent;
          return `${field?.closest('fieldset')?.querySelector('legend')?.textContent ?? ''} ${label ?? ''}`;
        });
      do await press('Tab');
      while (!name.test(await focused()));
    },
    count: () => count,
  };
}

test('a stroke request can be filled in and sent with the keyboard only, in at most 90 presses', async ({ openAs }) => {
  const nurse = await openAs('nurse', '/request/location');
  await nurse.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = nurse.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).nth(12).getByRole('button').click();
  await nurse.getByRole('list', { name: 'Open service lines' }).getByText('Tele-Stroke', { exact: true }).click();
  await expect(nurse.getByRole('heading', { name: /^What is .* condition\?$/ })).toBeVisible();
  await expect(nurse.getByRole('button', { name: 'Done' })).toBeVisible();
  await nurse.getByRole('heading', { name: /^What is .* condition\?$/ }).focus();

  const keys = keyCounter(nurse);
  await keys.to(/^Potential Thrombolytic/);
  await keys.press('1');
  await keys.to(/^Suspected Large Vessel Occlusion/);
  await keys.press('2');
  await keys.to(/^ED Arrival Date.*Now/);
  await keys.press('Enter');
  await keys.to(/^Last Known Well.*Unknown/);
  await keys.press('Space');
  await keys.to(/^NIHSS/);
  await keys.type('12');
  await keys.to(/^Notable Symptoms/);
  await keys.press('2');
  await keys.to(/on anticoagulants/);
  await keys.press('2');
  await keys.to(/^Baseline Functional Status/);
  await keys.press('1');
  await keys.to(/Callback Number/);
  await keys.type('5550100111');
  await keys.press('Enter');
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  expect(keys.count()).toBeLessThanOrEqual(MAX_PRESSES);

  const consult = nurse.getByRole('region', { name: 'Consult', exact: true });
  for (const text of ['(555) 010-0111', '12', 'Aphasia', 'Independent']) {
    await expect(consult.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(consult.locator('dt:text-is("Potential Thrombolytic") + dd')).toHaveText('Yes');
  await expect(consult.locator('dt:text-is("Suspected Large Vessel Occlusion") + dd')).toHaveText('No');
  await expect(consult.locator('dt:text-is("Last Known Well") + dd')).toHaveText('Unknown');
  await expect(consult.locator('dt:text-is("ED Arrival Date") + dd')).not.toHaveText('Unknown');
});
