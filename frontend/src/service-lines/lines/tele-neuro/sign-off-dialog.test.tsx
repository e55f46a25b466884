import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { pasteInto } from '@/testing/paste-into';
import { showConsult } from '@/testing/show-consult';
import { box, completeAs, dialog, gone, neuro, note, mockSignOff, press, signer, toSign } from '@/testing/sign-offs';

const onScreen = { ignore: '.wl-visually-hidden' };
const described = async (field: HTMLElement, words: string) =>
  waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(words)));

it('[DONE-21] [DONE-14] [DONE-15] [DONE-18] [DONE-32] completes the consult and signs it off', async () => {
  const { order, completions, signatures } = mockSignOff('neuro', neuro);
  const { answer } = await completeAs(neuro, 'Video');
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Video',
    'Phone',
    'Cancelled',
  ]);
  expect(screen.getByRole('group', { name: /^Type of Call/ })).toHaveAccessibleName(/required/);
  expect(screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).required)).toEqual([
    true,
    true,
    false,
  ]);
  await userEvent.type(box(/Video Call Length/), '25');
  await pasteInto(box(/Documentation Reference/), 'EMR 4711');
  await pasteInto(box('Comment'), 'Start levetiracetam.');
  answer.consult = { ...toSign(neuro), signOffNote: note, allowedActions: [] };
  await press('Complete and Sign Off');
  await gone();
  expect(order).toEqual(['complete', 'sign']);
  expect(completions[0]?.body).toEqual({
    completeType: 'video',
    qaComment: 'Start levetiracetam.',
    callLength: 25,
    cancel: false,
  });
  expect(signatures[0]?.body).toEqual({
    typeofCall: 'video',
    videoCallLength: 25,
    documentationReference: 'EMR 4711',
    comment: 'Start levetiracetam.',
  });
  expect(screen.getByText('Consult completed and signed off.', onScreen)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add Sign-off' })).not.toBeInTheDocument();
});

const wrongLengths = [
  ['', 'This field is required.'],
  ['0', 'Must be at least one minute'],
  ['12.5', 'Whole numbers only'],
  ['1441', 'Must be at most 1440 minutes'],
] as const;
it.each(wrongLengths)(
  '[DONE-15] [DONE-16] [DONE-17] [BCONST-08] [DONE-03] refuses a length of "%s"',
  async (typed, message) => {
    const { order } = mockSignOff('neuro', neuro);
    await completeAs(neuro, 'Video');
    await pasteInto(box(/Documentation Reference/), 'EMR 4711');
    if (typed !== '') await userEvent.type(box(/Video Call Length/), typed);
    await press('Complete and Sign Off');
    await described(box(/Video Call Length/), message);
    expect(order).toEqual([]);
  },
);

it('[DONE-15] [DONE-18] [BCONST-06] does not ask for the length of a phone call, and limits a reference to 50 characters', async () => {
  const { order, signatures } = mockSignOff('neuro', neuro);
  await completeAs(neuro, 'Phone');
  expect(screen.queryByRole('textbox', { name: /Video Call Length/ })).not.toBeInTheDocument();
  await press('Complete and Sign Off');
  const reference = box(/Documentation Reference/);
  await described(reference, 'This field is required.');
  await userEvent.click(reference);
  await userEvent.paste('x'.repeat(51));
  await described(reference, 'Must be at most 50 characters long.');
  await userEvent.type(reference, '{Backspace}');
  await press('Complete and Sign Off');
  await gone();
  expect(order).toEqual(['complete', 'sign']);
  expect(signatures[0]?.body).toEqual({ typeofCall: 'phone', documentationReference: 'x'.repeat(50) });
});

it('[DONE-19] [DONE-20] [DONE-34] [DONE-43] cancels with a reason and no call details, and signs the note', async () => {
  const { order, completions, signatures } = mockSignOff('neuro', neuro);
  await completeAs(neuro, 'Video');
  await userEvent.type(box(/Video Call Length/), '25');
  await pasteInto(box(/Documentation Reference/), 'EMR 4711');
  await userEvent.click(screen.getByRole('radio', { name: 'Cancelled' }));
  for (const field of [/Video Call Length/, /Documentation Reference/])
    expect(screen.queryByRole('textbox', { name: field })).not.toBeInTheDocument();
  const send = within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel Consult' });
  await userEvent.click(send);
  const reason = box(/Cancellation Reason/);
  await described(reason, 'This field is required.');
  await userEvent.click(box('Comment'));
  await userEvent.paste('x'.repeat(256));
  await userEvent.click(reason);
  await userEvent.paste('x'.repeat(256));
  expect(screen.getAllByText('256 of 255 characters', { selector: '[data-figures]' })).toHaveLength(2);
  for (const field of [box('Comment'), reason]) {
    await described(field, 'Must be at most 255 characters long.');
    await userEvent.clear(field);
  }
  await userEvent.click(reason);
  await userEvent.paste('Transferred');
  await userEvent.click(send);
  await gone();
  expect(order).toEqual(['complete', 'sign']);
  expect(completions[0]?.body).toEqual({
    completeType: 'cancelled',
    cancellationReason: 'Transferred',
    cancel: false,
  });
  expect(signatures[0]?.body).toEqual({ typeofCall: 'cancelled', cancellationReason: 'Transferred' });
  expect(screen.getByText('Consult cancelled and signed off.', onScreen)).toBeInTheDocument();
});

it('[DONE-22] [DONE-23] corrects the type of a completed consult if it differs, and signs the note', async () => {
  const { order, changes, signatures } = mockSignOff('neuro', neuro);
  showConsult(toSign(neuro), { me: signer });
  await press('Add Sign-off');
  await dialog();
  expect(screen.getByRole('radio', { name: 'Video' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Phone' }));
  await pasteInto(box(/Documentation Reference/), 'EMR 4711');
  await press('Sign Off');
  await gone();
  expect(order).toEqual(['change', 'sign']);
  expect(changes[0]?.body).toEqual({ completeType: 'phone' });
  expect(signatures[0]?.body).toEqual({ typeofCall: 'phone', documentationReference: 'EMR 4711' });
  expect(screen.getByText('Consult signed off.', onScreen)).toBeInTheDocument();
});

it('[DONE-22] [DONE-23] [BPERM-12] leaves a completed consult unchanged if the type is the same, and is not offered again', async () => {
  const { order } = mockSignOff('neuro', neuro);
  showConsult(toSign(neuro), { me: signer });
  await press('Add Sign-off');
  await dialog();
  await userEvent.type(box(/Video Call Length/), '9');
  await pasteInto(box(/Documentation Reference/), 'EMR 4711');
  await press('Sign Off');
  await gone();
  expect(order).toEqual(['sign']);
  expect(screen.queryByRole('button', { name: 'Add Sign-off' })).not.toBeInTheDocument();
});
