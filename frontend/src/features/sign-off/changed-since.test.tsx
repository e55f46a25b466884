import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { makeStrokeConsult } from '@/testing/make-consult';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { mockEndpoint, refusal } from '@/testing/show-consult';
import { gone, note, press, signer } from '@/testing/sign-offs';
import { closed, openNote, tick, typeComment } from '@/testing/show-note';
import { completeNote } from '@/testing/stroke-note';

import { NoteMenu } from './note-menu';

const failures = [
  { what: 'no response', fail: () => HttpResponse.error() },
  { what: 'a server error', fail: () => refusal(503) },
];

const additions = [
  {
    item: 'Addend',
    path: '/sign-signoff-note',
    field: 'Addendum',
    texts: ['MRI is back.', ' No bleeding.'],
    button: 'Addend',
    title: 'Your earlier version may have been saved.',
  },
  {
    item: 'Fax Stroke Signoff Note',
    path: '/signoff-note/fax',
    field: 'Fax Number',
    texts: ['5550100177', '{Backspace}8'],
    button: 'Send',
    title: 'Your earlier fax may have been sent.',
  },
].flatMap((addition) => failures.map((failure) => ({ ...addition, ...failure })));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it.each(additions)(
  '[BERR-22] $item warns before it sends changed content after $what',
  async ({ item, path, field, texts: [first = '', then = ''], button, title, fail }) => {
    speedUpTimers();
    const responses = [fail];
    const requests = mockEndpoint('post', path, () => {
      const [failing] = responses;
      return failing === undefined ? HttpResponse.json(note) : failing();
    });
    const consult = makeStrokeConsult({
      state: 'completed',
      allowedActions: ['faxSignoffNote', 'addendSignoffNote'],
    });
    renderFeature(<NoteMenu consult={consult} />, { me: { ...signer, medipacId: 'MP-1' } });
    await press('More note actions');
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    await pasteInto(await screen.findByLabelText(field, { exact: false }), first);
    await press(button);
    await screen.findByText(/^This may not have been/, {}, { timeout: 50_000 });
    const tries = requests.length;
    responses.pop();
    await userEvent.type(screen.getByLabelText(field, { exact: false }), then);
    await press(button);
    const asked = await screen.findByText(title);
    expect(asked.parentElement).toHaveTextContent(`press ${button} again to send this one as well.`);
    expect(requests).toHaveLength(tries);
    await press(button);
    await gone();
    expect(requests).toHaveLength(tries + 1);
    expect(requests.at(-1)?.body).not.toEqual(requests[0]?.body);
    expect(requests.at(-1)?.key).not.toBe(requests[0]?.key);
  },
);

const card = async () => within(await screen.findByRole('dialog', { name: 'Sign-off Confirmation' }));

async function signIt() {
  await press('Sign Off');
  await userEvent.click((await card()).getByLabelText('Patient Name'));
  await userEvent.paste('Rosa Marsh');
  await userEvent.click((await card()).getByRole('button', { name: 'Sign' }));
}

/** Signs without a response, and then changes the note. */
async function signAndChange(fail: () => Response) {
  const shown = await openNote({ content: completeNote });
  const { sign } = shown.responses;
  shown.responses.sign = fail;
  await signIt();
  await (await card()).findByText('The note may not have been signed.');
  shown.responses.sign = sign;
  await press('Back');
  await waitFor(() => expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument());
  await typeComment('Pupils');
  return { ...shown, tries: shown.signatures.length };
}

const MAY_BE_SIGNED = 'Your earlier version may have been signed.';

it.each(failures)('warns before signing a note that was changed after $what', async ({ fail }) => {
  const { signatures, tries } = await signAndChange(fail);
  await signIt();
  expect(await (await card()).findByText(MAY_BE_SIGNED)).toBeInTheDocument();
  expect(signatures).toHaveLength(tries);
  await userEvent.click((await card()).getByRole('button', { name: 'Sign' }));
  await closed();
  expect(signatures).toHaveLength(tries + 1);
  expect(signatures.at(-1)?.key).not.toBe(signatures[0]?.key);
});

it('signs without a warning if the changes were saved, because a note that accepts a save was not signed', async () => {
  const { saves, signatures, tries } = await signAndChange(() => HttpResponse.error());
  await tick();
  await waitFor(() => expect(saves).toHaveLength(1));
  await signIt();
  await closed();
  expect(signatures).toHaveLength(tries + 1);
});
