import { requestConsult } from './request-consult';
import { expect, openDocument, test } from './fixtures';
import { goOnCall } from './on-call';
import { confirmSignature, editor, STROKE_LINE, writeNote } from './stroke-notes';

test('[SIGN-01] [SIGN-04] [SIGN-23] [SIGN-29] [SIGN-33] one specialist writes and signs a note, another one addends and faxes it @soak @phone-soak', async ({
  openAs,
  request,
}, info) => {
  // Two users write, wait for the autosave, sign, read and correct: one test as long as three.
  test.slow();
  const phone = info.project.name === 'phone';
  const { path } = await requestConsult(request, 'nurse', STROKE_LINE);
  const [writer, colleague] = await Promise.all([openAs('neuro', path), openAs('neuro2', path)]);
  await goOnCall(writer, STROKE_LINE);
  await writer.getByRole('button', { name: phone ? 'Actions' : 'Complete' }).click();
  await writer.getByRole('menuitem', { name: 'Video with Stroke Note' }).click();
  const dialog = writer.getByRole('dialog', { name: 'Stroke Note' });
  await expect(dialog.getByText('All changes saved')).toBeVisible();
  await editor(writer, 'HPI').click();
  await writer.keyboard.type('Right arm weakness since breakfast.');
  await expect(dialog.getByText('Saving...')).toBeVisible();
  await expect(dialog.getByText('All changes saved')).toBeVisible({ timeout: 9_000 });

  await expect(colleague.getByText('Amara Feldspar is writing a note. It is not signed yet.')).toBeVisible();

  // Uses the wheel like a user, because scripts can also scroll what users cannot.
  if (!phone) {
    await expect(editor(writer, 'HPI')).toBeInViewport();
    await dialog.hover();
    await writer.mouse.wheel(0, 3_000);
    await expect(editor(writer, 'HPI')).not.toBeInViewport();
    await writer.mouse.wheel(0, -3_000);
  }

  await dialog.getByRole('button', { name: 'Sign Off' }).click();
  await expect(dialog.getByText('Resolve form errors to proceed')).toBeVisible();
  await writeNote(writer, dialog);
  await confirmSignature(writer, dialog);
  await expect(
    writer.getByRole('region', { name: 'Sign-off' }).getByText(/^Signed off by Amara Feldspar/),
  ).toBeVisible();
  await expect(
    colleague.getByRole('region', { name: 'Sign-off' }).getByText(/^Signed off by Amara Feldspar/),
  ).toBeVisible();

  const panel = colleague.getByRole('region', { name: 'Sign-off' });
  const view = panel.getByRole('button', { name: 'View', exact: true });
  const document = await openDocument(colleague, () => view.click());
  await document.close();
  await panel.getByRole('button', { name: 'More note actions' }).click();
  await colleague.getByRole('menuitem', { name: 'Addend' }).click();
  const addend = colleague.getByRole('dialog', { name: 'Addend Signoff Note' });
  await addend.getByLabel('Addendum').fill('MRI shows a small infarct in the left hemisphere.');
  await addend.getByRole('button', { name: 'Addend' }).click();
  await expect(panel.getByText('MRI shows a small infarct in the left hemisphere.')).toBeVisible();
  await expect(writer.getByText('MRI shows a small infarct in the left hemisphere.')).toBeVisible();
  await panel.getByRole('button', { name: 'More note actions' }).click();
  await colleague.getByRole('menuitem', { name: 'Fax Stroke Signoff Note' }).click();
  const fax = colleague.getByRole('dialog', { name: 'Fax Stroke Signoff Note' });
  await expect(fax.getByRole('button', { name: 'Send' })).toBeDisabled();
  await fax.getByLabel('Fax Number').fill('5550100177');
  await fax.getByRole('button', { name: 'Send' }).click();
  await expect(fax).toBeHidden();
  const faxed = writer.getByRole('list', { name: 'Faxes' }).getByRole('listitem');
  await expect(faxed).toContainText('Fax to (555) 010-0177');
  await expect(faxed).toContainText('Sent', { timeout: 20_000 });
  await panel.getByRole('button', { name: 'More note actions' }).click();
  await colleague.getByRole('menuitem', { name: 'Mark in Error' }).click();
  const mark = colleague.getByRole('dialog', { name: 'Mark in Error Signoff Note' });
  await expect(mark.getByText('It should be identified as such in the EMR. This cannot be undone.')).toBeVisible();
  await mark.getByRole('button', { name: 'Mark in Error' }).click();
  await expect(panel.getByText('Marked in Error').first()).toBeVisible();
  await panel.getByRole('button', { name: 'More note actions' }).click();
  await expect(colleague.getByRole('menuitem')).toHaveText(['Fax Stroke Signoff Note']);
  await colleague.keyboard.press('Escape');
  await expect(writer.getByRole('region', { name: 'Sign-off' }).getByText('Marked in Error').first()).toBeVisible();
});
