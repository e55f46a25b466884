import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Consult } from '@/consults/consult';
import { makeLineConsult, makeStrokeConsult } from '@/testing/make-consult';
import { mockEndpoint, onPhone, refusal } from '@/testing/show-consult';
import { press } from '@/testing/show-note';
import { consultWithNote, noteOpen, pick, showNotePage } from '@/testing/show-note-page';
import { strokeConsult } from '@/testing/stroke-note';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const pending = makeStrokeConsult({ allowedActions: ['complete', 'editSignoffNote'] });
const acute: Consult = {
  ...makeLineConsult(
    { id: 5, slug: 'acute-stroke', name: 'Acute Stroke' },
    {
      detailName: 'AcuteStrokeConsultDetail' as const,
      AcuteStrokeConsultDetail: { isAcute: true, anticoagulants: { selected: [], other: null } },
    },
  ),
  allowedActions: ['complete', 'editSignoffNote'],
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const heading = () => screen.getByRole('heading', { level: 1 });

/** Mocks a server that completes the consult, which then looks like `then`. */
async function mockCompletion(
  then: Consult,
  respond: () => Response = () => HttpResponse.json(then),
  { whole = false, open = pending }: { whole?: boolean; open?: Consult } = {},
) {
  const shown = await showNotePage(open, undefined, { whole });
  const completions = mockEndpoint('post', '/complete', () => {
    shown.order.push('complete');
    shown.answer.consult = then;
    return respond();
  });
  return { ...shown, completions };
}

/** Completes in the dialog, with the field that this type requires. */
async function complete(type: string, field: RegExp, text: string, send = 'Complete Consult') {
  await press('Complete');
  await pick(type);
  const dialog = within(await screen.findByRole('dialog', { name: 'Consult Completion Details' }));
  await userEvent.click(dialog.getByLabelText(field));
  await userEvent.paste(text);
  await userEvent.click(dialog.getByRole('button', { name: send }));
}

it('[DONE-13] [SIGN-01] Video with Stroke Note completes as Video, then opens the note', async () => {
  const { order, completions } = await mockCompletion(strokeConsult, undefined, { whole: true });
  await press('Complete');
  await pick('Video with Stroke Note');
  await noteOpen();
  expect(order).toEqual(['complete', 'lock']);
  expect(completions[0]?.body).toMatchObject({ completeType: 'video' });
  expect(screen.getByRole('dialog', { name: 'Stroke Note' })).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Sections' })).toBeInTheDocument();
});

it('[DONE-13] [DET-15] is in the menu on a phone, too', async () => {
  onPhone();
  const { order } = await mockCompletion(strokeConsult);
  await press('Actions');
  await pick('Video with Stroke Note');
  await noteOpen();
  expect(order).toEqual(['complete', 'lock']);
});

it('[DONE-13] is not offered to users who may complete but not write notes', async () => {
  await showNotePage({ ...pending, allowedActions: ['complete'] });
  await press('Complete');
  await screen.findByRole('menuitem', { name: 'Video' });
  expect(screen.queryByText('Video with Stroke Note')).not.toBeInTheDocument();
});

it('[DONE-11] completing as Audio opens the note', async () => {
  const { order } = await mockCompletion({ ...strokeConsult, completeType: 'audio' });
  await complete('Audio', /^Call Length/, '9');
  await noteOpen();
  expect(order).toEqual(['complete', 'lock']);
});

it('[DONE-11] [DONE-08] completing an acute stroke consult as Phone opens the note', async () => {
  const { order, completions } = await mockCompletion(
    { ...acute, state: 'completed', completeType: 'phone', allowedActions: ['editSignoffNote'] },
    undefined,
    { open: acute },
  );
  await complete('Phone', /^Comment/, 'Advised.');
  await noteOpen();
  expect(order).toEqual(['complete', 'lock']);
  expect(completions[0]?.body).toMatchObject({ completeType: 'phone' });
});

it('[DONE-12] completing as Cancelled opens no note', async () => {
  const { order } = await mockCompletion({ ...strokeConsult, completeType: 'cancelled', allowedActions: [] });
  await complete('Cancelled', /^Cancellation Reason|^Reason/, 'Duplicate request', 'Cancel Consult');
  await closed();
  await waitFor(() => expect(heading()).toHaveFocus());
  expect(order).toEqual(['complete']);
});

it('[BPERM-11] completing opens no note if the user may not write one', async () => {
  const { order } = await mockCompletion({ ...strokeConsult, allowedActions: [] });
  await complete('Video', /^Call Length/, '9');
  await closed();
  expect(order).toEqual(['complete']);
});

it('[DONE-12] a completion that fails opens no note', async () => {
  const { order } = await mockCompletion(pending, () => refusal(400, { message: 'Not now.' }));
  await complete('Video', /^Call Length/, '9');
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  expect(order).toEqual(['complete']);
});

it('[BPERM-11] [DONE-13] [SIGN-14] Add Signoff Note opens a note that no one has started, and completes nothing', async () => {
  const { order } = await showNotePage(strokeConsult);
  expect(screen.queryByRole('button', { name: 'Edit Signoff Note' })).not.toBeInTheDocument();
  await press('Add Signoff Note');
  await noteOpen();
  expect(order).toEqual(['lock']);
});

it('[BPERM-11] [DET-15] [DONE-13] Edit Signoff Note opens one that was started, on a phone from the menu', async () => {
  onPhone();
  const { order } = await showNotePage(consultWithNote);
  await press('Actions');
  expect(screen.queryByText('Add Signoff Note')).not.toBeInTheDocument();
  await pick('Edit Signoff Note');
  await noteOpen();
  expect(order).toEqual(['lock']);
});

const without = [
  { what: 'the server does not allow it', consult: { ...strokeConsult, allowedActions: [] } },
  { what: 'the line has no such note', consult: { ...strokeConsult, serviceLineSlug: 'tele-icu' } },
];

it.each(without)('[BPERM-11] offers no note if $what', async ({ consult }) => {
  await showNotePage(consult);
  expect(screen.queryByRole('button', { name: /Signoff Note/ })).not.toBeInTheDocument();
});
