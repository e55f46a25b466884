import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Consult } from '@/consults/consult';
import type { Me } from '@/session/me';
import { blurDisabledControls } from '@/testing/focus-fixup';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { pasteInto } from '@/testing/paste-into';
import { makeStrokeConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { mockEndpoint, refusal } from '@/testing/show-consult';
import { note, press, signer } from '@/testing/sign-offs';

import { NoteMenu } from './note-menu';

const everything: Consult['allowedActions'] = [
  'exportSignoffNote',
  'faxSignoffNote',
  'addendSignoffNote',
  'markSignoffNoteInError',
];
const words = {
  exportSignoffNote: 'View',
  faxSignoffNote: 'Fax Stroke Signoff Note',
  addendSignoffNote: 'Addend',
  markSignoffNoteInError: 'Mark in Error',
};

function showMenu(allowedActions = everything, me: Me = { ...signer, medipacId: 'MP-1' }, signOffNote = note) {
  const consult = makeStrokeConsult({ state: 'completed', allowedActions, signOffNote });
  renderFeature(<NoteMenu consult={consult} />, { me });
}

async function open(item: string) {
  await press('More note actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

const box = () => screen.findByLabelText('Addendum', { exact: false });

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

it.each(everything)(
  '[SIGN-43] [BPERM-14] [BPERM-15] [BPERM-16] [BPERM-17] offers each action only with its permission: %s',
  async (missing) => {
    const offered = everything.filter((action) => action !== missing);
    showMenu(offered);
    await press('More note actions');
    for (const action of offered)
      expect(await screen.findByText(words[action as keyof typeof words])).toBeInTheDocument();
    expect(screen.queryByText(words[missing as keyof typeof words])).not.toBeInTheDocument();
    cleanup();
    showMenu([missing]);
    expect(screen.queryAllByRole('button', { name: /^More/ })).toHaveLength(missing === 'exportSignoffNote' ? 0 : 1);
  },
);

it('[SIGN-43] [SIGN-45] [SIGN-48] [INFO-03] [SIGN-31] lists the actions in a fixed order, and for a note marked in error only View and Fax', async () => {
  const items = () => screen.findAllByRole('menuitem');
  showMenu([...everything].reverse());
  await press('More note actions');
  const named = ['Fax Stroke Signoff Note', 'Addend', 'Mark in Error'];
  expect((await items()).map(({ textContent }) => textContent)).toEqual(named);
  cleanup();
  showMenu(['exportSignoffNote', 'faxSignoffNote'], undefined, { ...note, status: 'MarkedInError' });
  expect(screen.getByRole('button', { name: 'View' })).toBeInTheDocument();
  await press('More note actions');
  expect((await items()).map(({ textContent }) => textContent)).toEqual(['Fax Stroke Signoff Note']);
  cleanup();
  showMenu(['faxSignoffNote', 'addendSignoffNote']);
  expect(screen.queryByRole('button', { name: 'View' })).not.toBeInTheDocument();
  cleanup();
  showMenu(['exportSignoffNote']);
  expect(screen.getAllByRole('button')).toEqual([screen.getByRole('button', { name: 'View' })]);
});

it('[SIGN-30] [SIGN-31] [SIGN-29] an addendum requires text, is sent once, and is confirmed', async () => {
  const requests = mockEndpoint('post', '/sign-signoff-note', () => HttpResponse.json({ ...note, status: 'Addended' }));
  showMenu();
  await open('Addend');
  const dialog = await screen.findByRole('dialog', { name: 'Addend Signoff Note' });
  await press('Addend');
  expect(await screen.findAllByText('This field is required.', { exact: false })).not.toHaveLength(0);
  expect(requests).toHaveLength(0);
  await pasteInto(await box(), 'MRI is back.');
  await press('Addend');
  expect(await screen.findByText('Addendum added.')).toBeInTheDocument();
  expect(requests.map(({ body }) => body)).toEqual([{ docType: 'Addendum', content: 'MRI is back.' }]);
  expect(dialog).not.toBeInTheDocument();
});

it('makes an addendum read-only while it is being sent, because the response closes its dialog', async () => {
  let land: (response: Response) => void = () => undefined;
  const requests = mockEndpoint(
    'post',
    '/sign-signoff-note',
    () => new Promise<Response>((resolve) => (land = resolve)),
  );
  showMenu();
  await open('Addend');
  await pasteInto(await box(), 'MRI is back.');
  await press('Addend');
  await waitFor(() => expect(requests).toHaveLength(1));
  await pasteInto(await box(), ' No bleed.');
  expect(await box()).toHaveValue('MRI is back.');
  land(refusal(409, { code: 'marked_in_error', message: 'This note is marked in error.' }));
  await waitFor(async () => expect(await box()).not.toHaveAttribute('readonly'));
  await pasteInto(await box(), ' No bleed.');
  expect(await box()).toHaveValue('MRI is back. No bleed.');
});

it('[SIGN-30] [BCONST-04] an addendum has at most 6000 characters', async () => {
  const requests = mockEndpoint('post', '/sign-signoff-note', () => HttpResponse.json({ ...note, status: 'Addended' }));
  showMenu();
  await open('Addend');
  await pasteInto(await box(), 'm'.repeat(6001));
  await press('Addend');
  await waitFor(async () => expect(await box()).toHaveAccessibleDescription(/This section of the note is too long\./));
  expect(requests).toHaveLength(0);
  await userEvent.type(await box(), '{Backspace}');
  await press('Addend');
  await waitFor(() => expect(requests[0]?.body).toEqual({ docType: 'Addendum', content: 'm'.repeat(6000) }));
});

it('[SIGN-29] the same text can be added again, in a dialog that is empty again', async () => {
  const requests = mockEndpoint('post', '/sign-signoff-note', () => HttpResponse.json({ ...note, status: 'Addended' }));
  showMenu();
  for (const number of [1, 2]) {
    await open('Addend');
    await pasteInto(await box(), 'No change.');
    await userEvent.click(screen.getByText('Close', { selector: 'button *' }));
    await open('Addend');
    await press('Addend');
    await waitFor(() => expect(requests).toHaveLength(number));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
  expect(requests.map(({ body }) => body)).toEqual(Array(2).fill({ docType: 'Addendum', content: 'No change.' }));
  expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
});

it('[SIGN-30] keeps what was typed when the dialog is closed, and if the server refuses', async () => {
  const answers = [
    refusal(400, { errors: [{ field: 'content', message: 'This section of the note is too long.' }] }),
    refusal(409, { code: 'marked_in_error', message: 'This note is marked in error.' }),
  ];
  mockEndpoint('post', '/sign-signoff-note', () => answers.shift() ?? refusal(400));
  showMenu();
  await open('Addend');
  await pasteInto(await box(), 'MRI is back.');
  await userEvent.click(screen.getByText('Close', { selector: 'button *' }));
  await open('Addend');
  expect(await box()).toHaveValue('MRI is back.');
  await press('Addend');
  await waitFor(async () => expect(await box()).toHaveAccessibleDescription(/This section of the note is too long\./));
  await press('Addend');
  expect(await screen.findAllByText('This note is marked in error.')).not.toHaveLength(0);
  expect(screen.getByText('Nothing was saved.')).toBeInTheDocument();
  expect(await box()).toHaveValue('MRI is back.');
});

it.each(['Addend', 'Mark in Error'])('%s says in its dialog that the server did not respond', async (item) => {
  speedUpTimers();
  mockEndpoint('post', '/sign-signoff-note', () => HttpResponse.error());
  showMenu();
  await open(item);
  if (item === 'Addend') await pasteInto(await box(), 'MRI is back.');
  await press(item);
  const title = await screen.findByText('This may not have been saved.');
  expect(title.parentElement).toHaveTextContent(`The server did not respond. It is safe to press ${item} again.`);
});

it('[SIGN-31] [SIGN-33] [SIGN-34] [SIGN-35] [BERR-07] marking in error asks for a confirmation, without a text, and cannot be undone', async () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Mark in Error Signoff Note' });
  const requests = mockEndpoint('post', '/sign-signoff-note', () =>
    HttpResponse.json({ ...note, status: 'MarkedInError' }),
  );
  showMenu();
  await open('Mark in Error');
  const question = 'This Signoff Note will be marked in error. It should be identified as such in the EMR.';
  expect(await dialog()).toHaveTextContent(`${question} This cannot be undone.`);
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await press('Cancel');
  expect(requests).toHaveLength(0);
  await open('Mark in Error');
  const asked = await dialog();
  await press('Mark in Error');
  expect(await screen.findByText('Signoff note marked in error.')).toBeInTheDocument();
  expect(asked).not.toBeInTheDocument();
  expect(requests.map(({ body }) => body)).toEqual([{ docType: 'Error' }]);
});

it.each(['Addend', 'Mark in Error'])('focus returns to %s after a refusal', async (item) => {
  blurDisabledControls();
  let finish: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  mockEndpoint('post', '/sign-signoff-note', () => answer);
  showMenu();
  await open(item);
  if (item === 'Addend') await pasteInto(await box(), 'MRI is back.');
  await press(item);
  await waitFor(() => expect(document.body).toHaveFocus());
  finish(refusal(409, { code: 'marked_in_error', message: 'This note is marked in error.' }));
  expect(await screen.findByText('This note is marked in error.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: item })).toHaveFocus());
});

it.each(['Addend', 'Mark in Error'])(
  '[SIGN-32] [SIGN-27] [BERR-06] [SIGN-31] %s is refused without a Medipac ID',
  async (item) => {
    const requests = mockEndpoint('post', '/sign-signoff-note', () => HttpResponse.json(note));
    showMenu(everything, { ...signer, medipacId: null });
    await open(item);
    const dialog = await screen.findByRole('dialog', { name: 'Provider Medipac ID Not Found' });
    expect(dialog).toHaveTextContent(
      'You cannot mark in error or addend this Signoff Note. Please contact your administrator.',
    );
    expect(within(dialog).getAllByRole('button')).toHaveLength(1);
    await press('Ok');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(requests).toHaveLength(0);
  },
);
