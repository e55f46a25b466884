import { expect, type Page } from '@playwright/test';

import { STROKE_LINE } from '../stroke-notes';
import { mockCompleted } from './mock-consult';
import { ago, validNote } from './note-content';
import { openConsult, settled } from './scene';

export const amara = { id: 5, username: 'neuro', firstName: 'Amara', lastName: 'Feldspar' };
export const hiroshi = { id: 7, username: 'neuro2', firstName: 'Hiroshi', lastName: 'Obsidian' };
export const completed = { completedByUser: amara, completedAt: ago(42) };

export interface Version {
  readonly docType: 'Note' | 'Addendum' | 'Error' | 'Fax';
  readonly docStatus: string;
  readonly content?: unknown;
  readonly author?: typeof amara;
  /** Minutes ago. */
  readonly since: number;
  readonly sentToEmr?: boolean;
  readonly emrDelivery?: string;
  readonly undeliveredReason?: string;
  readonly pdfStatus?: string;
}

export const signed: Version = { docType: 'Note', docStatus: 'Current', content: validNote, since: 40 };
export const superseded: Version = { ...signed, docStatus: 'Superseded', sentToEmr: true };
export const addendum: Version = {
  docType: 'Addendum',
  docStatus: 'Current',
  content: 'MRI shows a small infarct in the left hemisphere.\nStart aspirin tomorrow.',
  author: hiroshi,
  since: 21,
  emrDelivery: 'waiting',
  pdfStatus: 'TemplateError',
};
const fax = (docStatus: string, faxNumber: string, since: number): Version => ({
  docType: 'Fax',
  docStatus,
  content: { faxNumber, version: 2 },
  author: hiroshi,
  since,
});
export const faxes = [
  fax('Sent', '(555) 010-0177', 18),
  { ...fax('Failed', '(555) 010-0142', 12), undeliveredReason: 'line busy' },
  fax('Sending', '(555) 010-0163', 0),
  { ...fax('Sending', '(555) 010-0164', 2), undeliveredReason: 'no connection' },
];

/** All actions of its menu. */
export const allActions = ['exportSignoffNote', 'faxSignoffNote', 'addendSignoffNote', 'markSignoffNoteInError'];

/** A note as the server returns it. */
export function noteOf(status: string, versions: readonly Version[]) {
  const writing = status === 'Draft';
  return {
    consultId: '00000000-0000-4000-8000-000000000000',
    status,
    lockedBy: writing ? amara.id : null,
    lockedAt: writing ? ago(0) : null,
    lockedUser: writing ? { firstName: amara.firstName, lastName: amara.lastName } : null,
    signatory: writing ? null : amara,
    signedOffAt: writing ? null : ago(40),
    pdfStatus: null,
    faxRequest: null,
    documentVersions: versions.map(({ since, ...version }, index) => ({
      version: index + 1,
      contentSha256: null,
      pdfStatus: null,
      undeliveredReason: null,
      sentToEmr: false,
      emrDelivery: null,
      author: amara,
      createdAt: ago(since),
      content: null,
      ...version,
    })),
  };
}

/** Shows a stroke consult with these versions of its note; the scene mocks the requests that change it. */
export async function showNote(page: Page, status: string, versions: readonly Version[], about: object = {}) {
  const note = noteOf(status, versions);
  await mockCompleted(page, { ...completed, signOffNote: note, allowedActions: allActions, ...about });
  await page.route('**/sign-off-notes', (route) => route.fulfill({ json: [note] }));
  await openConsult(page, STROKE_LINE);
  await expect(page.getByText('NIH Stroke Scale')).toBeVisible();
  await settled(page);
}
