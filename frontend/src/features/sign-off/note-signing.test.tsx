import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { linesOf } from '@/shared/lib/rich-text';
import { received, closed, contentOf, openNote, pass, press, tick, typeComment } from '@/testing/show-note';
import { note as signedNote } from '@/testing/sign-offs';
import { draftNote, completeNote, writer } from '@/testing/stroke-note';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const card = async () => within(await screen.findByRole('dialog', { name: 'Sign-off Confirmation' }));
const sign = async () => (await card()).getByRole('button', { name: 'Sign' });
const name = async () => (await card()).getByLabelText('Patient Name');

/** Opens a complete note and presses Sign Off. */
async function openCard(options: Parameters<typeof openNote>[0] = {}) {
  const shown = await openNote({ content: completeNote, ...options });
  await press('Sign Off');
  await card();
  return shown;
}

async function signIt() {
  await userEvent.click(await name());
  await userEvent.paste('Rosa Marsh');
  await userEvent.click(await sign());
}

const wrong = ['Rosa', 'rosa marsh', 'Marsh Rosa', 'RosaMarsh', 'Rosa Marsh.'];

it("[SIGN-22] requires the patient's exact name before Sign can be pressed", async () => {
  const { signatures } = await openCard();
  expect((await card()).getByText('Rosa Marsh')).toBeInTheDocument();
  expect(await name()).toHaveFocus();
  expect(await sign()).toBeDisabled();
  for (const typed of wrong) {
    await userEvent.clear(await name());
    await userEvent.paste(typed);
    expect(await sign()).toBeDisabled();
    await userEvent.keyboard('{Enter}');
  }
  await userEvent.clear(await name());
  await userEvent.paste('  Rosa Marsh ');
  expect(await sign()).toBeEnabled();
  expect(signatures).toEqual([]);
});

it('[SIGN-22] returns to the note with Back and with Escape', async () => {
  const { saves } = await openCard();
  await press('Back');
  await waitFor(() => expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument());
  await press('Sign Off');
  await card();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument());
  expect(screen.getByLabelText('NIHSS Comments')).toBeInTheDocument();
  expect(saves).toEqual([]);
});

it('[SIGN-10] [SIGN-22] [SIGN-23] sends the content without the typed name, confirms, closes, and saves nothing afterwards', async () => {
  const { order, locks, signatures } = await openCard({ whole: true });
  const { editorId } = locks[0]!.body as { editorId: string };
  await userEvent.click(await name());
  await userEvent.paste('Rosa Marsh');
  await userEvent.keyboard('{Enter}');
  await closed();
  expect(await screen.findByText('Stroke note signed.')).toBeInTheDocument();
  await pass(15_000);
  expect(order).toEqual(['lock', 'sign']);
  expect(signatures[0]?.body).toMatchObject({ docType: 'Note', editorId });
  expect(JSON.stringify(signatures)).not.toContain('Marsh');
  const { nihss, ...others } = completeNote;
  const { total: _, untestable: _u, unscored: _s, explanations: _e, ...scores } = nihss;
  expect(contentOf(signatures[0])).toMatchObject({
    hpi: others.hpi,
    labs: others.labs,
    thrombolytic: { given: true, drug: 'Tenecteplase', delay: true, recommendations: linesOf(['Monitor.']) },
    iaTherapy: others.iaTherapy,
    diagnosis: others.diagnosis,
    nihss: scores,
    totalTimeSpent: 40,
  });
});

it('[SIGN-10] waits for the save in flight, and does not save what was typed since', async () => {
  const { responses, order, saves, signatures } = await openNote({ content: completeNote });
  let land: () => void = () => undefined;
  responses.save = () =>
    new Promise((resolve) => {
      land = () => resolve(HttpResponse.json(draftNote(completeNote, 1)));
    });
  await typeComment('Pupils');
  await tick();
  await received(saves, 1);
  await typeComment(' equal');
  await press('Sign Off');
  await signIt();
  await pass(10_000);
  expect(order).toEqual(['lock', 'save']);
  act(() => land());
  await closed();
  expect(order).toEqual(['lock', 'save', 'sign']);
  expect(contentOf(signatures[0])?.nihssComments).toBe('Pupils equal');
  await pass(10_000);
  expect(order).toHaveLength(3);
});

it('[SIGN-10] signs once, however often Sign is pressed while a save is in flight', async () => {
  const { responses, order, saves } = await openNote({ content: completeNote });
  let land: () => void = () => undefined;
  responses.save = () =>
    new Promise((resolve) => {
      land = () => resolve(HttpResponse.json(draftNote(completeNote, 1)));
    });
  await typeComment('Pupils');
  await tick();
  await received(saves, 1);
  await press('Sign Off');
  await signIt();
  await userEvent.click(await sign());
  await userEvent.type(await name(), '{Enter}');
  await userEvent.keyboard('{Escape}');
  expect(await card()).toBeTruthy();
  act(() => land());
  await closed();
  expect(order).toEqual(['lock', 'save', 'sign']);
});

it('[SIGN-09] is not closed due to inactivity while it is being signed', async () => {
  const { responses, order, signatures, onClose } = await openCard();
  let land: () => void = () => undefined;
  responses.sign = () =>
    new Promise((resolve) => {
      land = () => resolve(HttpResponse.json(signedNote));
    });
  await signIt();
  await received(signatures, 1);
  await pass(15 * 60_000);
  expect(onClose).not.toHaveBeenCalled();
  act(() => land());
  await closed();
  expect(order.filter((call) => call === 'save')).toEqual([]);
});

it('[SIGN-27] [SIGN-28] [BPERM-13] [BERR-06] cannot be signed without a Medipac ID, and says so, but can be edited', async () => {
  const { saves } = await openNote({ content: completeNote, me: { ...writer, medipacId: null } });
  const words = 'Your Medipac Provider ID is needed for sign off. Please contact your administrator.';
  expect(screen.getByText(words)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign Off' })).toBeDisabled();
  await userEvent.type(screen.getByLabelText(/^Call Length/), '3{Enter}');
  expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument();
  await tick();
  await received(saves, 1);
  expect(contentOf(saves[0])?.callLength).toBe(123);
});

it('[SIGN-28] [BPERM-13] [BERR-06] does not mention that to users who have one', async () => {
  await openNote();
  expect(screen.queryByText(/Medipac/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign Off' })).toBeEnabled();
});
