import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Consult } from '@/consults/consult';
import { CONSULT_ID, makeLineConsult } from '@/testing/make-consult';
import { failedNotes } from '@/shared/lib/failed-notes';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { refusal } from '@/testing/show-consult';
import { received, closed, comments, contentOf, openNote, press, tick, typeComment } from '@/testing/show-note';
import { strokeConsult, taken, completeNote } from '@/testing/stroke-note';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const acute: Consult = {
  ...makeLineConsult(
    { id: 5, slug: 'acute-stroke', name: 'Acute Stroke' },
    {
      detailName: 'AcuteStrokeConsultDetail' as const,
      AcuteStrokeConsultDetail: { isAcute: true, anticoagulants: { selected: [], other: null } },
    },
  ),
  state: 'completed',
  completeType: 'phone',
  allowedActions: ['editSignoffNote'],
};

const lines = [
  { line: 'tele-stroke', path: '/sign-signoff-note', consult: strokeConsult, at: 'content.' },
  { line: 'acute-stroke', path: '/sign-signoff-note-acute-stroke', consult: acute, at: '' },
];

const card = async () => within(await screen.findByRole('dialog', { name: 'Sign-off Confirmation' }));

async function signIt() {
  await press('Sign Off');
  await userEvent.click((await card()).getByLabelText('Patient Name'));
  await userEvent.paste('Rosa Marsh');
  await userEvent.click((await card()).getByRole('button', { name: 'Sign' }));
}

describe.each(lines)('on $line', ({ path, consult, at }) => {
  it("[INFO-04] [SIGN-23] [BAPI-32] is signed with the line's own endpoint, from this window", async () => {
    const { locks, signatures } = await openNote({ whole: true, content: completeNote, consult, path });
    const { editorId } = locks[0]!.body as { editorId: string };
    await signIt();
    await closed();
    const content = expect.objectContaining({ hpi: completeNote.hpi, totalTimeSpent: 40 }) as object;
    const { body, key } = signatures[0]!;
    if (at === '') expect(body).toEqual(content);
    else expect(body).toMatchObject({ docType: 'Note', content });
    expect(body).toMatchObject({ editorId });
    expect(key).not.toBeNull();
  });

  it('[NOTE-01] has all fields of both variants', async () => {
    await openNote({ whole: true, consult, path });
    for (const name of [
      'Call Length',
      'NIHSS Comments',
      'HPI',
      'Exam',
      'Labs',
      'Imaging',
      'Transfer',
      'Total Time Spent',
    ])
      expect(screen.getByRole('textbox', { name: new RegExp(`^${name}`) })).toBeInTheDocument();
    for (const name of [
      'Video Start Time',
      'Last Known Well',
      'Was a thrombolytic given',
      'Is the patient a candidate for intra-arterial',
      'Diagnosis',
      'Disposition',
      'Is the patient critical',
    ])
      expect(screen.getByRole('group', { name: new RegExp(`^${name}`) })).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Labs Not Done' })).toBeInTheDocument();
    expect(screen.getAllByRole('group', { name: /^\d+[abc]?\. / })).toHaveLength(15);
  });

  it("[NOTE-50] [NOTE-51] [BERR-01] shows the server's error at its field, and can be signed again", async () => {
    const { responses, signatures } = await openNote({ content: completeNote, consult, path });
    const { sign } = responses;
    responses.sign = () => refusal(400, { errors: [{ field: `${at}nihssComments`, message: 'Not like this.' }] });
    await signIt();
    await waitFor(() => expect(comments()).toHaveAccessibleDescription('Not like this.'));
    await waitFor(() => expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument());
    await waitFor(() => expect(comments()).toHaveFocus());
    const banner = screen.getByText('Resolve form errors to proceed').closest<HTMLElement>('[role=alert]')!;
    expect(within(banner).getByRole('link')).toHaveTextContent('NIHSS Comments: Not like this.');
    await typeComment('Better');
    responses.sign = sign;
    await signIt();
    await closed();
    expect(signatures).toHaveLength(2);
    expect(signatures[1]?.key).not.toBe(signatures[0]?.key);
  });
});

const failures = [
  { what: 'the network is lost', answer: () => HttpResponse.error() },
  { what: 'the server fails', answer: () => refusal(500) },
];

it.each(failures)(
  '[SIGN-13] [BERR-09] [BAPI-32] while $what the confirmation stays open, and pressing Sign again uses the same key',
  async ({ answer }) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { responses, signatures } = await openNote({ content: completeNote });
    const { sign } = responses;
    responses.sign = answer;
    await signIt();
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    await waitFor(() => expect(failedNotes.getState()).toContain(CONSULT_ID));
    expect((await card()).getByLabelText('Patient Name')).toHaveValue('Rosa Marsh');
    const tries = signatures.length;
    responses.sign = sign;
    await userEvent.click((await card()).getByRole('button', { name: 'Sign' }));
    await closed();
    expect(failedNotes.getState()).not.toContain(CONSULT_ID);
    expect(signatures).toHaveLength(tries + 1);
    expect(new Set(signatures.map(({ key }) => key)).size).toBe(1);
    expect(log).toHaveBeenCalledWith('A call about a note failed.', expect.objectContaining({ call: 'sign note' }));
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/breakfast|Marsh/);
  },
);

const refusals = [
  { status: 400, message: 'Consults for this service line use a different sign-off form.' },
  { status: 403, message: 'Your Medipac Provider ID is needed for sign off. Please contact your administrator.' },
  { status: 409, message: 'This consult was completed with another type of call.' },
];

it.each(refusals)(
  'says why the server refuses to sign if no field is to blame ($status)',
  async ({ status, message }) => {
    const { responses } = await openNote({ content: completeNote });
    responses.sign = () => refusal(status, { message });
    await signIt();
    expect(await (await card()).findByText(message)).toBeInTheDocument();
    expect(screen.getByText('Contact Help Desk.')).toBeInTheDocument();
  },
);

it('says in the confirmation that a signature got no response, or was refused', async () => {
  const { responses } = await openNote({ content: completeNote });
  responses.sign = () => HttpResponse.error();
  await signIt();
  const lost = await (await card()).findByText('The note may not have been signed.');
  expect(lost.parentElement).toHaveTextContent('The server did not respond. It is safe to press Sign again.');
  responses.sign = () => refusal(403, { message: 'You are not on call.' });
  await userEvent.click((await card()).getByRole('button', { name: 'Sign' }));
  const refused = await (await card()).findByText('The note was not signed.');
  expect(refused.parentElement).toHaveTextContent('You are not on call.');
  expect(lost).not.toBeInTheDocument();
});

/** Signs on the server without a response, and returns to the form. */
async function signUnanswered() {
  const shown = await openNote({ content: completeNote });
  shown.responses.sign = () => HttpResponse.error();
  await signIt();
  await (await card()).findByText(/The server did not respond/);
  shown.responses.save = () => taken('already_signed_off');
  await press('Back');
  await waitFor(() => expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument());
  return shown;
}

const SIGNED = 'This Signoff Note for Rosa Marsh is already signed off and can no longer be edited.';

it('[SIGN-63] [SIGN-25] [SIGN-24] keeps what was typed after a signature without a response on the screen', async () => {
  const { saves, onClose } = await signUnanswered();
  await typeComment('Pupils');
  await tick();
  expect(await screen.findByText(SIGNED)).toBeInTheDocument();
  await press('Ok');
  await waitFor(() => expect(screen.queryByText(SIGNED)).not.toBeInTheDocument());
  const banner = screen.getByText('This note is already signed off.').closest('[role="alert"]');
  expect(banner).toHaveTextContent('Your changes are no longer being saved. Copy what you still need.');
  expect(comments()).toHaveValue('Pupils');
  expect(hasDirtyForms()).toBe(true);
  await tick();
  expect(saves).toHaveLength(1);
  await userEvent.click(screen.getByText('Close', { selector: 'button *' }));
  await screen.findByText(/^Your latest changes were not saved/);
  expect(onClose).not.toHaveBeenCalled();
  await press('Proceed');
  await closed();
});

it('[SIGN-25] [BERR-04] closes the form if it has only what was signed', async () => {
  const { responses, saves, locks } = await openNote({ content: completeNote });
  responses.save = () => HttpResponse.error();
  await typeComment('Pupils');
  responses.sign = () => HttpResponse.error();
  await signIt();
  await (await card()).findByText(/The server did not respond/);
  responses.save = () => taken('already_signed_off');
  await press('Back');
  await tick();
  expect(await screen.findByText(SIGNED)).toBeInTheDocument();
  expect(screen.queryByText('Stroke Note')).not.toBeInTheDocument();
  expect([saves.length, locks.length]).toEqual([1, 1]);
});

it('[SIGN-10] continues saving after a failed signature', async () => {
  const { responses, saves } = await openNote({ content: completeNote });
  responses.sign = () => refusal(403);
  await signIt();
  await screen.findByText('Contact Help Desk.');
  await press('Back');
  await waitFor(() => expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument());
  await typeComment('Pupils');
  await tick();
  await received(saves, 1);
  expect(contentOf(saves[0])?.nihssComments).toBe('Pupils');
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
});
