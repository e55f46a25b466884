import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import type { ConsultAction, DocumentVersion, SignOffNoteRead } from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';
import { factsIn } from '@/testing/facts';
import { pasteInto } from '@/testing/paste-into';
import { connectLive } from '@/testing/live-server';
import { CONSULT_ID, dana } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';
import { note as signedNote, press } from '@/testing/sign-offs';
import { emptyNote } from '@/testing/empty-note';
import { draftNote, strokeConsult, completeNote } from '@/testing/stroke-note';

import { SignOffPanel } from './sign-off-panel';

const kim = { ...dana, id: 99, firstName: 'Kim', lastName: 'Fox' };

const version = (about: Partial<DocumentVersion>): DocumentVersion => ({
  version: 1,
  docStatus: 'Current',
  docType: 'Note',
  content: completeNote,
  contentSha256: '0'.repeat(64),
  pdfStatus: null,
  undeliveredReason: null,
  sentToEmr: false,
  emrDelivery: null,
  author: dana,
  createdAt: '2024-03-05T14:02:00Z',
  ...about,
});

const signed = (...versions: Partial<DocumentVersion>[]): SignOffNoteRead => ({
  ...signedNote,
  documentVersions: versions.map(version),
});

/** Renders the panel; `answer` is the server's response, which the test can change. */
async function showPanel(first: SignOffNoteRead, allowedActions: ConsultAction[] = []) {
  const answer = { note: first };
  const reads = vi.fn(() => HttpResponse.json([answer.note]));
  server.use(http.get(`${CONSULT}/sign-off-notes`, reads));
  const signOffNote = { status: first.status, signatory: null, signedOffAt: null };
  const consult = { ...strokeConsult, allowedActions, signOffNote };
  const view = renderFeature(<SignOffPanel consult={consult} />, { me: makeMe({ medipacId: 'MP-1' }) });
  return { ...view, answer, reads, panel: await screen.findByRole('region', { name: 'Sign-off' }) };
}

it('[SIGN-12] says who is writing a note, without showing its content', async () => {
  const { panel } = await showPanel(draftNote({ ...emptyNote, nihssComments: 'Secret' }));
  expect(panel).toHaveTextContent('Dana Lee is writing a note. It is not signed yet.');
  expect(panel).not.toHaveTextContent('Secret');
});

it('[SIGN-12] says that a note was started if no one is writing it now', async () => {
  const { panel } = await showPanel({ ...draftNote(), lockedBy: null, lockedUser: null, lockedAt: null });
  expect(panel).toHaveTextContent('A note has been started but not signed.');
});

it('[NOTE-01] [NOTE-06] [NOTE-14] [NOTE-27] [SIGN-23] shows every section of a signed note, with its signature above', async () => {
  const { panel } = await showPanel(signed({ content: { ...completeNote, nihssComments: 'Fluctuating' } }));
  await within(panel).findByText('Weakness since breakfast.');
  expect(panel).toHaveTextContent('Signed off by Dana Lee, 9:02am Mar 5, 2024 EST');
  expect(
    within(panel)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Call',
    'History and Examination',
    'NIH Stroke Scale',
    'Labs and Imaging',
    'Thrombolysis',
    'Intra-Arterial Therapy',
    'Assessment and Plan',
    'Time and Severity',
  ]);
  const facts = new Map(factsIn(panel));
  expect([...facts].filter(([label]) => !/^\d/.test(label))).toEqual([
    ['Call Length', '12 min'],
    ['Video Start Time', '3/5/2024, 08:30AM EST'],
    ['Last Known Well', '3/5/2024, 05:15AM EST'],
    ['HPI', 'Weakness since breakfast.'],
    ['Exam', 'Right arm drifts.'],
    ['Total', '3'],
    ['NIHSS Comments', 'Fluctuating'],
    ['Labs', 'Glucose: 104'],
    ['Imaging', 'No hemorrhage.'],
    ['Was a thrombolytic given?', 'Yes'],
    ['Drug', 'Tenecteplase'],
    ['Dosage', '20 mg'],
    ['Time Given', '3/5/2024, 08:40AM EST'],
    ['Was administration delayed?', 'Yes'],
    ['Reason for the Delay', 'Initial refusal'],
    ['Recommendations', 'Monitor.'],
    ['Is the patient a candidate for intra-arterial therapy?', 'No'],
    ['Reason Patient Is Not a Candidate', 'No occlusion'],
    ['Diagnosis', 'Dizziness'],
    ['Disposition', 'Continue current admission status'],
    ['Transfer', 'No transfer.'],
    ['Total Time Spent', '40 min'],
    ['Is the patient critical?', 'No'],
  ]);
  expect(facts.get('1a. Level of Consciousness')).toBe('0');
  expect(facts.get('5b. Motor Arm, Right')).toBe('2');
  expect([...facts.keys()].filter((label) => /^\d/.test(label))).toHaveLength(15);
});

it('[NOTE-19] [NOTE-20] shows why an item was untestable, and that the total leaves it out', async () => {
  const explanations = { ...emptyNote.nihss.explanations, leftArm: 'Cast' };
  const nihss = { ...completeNote.nihss, leftArm: -1, dysarthria: -1, explanations };
  const { panel } = await showPanel(signed({ content: { ...completeNote, nihss } }));
  await within(panel).findByText('Weakness since breakfast.');
  const facts = new Map(factsIn(panel));
  expect(facts.get('Total')).toBe('3 (2 untestable)');
  expect(facts.get('5a. Motor Arm, Left')).toBe('Untestable: Cast');
  expect(facts.get('10. Dysarthria')).toBe('Untestable');
});

it('[NOTE-22] [NOTE-57] shows that the scale and labs were not done', async () => {
  const nihss = { ...emptyNote.nihss, notDone: true, total: null, untestable: null, unscored: null };
  const { panel } = await showPanel(signed({ content: { ...completeNote, nihss, labs: null, labsNotDone: true } }));
  expect(await within(panel).findByText('Labs not done.')).toBeInTheDocument();
  const facts = new Map(factsIn(panel));
  expect(facts.get('Total')).toBe('Not Done');
  expect(facts.has('1a. Level of Consciousness')).toBe(false);
  expect(facts.has('Labs')).toBe(false);
});

it('[DET-48] [SIGN-29] shows the addenda below the note, with author and time', async () => {
  const { panel } = await showPanel({
    ...signed(
      { docStatus: 'Superseded' },
      { version: 2, docType: 'Addendum', content: 'MRI shows\na small infarct.', author: kim, docStatus: 'Superseded' },
      { version: 3, docType: 'Addendum', content: 'Seen again.', createdAt: '2024-03-05T15:00:00Z' },
    ),
    status: 'Addended',
  });
  await within(panel).findByText('Weakness since breakfast.');
  const addenda = within(panel).getAllByRole('region', { name: 'Addendum' });
  expect(addenda.map(({ textContent }) => textContent)).toEqual([
    'AddendumKim Fox, 9:02am Mar 5, 2024 ESTMRI shows\na small infarct.',
    'AddendumDana Lee, 10:00am Mar 5, 2024 ESTSeen again.',
  ]);
  expect(panel).not.toHaveTextContent('Marked in Error');
  expect(within(panel).queryByRole('group', { name: 'Note marked in error' })).not.toBeInTheDocument();
});

it('lists the faxes above the content of the note, which is long', async () => {
  const content = { faxNumber: '(555) 010-0100', version: 1 };
  const { panel } = await showPanel(signed({}, { version: 2, docType: 'Fax', docStatus: 'Sent', content }));
  const words = await within(panel).findByText('Weakness since breakfast.');
  const faxes = within(panel).getByRole('list', { name: 'Faxes' });
  expect(faxes.compareDocumentPosition(words)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('[DET-48] [SIGN-33] says above the note that it was marked in error and why, and still shows it', async () => {
  const { panel } = await showPanel({
    ...signed({ docStatus: 'Superseded' }, { version: 2, docType: 'Error', content: 'Wrong patient.', author: kim }),
    status: 'MarkedInError',
  });
  const words = await within(panel).findByText('Weakness since breakfast.');
  const title = within(panel).getByText('Marked in Error', { selector: '[data-tone="danger"] *' });
  expect(title.compareDocumentPosition(words)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const versions = within(panel).getByRole('list', { name: 'Documents' });
  expect(title.compareDocumentPosition(versions)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const banner = within(title.closest<HTMLElement>('[data-tone="danger"]')!);
  expect(banner.getByText('Kim Fox, 9:02am Mar 5, 2024 EST')).toBeInTheDocument();
  expect(banner.getByText('Wrong patient.')).toBeInTheDocument();
  expect(within(panel).getAllByText(/Kim Fox/)).toHaveLength(1);
  expect(within(panel).getByRole('group', { name: 'Note marked in error' })).toContainElement(words);
  expect(within(panel).queryByRole('region', { name: 'Addendum' })).not.toBeInTheDocument();
});

it('[SIGN-44] [DET-48] [SIGN-46] lists the signed versions, with actions only for the current one', async () => {
  const note = signed(
    { docStatus: 'Superseded', sentToEmr: true },
    { version: 2, docType: 'Fax', content: { faxNumber: '(555) 010-0177', version: 1 }, docStatus: 'Sent' },
    { version: 3, docType: 'Addendum', content: 'Seen again.', pdfStatus: 'PdfError' },
  );
  const { panel } = await showPanel({ ...note, status: 'Addended' }, ['exportSignoffNote', 'addendSignoffNote']);
  const documents = within(await within(panel).findByRole('list', { name: 'Documents' })).getAllByRole('listitem');
  expect(documents.map(({ textContent }) => textContent)).toEqual([
    'NoteSupersededSent to EMRDana Lee, 9:02am Mar 5, 2024 EST',
    expect.stringMatching(/^AddendumCurrentPDF failed/),
  ]);
  expect(documents.flatMap((item) => within(item).queryAllByRole('button'))).toEqual([]);
  expect(documents.map((item) => item.hasAttribute('data-superseded'))).toEqual([true, false]);
  expect(within(panel).getByRole('button', { name: 'View' })).toBeInTheDocument();
});

it('[SIGN-44] mutes every version except the last of a note that was addended and then marked in error', async () => {
  const { panel } = await showPanel({
    ...signed(
      { docStatus: 'Superseded' },
      { version: 2, docType: 'Addendum', content: 'Seen again.', docStatus: 'Superseded' },
      { version: 3, docType: 'Error', content: 'Wrong patient.' },
    ),
    status: 'MarkedInError',
  });
  const documents = within(await within(panel).findByRole('list', { name: 'Documents' })).getAllByRole('listitem');
  expect(documents.map((item) => item.hasAttribute('data-superseded'))).toEqual([true, true, false]);
});

it('[SIGN-59] what is typed into an addendum survives if someone else adds a version', async () => {
  const live = await connectLive();
  const { answer, queryClient } = await showPanel(signed({}), ['addendSignoffNote']);
  const disconnect = connectQueries(queryClient);
  await press('More note actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Addend' }));
  const box = await screen.findByLabelText('Addendum', { exact: false });
  await pasteInto(box, 'MRI shows');
  answer.note = { ...signed({ docStatus: 'Superseded' }, { version: 2, docType: 'Addendum', content: 'Seen again.' }) };
  const event = { serviceLineId: 2, locationId: 11, organizationId: 1, actorId: 99 };
  await live.send('consult:signoff-changed', { ...event, consultId: CONSULT_ID });
  expect(await screen.findByText('Superseded')).toBeInTheDocument();
  expect(box).toBeInTheDocument();
  expect(box).toHaveValue('MRI shows');
  disconnect();
  live.close();
});

it('[SIGN-59] [BAPI-26] shows a signature as soon as its event arrives', async () => {
  const live = await connectLive();
  const { answer, queryClient, reads } = await showPanel(draftNote());
  const disconnect = connectQueries(queryClient);
  expect(reads).toHaveBeenCalledOnce();
  answer.note = signed({});
  const event = { serviceLineId: 2, locationId: 11, organizationId: 1, actorId: 99 };
  await live.send('consult:signoff-changed', { ...event, consultId: CONSULT_ID });
  expect(await screen.findByText('Signed off by Dana Lee, 9:02am Mar 5, 2024 EST')).toBeInTheDocument();
  disconnect();
  live.close();
});
