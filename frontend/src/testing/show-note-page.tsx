import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';

import type { SignOffNoteRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';

import { CONSULT_ID } from './make-consult';
import { permissions } from './me';
import { renderApp } from './render-app';
import { server } from './server';
import { shortenNotes } from './short-note-form';
import { CONSULT } from './show-consult';
import { draftNote, serveNote, strokeConsult, writer } from './stroke-note';
import { serveList } from './worklist';

const writerPermissions = permissions('List Consult', 'View Consult', 'Give Consult', 'ViewSignoffNoteFor Consult');

/** A consult with a note that was started. */
export const consultWithNote: Consult = {
  ...strokeConsult,
  signOffNote: { status: 'Draft', signatory: null, signedOffAt: null },
};

/** Renders the application with a stroke consult open; a test may change the server's responses. */
export async function showNotePage(consult: Consult, content?: object, { whole = false } = {}) {
  if (!whole) shortenNotes();
  const answer: { consult: Consult; note: SignOffNoteRead } = { consult, note: draftNote(content) };
  server.use(
    http.get(CONSULT, () => HttpResponse.json(answer.consult)),
    http.get(`${CONSULT}/sign-off-notes`, () => HttpResponse.json([answer.note])),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([])),
    http.get('*/api/locations/me', () => HttpResponse.json([])),
    http.get('*/api/locations/me/favorites', () => HttpResponse.json([])),
    http.get('*/api/on-call/checkin', () => HttpResponse.json([])),
    http.get('*/api/checkin', () => HttpResponse.json([])),
  );
  serveList([]);
  const served = serveNote(content);
  const view = renderApp(`/consult/${CONSULT_ID}`, { me: { ...writer, rbacPermissions: writerPermissions } });
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });
  return { ...view, ...served, answer };
}

/** An item of an open menu; without layout the menu considers its button out of view and hides. */
export const pick = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }));

/** Waits until the note can be edited. */
export const noteOpen = () => screen.findByLabelText('NIHSS Comments', {}, { timeout: 15_000 });
