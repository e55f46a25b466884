import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import type { Consult } from '@/consults/consult';
import { currentDrafts, discardOnLeave, hasDirtyForms } from '@/drafts/dirty-forms';
import { clearOfferedDrafts, offerDraft, savedDraft } from '@/drafts/saved-drafts';
import { makeStrokeConsult } from '@/testing/make-consult';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { mockEndpoint } from '@/testing/show-consult';
import { gone, note, press, signer } from '@/testing/sign-offs';

import { NoteMenu } from './note-menu';
import { noteDraftKey, useNoteDialogs } from './use-note-dialogs';

const makeConsult = (allowedActions: Consult['allowedActions'] = ['faxSignoffNote', 'addendSignoffNote']) =>
  makeStrokeConsult({ state: 'completed', allowedActions, signOffNote: note });
const consult = makeConsult();

const dialogs = [
  {
    name: 'Addendum',
    item: 'Addend',
    title: 'Addend Signoff Note',
    label: /^Addendum/,
    text: 'MRI is back.',
    values: { content: 'MRI is back.' },
  },
  {
    name: 'Fax',
    item: 'Fax Stroke Signoff Note',
    title: 'Fax Stroke Signoff Note',
    label: /^Fax Number/,
    text: '(555) 010-0177',
    values: { faxNumber: '(555) 010-0177' },
  },
] as const;

const show = () => renderFeature(<NoteMenu consult={consult} />, { me: { ...signer, medipacId: 'MP-1' } });

async function open(item: string) {
  await press('More note actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

const field = async ({ title, label }: (typeof dialogs)[number]) =>
  within(await screen.findByRole('dialog', { name: title })).getByLabelText(label);

const onRestored = vi.fn();

/** Saves a draft, as an idle sign-out does. */
function save({ name, values }: (typeof dialogs)[number]) {
  offerDraft({ key: noteDraftKey(consult, name), values, until: Date.now() + 60_000, onRestored });
}

afterEach(() => {
  clearOfferedDrafts();
  onRestored.mockClear();
});

it.each(dialogs)('guards what was typed into the closed dialog "$title" until it is discarded', async (dialog) => {
  show();
  await open(dialog.item);
  await pasteInto(await field(dialog), dialog.text);
  await userEvent.click(screen.getByText('Close', { selector: 'button *' }));
  await gone();
  expect(currentDrafts()).toEqual([{ key: noteDraftKey(consult, dialog.name), values: dialog.values }]);
  await open(dialog.item);
  expect(await field(dialog)).toHaveValue(dialog.text);
  await userEvent.click(screen.getByText('Close', { selector: 'button *' }));
  await gone();
  act(() => discardOnLeave('/help'));
  await waitFor(() => expect(hasDirtyForms()).toBe(false));
  await open(dialog.item);
  expect(await field(dialog)).toHaveValue('');
});

it.each(dialogs)('reopens "$title" with its saved draft', async (dialog) => {
  save(dialog);
  show();
  expect(await field(dialog)).toHaveValue(dialog.text);
  expect(onRestored).toHaveBeenCalledOnce();
  expect(currentDrafts()).toEqual([{ key: noteDraftKey(consult, dialog.name), values: dialog.values }]);
});

it('keeps a saved draft until the code of its dialog has loaded, and guards the draft of the closed one', () => {
  for (const dialog of dialogs) save(dialog);
  const { result } = renderHook(() => useNoteDialogs(consult, false));
  const [addendum, fax] = [noteDraftKey(consult, 'Addendum'), noteDraftKey(consult, 'Fax')];
  const keys = () => currentDrafts().map(({ key }) => key);
  expect(result.current.opened).toBe('Addendum');
  expect([savedDraft(addendum), savedDraft(fax)]).toEqual([{ content: 'MRI is back.' }, null]);
  expect(keys()).toEqual([fax]);
  // As when the code cannot be loaded.
  act(() => result.current.close());
  expect(savedDraft(addendum)).toBeNull();
  expect(keys()).toEqual([addendum, fax]);
});

it('reopens no dialog while another one of the page is open, but guards its draft', async () => {
  save(dialogs[0]);
  renderFeature(<NoteMenu consult={consult} otherDialogOpen />, { me: { ...signer, medipacId: 'MP-1' } });
  expect(currentDrafts()).toEqual([{ key: noteDraftKey(consult, 'Addendum'), values: { content: 'MRI is back.' } }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await open('Addend');
  expect(await field(dialogs[0])).toHaveValue('MRI is back.');
});

it('[SIGN-31] marking in error does not discard an addendum that was started', async () => {
  const requests = mockEndpoint('post', '/sign-signoff-note', () =>
    HttpResponse.json({ ...note, status: 'MarkedInError' }),
  );
  renderFeature(<NoteMenu consult={makeConsult(['addendSignoffNote', 'markSignoffNoteInError'])} />, {
    me: { ...signer, medipacId: 'MP-1' },
  });
  await open('Addend');
  await pasteInto(await field(dialogs[0]), 'MRI is back.');
  await userEvent.click(screen.getByText('Close', { selector: 'button *' }));
  await gone();
  for (const button of ['Cancel', 'Mark in Error']) {
    await open('Mark in Error');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }));
    await gone();
  }
  expect(requests.map(({ body }) => body)).toEqual([{ docType: 'Error' }]);
  expect(currentDrafts()).toEqual([{ key: noteDraftKey(consult, 'Addendum'), values: { content: 'MRI is back.' } }]);
});

it('does not guard what can no longer be sent', () => {
  const { result, rerender } = renderHook((current) => useNoteDialogs(current, false), { initialProps: consult });
  act(() => result.current.closeWith('Addendum', 'MRI is back.'));
  expect(hasDirtyForms()).toBe(true);
  rerender(makeConsult(['exportSignoffNote']));
  expect(hasDirtyForms()).toBe(false);
});
