import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';

import { refreshStale } from '@/api/live';
import { currentDrafts } from '@/drafts/dirty-forms';
import { clearOfferedDrafts, offerDraft } from '@/drafts/saved-drafts';
import { CONSULT_ID } from '@/testing/make-consult';
import { consultWithNote, pick, showNotePage } from '@/testing/show-note-page';
import { note as signed } from '@/testing/sign-offs';

afterEach(clearOfferedDrafts);

const PHONE = `consult/${CONSULT_ID}/phone`;
const ADDENDUM = `consult/${CONSULT_ID}/addendum`;

function save(key: string, values: Record<string, string>) {
  offerDraft({ key, values, until: Date.now() + 60_000, onRestored: () => undefined });
}

it('[DET-26] reopens only one dialog after a sign-out, and guards what was typed into the other', async () => {
  save(PHONE, { callbackNumber: '(555) 010-0199' });
  save(ADDENDUM, { content: 'MRI is back.' });
  const { answer, queryClient } = await showNotePage({
    ...consultWithNote,
    state: 'completed',
    allowedActions: ['editBedsidePhone', 'addendSignoffNote'],
    signOffNote: signed,
  });
  expect(await screen.findByRole('textbox', { name: /Bedside Phone Number/ })).toHaveValue('(555) 010-0199');
  answer.note = signed;
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  const menu = await screen.findByRole('button', { name: 'More note actions', hidden: true });
  expect(screen.getAllByRole('dialog')).toEqual([screen.getByRole('dialog', { name: 'Edit bedside phone number' })]);
  expect(
    currentDrafts()
      .map(({ key }) => key)
      .sort(),
  ).toEqual([ADDENDUM, PHONE]);
  await userEvent.click(screen.getByText('Close', { selector: 'button *' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.click(menu);
  await pick('Addend');
  expect(await screen.findByRole('textbox', { name: /^Addendum/ })).toHaveValue('MRI is back.');
});
