import type { Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures';
import { fill, send } from './line-stories';
import {
  addEscalation,
  addHours,
  addPeople,
  addPlaces,
  addRotation,
  bedside,
  Hospital,
  LINES,
  prepareRestoring,
  specialist,
} from './new-hospital';
import { waitingFor } from './paging';

const [LINE] = LINES;

// A press on what is not there fails before cleaning up could hide it.
test.use({ actionTimeout: 10_000 });

let hospital = new Hospital();
let restore: (() => Promise<void>) | undefined;
test.beforeEach(async ({ request }) => {
  hospital = new Hospital();
  restore = await prepareRestoring(request, hospital);
});
test.afterEach(() => restore?.());

test('an administrator sets up a new hospital with units, lines, people, a rotation and an escalation on screens only, and a consult runs through it', async ({
  openAs,
  page: nurse,
}) => {
  test.slow();
  const admin = await openAs('admin', '/admin/places');
  await addPlaces(admin, hospital);
  await addHours(admin);
  await addPeople(admin, hospital);
  await addRotation(admin, hospital);
  await addEscalation(admin, hospital);

  const provider = await openAs(hospital.username(specialist));
  await goOnCall(provider);
  await nurse.goto('/login');
  await signIn(nurse, hospital.username(bedside));
  const path = await requestConsult(nurse, hospital);

  await expect(waitingFor(provider).filter({ hasText: hospital.location('Emergency') })).toBeVisible();
  await provider.locator(`a[href$="${path}"]`).first().click();
  await expect(provider.getByText('Chest pressure since breakfast')).toBeVisible();
  await provider.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(nurse.getByText(`Acknowledged by ${hospital.nameOf(specialist)}`).first()).toBeVisible();
  await provider.getByRole('button', { name: 'Complete' }).click();
  await provider.getByRole('menuitem', { name: 'Video', exact: true }).click();
  const dialog = provider.getByRole('dialog', { name: 'Consult Completion Details' });
  await dialog.getByRole('button', { name: 'Complete Consult' }).click();
  await expect(nurse.getByRole('heading', { name: 'Consult Completed' })).toBeVisible();
});

async function goOnCall(page: Page) {
  await page.getByRole('switch', { name: 'Off Call' }).click();
  const menu = page.getByRole('dialog', { name: 'Go on Call' });
  await menu.getByRole('radio', { name: LINE }).click();
  await menu.getByRole('button', { name: 'Go on Call' }).click();
  await expect(page.getByRole('switch', { name: 'On Call' })).toBeVisible();
}

/** Returns the path of the consult. */
async function requestConsult(nurse: Page, { facility }: Hospital): Promise<string> {
  await nurse.getByRole('link', { name: 'Request Consult' }).click();
  await nurse.getByRole('list', { name: 'Locations' }).getByText(facility).click();
  await nurse.getByRole('radio', { name: 'Emergency' }).check();
  await nurse.getByLabel(/^First Name/).fill('Ida');
  await nurse.getByLabel(/^Last Name/).fill('Nightjar');
  await nurse.getByLabel(/^Date of Birth/).fill('07/09/1951');
  await nurse.getByRole('radio', { name: 'Female', exact: true }).check();
  await nurse.getByRole('button', { name: 'Continue' }).click();
  const lines = nurse.getByRole('list', { name: 'Open service lines' });
  await expect(lines.getByRole('listitem')).toHaveCount(LINES.length);
  await lines.getByText(LINE, { exact: true }).click();
  await nurse.getByRole('radio', { name: 'RN/LPN' }).click();
  await fill(nurse, /^Chief Complaint/, 'Chest pressure since breakfast');
  await fill(nurse, /^Vital Signs/, 'BP 148/92');
  return send(nurse);
}
