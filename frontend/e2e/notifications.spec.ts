import type { Locator, Page } from '@playwright/test';

import { requestConsult } from './request-consult';
import { expect, closeDialog, openDocument, test } from './fixtures';
import { goOnCall } from './on-call';
import { confirmSignature, editor, STROKE_LINE, writeNote } from './stroke-notes';

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const about = (page: Page, patient: string) => panelOf(page).getByRole('listitem').filter({ hasText: patient });

async function openBell(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(panelOf(page)).toBeVisible();
}

test('[NOTIF-03] [NOTIF-05] [NOTIF-07] [NOTIF-08] [NAV-20] an unsigned note is listed in the notifications, and the user who requested the consult is notified of the signature @soak @phone-soak', async ({
  openAs,
  request,
}, info) => {
  // Two users request, write, leave, return and sign: one test as long as three.
  test.slow();
  const phone = info.project.name === 'phone';
  // A physician who requests this consult and gives others, so that there is a bell.
  const { path, patient } = await requestConsult(request, 'triage', STROKE_LINE);
  const [requester, writer] = await Promise.all([openAs('triage', path), openAs('neuro', path)]);
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
  await closeDialog(writer, 'Notifications');
  await expect(writer.getByRole('button', { name: /^Notifications/ })).toBeFocused();

  await expect(requester.getByRole('button', { name: /^Notifications, \d+ new$/ })).toBeVisible();
  await openBell(requester);
  const signed = about(requester, patient);
  await expect(signed.getByText('Signoff Note Signed')).toBeVisible();
  const document = await openDocument(requester, () => signed.getByRole('button', { name: 'View Note' }).click());
  await signed.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(signed).toHaveCount(0);
  expect(document.isClosed()).toBe(false);
  await requester.reload();
  await expect.poll(() => document.isClosed()).toBe(true);
  await openBell(requester);
  await expect(
    panelOf(requester).getByText('No Notifications').or(panelOf(requester).getByRole('listitem').first()),
  ).toBeVisible();
  await expect(signed).toHaveCount(0);
});

const widths = [1440, 992, 390] as const;
const at = (width: number) => ({ width, height: width === 390 ? 844 : width === 992 ? 768 : 900 });

/** Mocks urgent comments on this consult behind this user's bell until they are dismissed, regardless of other tests. */
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

/** Whether a press on its center reaches it. */
const isReached = (button: Locator) =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('[NOTIF-13] urgent comments cover no button of a note, and Open scrolls to the comment @soak', async ({
  openAs,
  request,
}) => {
  test.slow();
  const { path } = await requestConsult(request, 'nurse', STROKE_LINE);
  const requester = await openAs('nurse', path);
  await requester.getByRole('textbox', { name: /Add Comment/ }).fill('Seizing now.');
  const added = requester.waitForResponse(
    (response) => response.url().endsWith('/updates') && response.status() === 201,
  );
  await requester.getByRole('button', { name: 'Add Comment' }).click();
  const { createdAt } = (await (await added).json()) as { createdAt: string };

  const writer = await openAs('neuro', path);
  // Requests of other tests wait for the same specialist, in a bar of their own.
  await writer.context().route('**/api/pages', (route) => route.fulfill({ json: [] }));
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
    const [noteHeight, toastHeight] = [
      (await note.boundingBox())?.height ?? 0,
      (await toasts.boundingBox())?.height ?? 0,
    ];
    expect(toastHeight, `beside the note at ${width}`).toBeLessThan(noteHeight / 3);
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
