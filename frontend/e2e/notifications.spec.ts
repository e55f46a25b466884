import type { Locator, Page } from '@playwright/test';

import { ask } from './asking';
import { expect, leaveDialog, openDocument, test } from './fixtures';
import { goOnCall } from './on-call';
import { confirmSignature, editor, STROKE_LINE, writeNote } from './stroke-notes';

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const about = (page: Page, patient: string) => panelOf(page).getByRole('listitem').filter({ hasText: patient });

async function openBell(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(panelOf(page)).toBeVisible();
}

test('[NOTIF-03] [NOTIF-05] [NOTIF-07] [NOTIF-08] [NAV-20] a note that was left unsigned waits behind the bell, and whoever asked hears of the signature @phone-soak', async ({
  arrive,
  request,
}, info) => {
  // Two people ask, write, leave, come back and sign: one story, as long as three.
  test.slow();
  const phone = info.project.name === 'phone';
  // A physician who asks for a consult and gives others, so that there is a bell.
  const { path, patient } = await ask(request, 'triage', STROKE_LINE);
  const [asker, writer] = await Promise.all([arrive('triage', path), arrive('neuro', path)]);
  await goOnCall(writer, STROKE_LINE);
  await writer.getByRole('button', { name: phone ? 'Actions' : 'Complete' }).click();
  await writer.getByRole('menuitem', { name: 'Video with Stroke Note' }).click();
  const note = writer.getByRole('dialog', { name: 'Stroke Note' });
  await editor(writer, 'HPI').click();
  await writer.keyboard.type('Right arm weakness since breakfast.');
  await note.getByRole('button', { name: 'Close' }).last().click();
  await expect(note).toBeHidden();

  await expect(writer.getByRole('button', { name: /^Notifications, \d+ new$/ })).toBeVisible();
  await writer.goto('/help');
  await openBell(writer);
  await expect(writer.getByRole('button', { name: 'Notifications', exact: true, includeHidden: true })).toBeAttached();
  const draft = about(writer, patient);
  await expect(draft.getByText('Signoff Note in Progress')).toBeVisible();
  await expect(draft.getByText(/^(Now|\d+ min ago)$/)).toBeVisible();
  const [box, width] = [
    await writer.locator('.mantine-Drawer-content').boundingBox(),
    writer.viewportSize()?.width ?? 0,
  ];
  expect(box?.width).toBeCloseTo(phone ? 0.95 * width : 420, 0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo(width, 0);

  await draft.getByRole('button', { name: 'Continue Note' }).click();
  await expect(editor(writer, 'HPI')).toHaveText('Right arm weakness since breakfast.');
  expect(new URL(writer.url()).pathname).toBe(path);
  await writeNote(writer, note);
  await confirmSignature(writer, note);
  await openBell(writer);
  await expect(about(writer, patient)).toHaveCount(0);
  await leaveDialog(writer, 'Notifications');
  await expect(writer.getByRole('button', { name: /^Notifications/ })).toBeFocused();

  await expect(asker.getByRole('button', { name: /^Notifications, \d+ new$/ })).toBeVisible();
  await openBell(asker);
  const signed = about(asker, patient);
  await expect(signed.getByText('Signoff Note Signed')).toBeVisible();
  const document = await openDocument(asker, () => signed.getByRole('button', { name: 'View Note' }).click());
  await signed.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(signed).toHaveCount(0);
  expect(document.isClosed()).toBe(false);
  await asker.reload();
  await expect.poll(() => document.isClosed()).toBe(true);
  await openBell(asker);
  await expect(
    panelOf(asker).getByText('No Notifications').or(panelOf(asker).getByRole('listitem').first()),
  ).toBeVisible();
  await expect(signed).toHaveCount(0);
});

const widths = [1440, 992, 390] as const;
const at = (width: number) => ({ width, height: width === 390 ? 844 : width === 992 ? 768 : 900 });

/** Behind this person's bell are urgent comments on this consult, whatever others do meanwhile, until they are dismissed. */
async function notifyOf(page: Page, consultId: string, moments: readonly string[]) {
  let json = moments.map((createdAt, nth) => ({
    id: `a0000000-0000-4000-8000-00000000000${nth}`,
    kind: 'UrgentComment',
    title: 'Urgent Comment',
    createdAt,
    isNew: true,
    details: {
      type: null,
      actionName: 'View Comment',
      patientGivenName: 'Rosa',
      patientFamilyName: 'Marsh',
      consultId,
    },
  }));
  await page.route('**/api/notifications/*', (route) => route.fulfill({ json }));
  await page.route('**/api/notification/*/dismiss?*', async (route) => {
    json = json.filter(({ id }) => !route.request().url().includes(id));
    await route.fulfill({ status: 204 });
  });
  await page.reload();
}

/** Whether a press in its middle reaches it. */
const isReached = (button: Locator) =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('[NOTIF-13] urgent comments cover no button of a note, and Open brings the comment to the eye', async ({
  arrive,
  request,
}) => {
  test.slow();
  const { path } = await ask(request, 'nurse', STROKE_LINE);
  const asker = await arrive('nurse', path);
  await asker.getByRole('textbox', { name: /Add Comment/ }).fill('Seizing now.');
  const added = asker.waitForResponse((answer) => answer.url().endsWith('/updates') && answer.status() === 201);
  await asker.getByRole('button', { name: 'Add Comment' }).click();
  const { createdAt } = (await (await added).json()) as { createdAt: string };

  const writer = await arrive('neuro', path);
  await goOnCall(writer, STROKE_LINE);
  await notifyOf(writer, path.split('/').at(-1) ?? '', [createdAt, '2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z']);
  const toasts = writer.getByRole('region', { name: 'Urgent comments' });
  await expect(toasts.getByRole('alert')).toHaveCount(3);
  await writer.getByRole('button', { name: 'Complete' }).click();
  await writer.getByRole('menuitem', { name: 'Video with Stroke Note' }).click();
  const note = writer.getByRole('dialog', { name: 'Stroke Note' });
  await expect(editor(writer, 'HPI')).toBeVisible();
  for (const width of widths) {
    await writer.setViewportSize(at(width));
    for (const name of ['Close', 'Sign Off']) {
      await expect.poll(() => isReached(note.getByRole('button', { name }).last()), `${name} at ${width}`).toBe(true);
    }
    const [room, shown] = [(await note.boundingBox())?.height ?? 0, (await toasts.boundingBox())?.height ?? 0];
    expect(shown, `beside the note at ${width}`).toBeLessThan(room / 3);
  }
  await note.getByRole('button', { name: 'Close' }).last().click();
  await expect(note).toBeHidden();

  const comment = writer.getByRole('listitem').filter({ hasText: 'Seizing now.' });
  for (const width of [992, 390]) {
    await writer.goto('/help');
    await writer.setViewportSize(at(width));
    await notifyOf(writer, path.split('/').at(-1) ?? '', [createdAt]);
    await toasts.getByRole('button', { name: /^Open/ }).click();
    await expect(comment).toBeFocused();
    await expect(comment).toBeInViewport({ ratio: 1 });
    await expect(toasts).toBeHidden();
  }
});
