import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';

import { pasteInto } from '@/testing/paste-into';
import { errorSummary, showRequestForm } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

function showForm() {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { onSubmit } = showRequestForm('tele-stroke', RequestForm, { onSubmit: () => held });
  const [above, below] = screen.getAllByRole('button', { name: 'Emergency' });
  return { onSubmit, answer, above: above!, below: below!, done: screen.getByRole('button', { name: 'Done' }) };
}

it('[FSTROKE-29] [FSTROKE-30] [INFO-44] [WIZ-33] [WIZ-37] shows Emergency above and below the phone number, the only required field', async () => {
  const { onSubmit, above, below, done, answer } = showForm();
  const number = screen.getByLabelText(/Callback Number/);
  expect(above.compareDocumentPosition(number)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(number.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(below.compareDocumentPosition(done)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(above);
  await waitFor(() => expect(number).toHaveFocus());
  await userEvent.keyboard('5550100111');
  await userEvent.click(below);
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ callbackNumber: '(555) 010-0111', isEmergency: true });
  answer();
});

it('[WIZ-36] [INFO-45] shows progress on the pressed button, and disables the others', async () => {
  const { above, below, done, onSubmit, answer } = showForm();
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
  await userEvent.dblClick(below);
  await waitFor(() => expect(below).toHaveTextContent('Sending…'));
  expect(below).toHaveAttribute('data-loading', 'true');
  for (const other of [above, done]) {
    expect(other).toBeDisabled();
    expect(other).not.toHaveTextContent('Sending…');
  }
  answer();
  await waitFor(() => expect(done).toBeEnabled());
  expect(onSubmit).toHaveBeenCalledOnce();
});

const ofLastKnownWell = () => within(screen.getByRole('group', { name: /^Last Known Well/ }));
const ofArrival = () => within(screen.getByRole('group', { name: /^ED Arrival Date/ }));
it('[FSTROKE-29] [FSTROKE-30] [WIZ-37] requires only the phone number, and keeps the valid answers', async () => {
  const { above, onSubmit } = showForm();
  await userEvent.click(above);
  await screen.findByRole('alert');
  expect(await errorSummary()).toEqual(['Callback Number: This field is required.']);
  await waitFor(() => expect(screen.getByLabelText(/Callback Number/)).toHaveFocus());
  const potential = within(screen.getByRole('group', { name: /^Potential Thrombolytic/ }));
  await userEvent.click(potential.getByRole('radio', { name: 'Yes' }));
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
  await userEvent.click(above);
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    callbackNumber: '(555) 010-0111',
    isEmergency: true,
    TeleStrokeConsultDetail: { potentialThrombolytic: true, notableSymptoms: { selected: [], other: null } },
  });
});

it('[FSTROKE-30] discards an invalid answer only after its error is shown, and not on a double press', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { below, onSubmit } = showForm();
  await userEvent.type(ofArrival().getByLabelText('Date'), '0304');
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
  await userEvent.dblClick(below);
  await screen.findByRole('alert');
  expect(await errorSummary()).toEqual([
    'ED Arrival Date: Enter a date and time. Press Emergency again to send without it.',
  ]);
  await userEvent.click(below);
  await waitFor(() => expect(below).toBeEnabled());
  expect(onSubmit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(900);
  await userEvent.click(below);
  await waitFor(() => expect(below).toBeEnabled());
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.type(ofArrival().getByLabelText('Date'), '3');
  await userEvent.click(below);
  await waitFor(() => expect(below).toBeEnabled());
  expect(onSubmit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  // This error is new and has not been shown yet.
  await userEvent.type(ofLastKnownWell().getByLabelText('Date'), '0304');
  await userEvent.click(below);
  await waitFor(() => expect(below).toBeEnabled());
  expect(onSubmit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  await userEvent.click(below);
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  const sent = onSubmit.mock.lastCall?.[0];
  expect(sent).not.toHaveProperty('TeleStrokeConsultDetail.edArrivalDate');
  expect(sent).not.toHaveProperty('TeleStrokeConsultDetail.lastKnownWell');
});
