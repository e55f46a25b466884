import { expect, type Page } from '@playwright/test';

import { signIn } from '../fixtures';
import { STROKE_LINE } from '../stroke-notes';
import { mockCompleted } from './mock-consult';
import { ago, newNote, validNote } from './note-content';
import { act, isNarrow, openConsult, resetLayoutShift, type Scene } from './scene';
import { completed, hiroshi, noteOf, signed } from './served-note';
import { overlay } from '../in-call';

const LOCK = '**/signoff-note/requestLock';
const SAVE = '**/signoff-note/save';

const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the note of a consult with this mocked response, from within its call if that is joined first. */
async function openNote(page: Page, status: number, json: object, { inCall = false } = {}) {
  await mockCompleted(page, { ...completed, signOffNote: null, allowedActions: ['editSignoffNote', 'joinChime'] });
  await page.route(LOCK, (route) => route.fulfill({ status, json }));
  await page.route(SAVE, (route) => route.fulfill({ status, json }));
  await openConsult(page, STROKE_LINE);
  if (inCall) await join(page);
  await act(page, 'Add Signoff Note');
  await expect(dialog(page)).toBeVisible();
}

async function join(page: Page) {
  await act(page, 'Join Video Call');
  await expect(overlay(page).getByRole('button', { name: 'End Call' })).toBeVisible();
  // The page makes room for the call, whose code a busy computer loads for longer than a shift after a press is expected.
  await resetLayoutShift(page);
  await expect(overlay(page).getByText('Joining the call…')).toBeHidden();
  if (isNarrow(page)) await overlay(page).getByRole('button', { name: 'Collapse' }).click();
}

async function writeNote(page: Page, content: object, how = {}) {
  await openNote(page, 200, noteOf('Draft', [{ docType: 'Note', docStatus: 'Draft', content, since: 0 }]), how);
  await expect(dialog(page).getByText('All changes saved')).toBeVisible();
  await expect(dialog(page).getByLabel('NIHSS Comments')).toBeVisible();
}

/** Screens of a stroke note until it is signed. */
export const writing: readonly Scene[] = [
  { name: 'note', path: '/consult', reload: true, soakOnly: true, show: (page) => writeNote(page, newNote) },
  {
    name: 'note-wrong',
    path: '/consult',
    reload: true,
    show: async (page) => {
      await writeNote(page, newNote);
      await dialog(page).getByRole('button', { name: 'Sign Off' }).click();
      await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
    },
  },
  {
    name: 'note-written',
    path: '/consult',
    reload: true,
    show: async (page) => {
      await writeNote(page, validNote);
      await expect(
        dialog(page).getByRole('button', { name: /^(Time and Severity, complete|Sections 8\/8)$/ }),
      ).toBeVisible();
    },
    galleryOnly: true,
  },
  {
    name: 'sign',
    path: '/consult',
    reload: true,
    show: async (page) => {
      await writeNote(page, validNote);
      await dialog(page).getByRole('button', { name: 'Sign Off' }).click();
      await expect(page.getByRole('dialog', { name: 'Sign-off Confirmation' })).toBeVisible();
    },
  },
  {
    name: 'note-locked',
    path: '/consult',
    reload: true,
    show: async (page) => {
      await openNote(page, 409, { code: 'locked_by_another', lockedUser: hiroshi, lockedAt: ago(3) });
      await expect(page.getByRole('dialog', { name: 'Signoff Note Locked' })).toBeVisible();
    },
  },
  {
    name: 'note-signed-by-another',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await openNote(page, 200, noteOf('Signed', [signed]));
      await expect(page.getByRole('dialog', { name: 'Signoff Note Signed' })).toBeVisible();
    },
  },
  {
    name: 'note-not-restored',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await writeNote(page, newNote);
      // The author's session ends, and the note is changed elsewhere while they are away.
      await page.route(SAVE, (route) => route.fulfill({ status: 401, json: { code: 'session_ended' } }));
      await dialog(page).getByLabel('NIHSS Comments').fill('Pupils unequal');
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible({ timeout: 15_000 });
      const changed = noteOf('Draft', [{ docType: 'Note', docStatus: 'Draft', content: validNote, since: 1 }]);
      for (const call of [LOCK, SAVE]) await page.route(call, (route) => route.fulfill({ json: changed }));
      await signIn(page, 'neuro');
      await expect(page.getByText('What you typed before you were signed out is not in this note.')).toBeVisible();
      await expect(dialog(page).getByLabel('NIHSS Comments')).toBeVisible();
    },
  },
];

/** The note in a call; apart from the others, because a reload would rejoin the call. */
export const writingInCall: readonly Scene[] = [
  {
    name: 'note beside a call',
    path: '/consult',
    reload: true,
    show: (page) => writeNote(page, newNote, { inCall: true }),
  },
  {
    name: 'consult beside a call, before its note',
    soakOnly: true,
    within: true,
    show: async (page) => {
      await overlay(page).getByText('Consult', { exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
];
