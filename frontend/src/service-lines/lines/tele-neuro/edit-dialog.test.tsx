import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { refreshStale } from '@/api/live';
import { factsIn } from '@/testing/facts';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { pasteInto } from '@/testing/paste-into';
import { CONSULT_ID, makeLineConsult } from '@/testing/make-consult';
import { mockEndpoint, onPhone, refusal, showConsult } from '@/testing/show-consult';

const record = { neuroPatientId: 'N-20418', physicianName: 'Dr. Ruth Okafor', physicianNumber: '(555) 010-0161' };

const makeNeuro = (
  own: { [field in keyof typeof record]?: string | null } = {},
  about: { allowedActions?: ['edit'] | [] } = {},
) =>
  makeLineConsult(
    { id: 1, slug: 'tele-neuro', name: 'Tele-Neuro' },
    {
      detailName: 'TeleNeuroConsultDetail' as const,
      reason: 'First seizure',
      callReason: 'First seizure',
      allowedActions: ['edit'] as 'edit'[],
      TeleNeuroConsultDetail: { ...record, ...own },
      ...about,
    },
  );

const box = (name: RegExp) => screen.getByRole('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

async function openDialog(answer: () => Response = () => HttpResponse.json(makeNeuro()), consult = makeNeuro()) {
  const sent = mockEndpoint('patch', '', answer);
  const view = showConsult(consult);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Consult' });
  await within(dialog).findByRole('textbox', { name: /Patient ID/ });
  return { ...view, sent };
}

const submits = [
  ['Save', save, '(555) 010-0161'],
  ['Enter', () => userEvent.keyboard('{Enter}'), '(555) 010-0161'],
  ['Save of one without a number', save, null],
] as const;

it.each(submits)(
  '[FNEURO-13] [FNEURO-11] opens with the current values, and %s closes it without a request when nothing changed',
  async (_, submit, physicianNumber) => {
    const { sent } = await openDialog(undefined, makeNeuro({ physicianNumber }));
    expect(box(/Patient ID/)).toHaveValue('N-20418');
    expect(box(/Referring Physician/)).toHaveValue('Dr. Ruth Okafor');
    expect(box(/Physician Phone/)).toHaveValue(physicianNumber ?? '');
    expect(box(/Callback Number/)).toHaveValue('(555) 010-0100');
    expect(screen.queryByRole('textbox', { name: /Reason/ })).not.toBeInTheDocument();
    await userEvent.type(box(/Referring Physician/), '  ');
    await submit();
    await gone();
    expect(sent).toEqual([]);
  },
);

it('[FNEURO-10] [FNEURO-09] sends only the changed fields, with a cleared number as null, and shows the saved values', async () => {
  const changed = makeNeuro({ physicianName: 'Dr. Wen' });
  const { sent, answer } = await openDialog(() => HttpResponse.json(changed));
  answer.consult = changed;
  await userEvent.clear(box(/Referring Physician/));
  await pasteInto(box(/Referring Physician/), 'Dr. Wen');
  expect(box(/Physician Phone/)).not.toBeRequired();
  await userEvent.clear(box(/Physician Phone/));
  await save();
  await gone();
  expect(sent.map(({ body }) => body)).toEqual([
    { TeleNeuroConsultDetail: { physicianName: 'Dr. Wen', physicianNumber: null } },
  ]);
  await waitFor(() => expect(factsIn()).toContainEqual(['Referring Physician', 'Dr. Wen']));
});

it('[FNEURO-06] [FNEURO-10] sends only the callback number if nothing else changed', async () => {
  const { sent } = await openDialog();
  await userEvent.clear(box(/Callback Number/));
  await pasteInto(box(/Callback Number/), '5550100177');
  await save();
  await gone();
  expect(sent.map(({ body }) => body)).toEqual([{ callbackNumber: '(555) 010-0177' }]);
});

it('[FNEURO-08] trims the values submitted with Enter, and rejects a blank ID', async () => {
  const { sent } = await openDialog();
  await userEvent.clear(box(/Patient ID/));
  await userEvent.type(box(/Patient ID/), '   {Enter}');
  const banner = await within(screen.getByRole('dialog')).findByRole('alert');
  expect(within(banner).getByRole('link')).toHaveTextContent('Patient ID: This field is required.');
  await userEvent.type(box(/Patient ID/), 'N-9  {Enter}');
  await gone();
  expect(sent.map(({ body }) => body)).toEqual([{ TeleNeuroConsultDetail: { neuroPatientId: 'N-9' } }]);
});

it("[FNEURO-10] does not undo another user's changes made while the dialog was open", async () => {
  const { sent, answer, queryClient } = await openDialog();
  answer.consult = makeNeuro({ physicianName: 'Dr. Wen' });
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  await waitFor(() => expect(factsIn()).toContainEqual(['Referring Physician', 'Dr. Wen']));
  expect(box(/Referring Physician/)).toHaveValue('Dr. Wen');
  await userEvent.type(box(/Patient ID/), '9');
  await save();
  await gone();
  expect(sent.map(({ body }) => body)).toEqual([{ TeleNeuroConsultDetail: { neuroPatientId: 'N-204189' } }]);
});

it('[FNEURO-10] keeps the typed text when another user saves a different field, and then saves the current values', async () => {
  const { sent, answer, queryClient } = await openDialog();
  await userEvent.type(box(/Referring Physician/), '!');
  answer.consult = makeNeuro({ physicianName: 'Dr. Wen' });
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  await waitFor(() => expect(factsIn()).toContainEqual(['Referring Physician', 'Dr. Wen']));
  expect(box(/Referring Physician/)).toHaveValue('Dr. Ruth Okafor!');
  await userEvent.type(box(/Referring Physician/), '{Backspace}');
  await save();
  await gone();
  expect(sent.map(({ body }) => body)).toEqual([{ TeleNeuroConsultDetail: { physicianName: 'Dr. Ruth Okafor' } }]);
});

it("[FNEURO-10] [FNEURO-12] does not undo another user's changes made before it was reopened", async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let fails = true;
  const { sent, answer, queryClient } = await openDialog(() =>
    fails ? HttpResponse.error() : HttpResponse.json(makeNeuro()),
  );
  await userEvent.type(box(/Patient ID/), '9');
  speedUpTimers();
  await save();
  await gone();
  fails = false;
  answer.consult = makeNeuro({ physicianName: 'Dr. Wen' });
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  await waitFor(() => expect(factsIn()).toContainEqual(['Referring Physician', 'Dr. Wen']));
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(box(/Patient ID/)).toHaveValue('N-204189'));
  expect(box(/Referring Physician/)).toHaveValue('Dr. Wen');
  await save();
  await gone();
  expect(sent.at(-1)?.body).toEqual({ TeleNeuroConsultDetail: { neuroPatientId: 'N-204189' } });
  vi.mocked(console.warn).mockRestore();
});

const wrong = [
  ['[FNEURO-06]', /Callback Number/, '', 'Callback Number: This field is required.'],
  ['[FNEURO-06]', /Callback Number/, '555', 'Callback Number: Enter a valid phone number.'],
  ['[FNEURO-07]', /Referring Physician/, '', 'Referring Physician: This field is required.'],
  ['[FNEURO-07]', /Referring Physician/, 'p'.repeat(256), 'Referring Physician: Must be at most 255 characters long.'],
  ['[FNEURO-08]', /Patient ID/, '   ', 'Patient ID: This field is required.'],
  ['[FNEURO-08]', /Patient ID/, 'i'.repeat(256), 'Patient ID: Must be at most 255 characters long.'],
  ['[FNEURO-09]', /Physician Phone/, '555', 'Physician Phone: Enter a valid phone number.'],
] as const;
it("[FNEURO-06] [FNEURO-07] [FNEURO-08] [FNEURO-09] marks every field as required except the physician's number", async () => {
  await openDialog();
  for (const field of [/Callback Number/, /Referring Physician/, /Patient ID/]) expect(box(field)).toBeRequired();
  expect(box(/Physician Phone/)).not.toBeRequired();
});

it.each(wrong)('%s rejects, for %s: %j', async (_row, field, text, message) => {
  const { sent } = await openDialog();
  await userEvent.clear(box(field));
  if (text !== '') await pasteInto(box(field), text);
  await save();
  const banner = await within(screen.getByRole('dialog')).findByRole('alert');
  expect(within(banner).getByRole('link')).toHaveTextContent(message);
  expect(sent).toEqual([]);
});

it('[DET-40] [FNEURO-12] [BERR-10] closes after a failure, reports it, logs it without the typed text, and shows that text again when reopened', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let answer: () => Response = () => refusal(400);
  await openDialog(() => answer());
  await userEvent.type(box(/Referring Physician/), ' Jr.');
  await save();
  await gone();
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  expect(JSON.stringify(log.mock.calls)).toContain('"status":400');
  expect(JSON.stringify(log.mock.calls)).not.toMatch(/Okafor|Refused/);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(box(/Referring Physician/)).toHaveValue('Dr. Ruth Okafor Jr.'));
  answer = () => HttpResponse.error();
  speedUpTimers();
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), { timeout: 60_000 });
  expect(JSON.stringify(log.mock.calls.at(-1))).toContain('"status":null');
  log.mockRestore();
});

it('[DET-15] [FNEURO-13] [BPERM-05] also opens from the menu on a phone, and only for users the server allows', async () => {
  onPhone();
  const { answer, queryClient } = showConsult(makeNeuro());
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(await screen.findByRole('dialog', { name: 'Edit Consult' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await gone();
  answer.consult = makeNeuro({}, { allowedActions: [] });
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions' })).not.toBeInTheDocument());
});
