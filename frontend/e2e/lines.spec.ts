import { requestConsult } from './request-consult';
import { expect, test } from './fixtures';
import { goOnCall } from './on-call';
import { lineStories, openForm, send } from './line-stories';

/** Accounts that choose the line on which they are on call. */
const severalLines = ['neuro', 'neuro2', 'nomedipac', 'both'];

// In `make soak`, because consult-story.spec.ts and stroke-note.spec.ts take these steps in every run, and unit tests fill in the form of each line.
for (const [position, { line, provider, fillIn, shown, completion, signOff }] of lineStories.entries()) {
  test(`[INFO-02] [INFO-03] [INFO-06] [INFO-09] a nurse requests a consult, and a specialist acknowledges and completes it, on ${line} @soak`, async ({
    openAs,
  }) => {
    const [nurse, specialist] = await Promise.all([openAs('nurse', '/request/location'), openAs(provider)]);
    await goOnCall(specialist, severalLines.includes(provider) ? line : null);
    await openForm(nurse, position, line);
    await fillIn(nurse);
    const path = await send(nurse);
    await specialist.locator(`a[href$="${path}"]`).click();
    const consult = specialist.getByRole('region', { name: 'Consult', exact: true });
    for (const text of ['(555) 010-0111', ...shown]) await expect(consult.getByText(text).first()).toBeVisible();
    await expect(specialist.getByRole('region', { name: 'Consult Request Timeline' })).toBeVisible();
    await expect(specialist.getByRole('textbox', { name: /Add Comment/ })).toBeVisible();
    await specialist.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(nurse.getByText(/Acknowledged by .+/).first()).toBeVisible();

    await specialist.getByRole('button', { name: 'Complete' }).click();
    await specialist.getByRole('menuitem', { name: completion, exact: true }).click();
    const dialog = specialist.getByRole('dialog', { name: 'Consult Completion Details' });
    await expect(dialog).toBeVisible();
    expect(new URL(specialist.url()).pathname).toBe(path);
    if (line === 'Tele-Stroke') await dialog.getByLabel(/Call Length/).fill('12');
    if (completion === 'Cancelled') await dialog.getByLabel(/Cancellation Reason/).fill('Duplicate request');
    await signOff?.fill(specialist);
    await dialog
      .getByRole('button', { name: signOff ? 'Complete and Sign Off' : /^(Complete|Cancel) Consult$/ })
      .click();
    await expect(dialog).toBeHidden();
    await expect(specialist.getByText(/^Consult is completed or cancelled\./)).toBeVisible();
    await expect(nurse.getByText(/^Consult is completed or cancelled\./)).toBeVisible();
    for (const page of signOff ? [nurse, specialist] : []) {
      const panel = page.getByRole('region', { name: 'Sign-off' });
      await expect(panel.getByText(/^Signed off by .+ E[SD]T$/)).toBeVisible();
      for (const text of signOff?.shown ?? []) await expect(panel.getByText(text, { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Consult Signed Off' })).toBeVisible();
    }
  });
}

test('[DONE-23] [BERR-21] a sign-off that failed after completing is added later, with the same input @soak', async ({
  openAs,
  request,
}) => {
  const { path } = await requestConsult(request, 'nurse', 'Tele-Psych');
  const [nurse, specialist] = await Promise.all([openAs('nurse', path), openAs('psych', path)]);
  await goOnCall(specialist, null);
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
