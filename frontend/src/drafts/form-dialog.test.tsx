import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useCheckedForm } from '@/api/contract-form';
import { ApiError } from '@/api/errors';
import { TextAreaField } from '@/shared/forms/text-field';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';

import { currentDrafts } from './dirty-forms';
import { FormDialog, type FormDialogProps } from './form-dialog';
import { clearOfferedDrafts, offerDraft } from './saved-drafts';

interface Values {
  reason: string;
}

const KEY = 'a form';
const onSubmit = vi.fn<FormDialogProps<Values>['onSubmit']>();
const onFailure = vi.fn<(failure: unknown) => void>();
const onClose = vi.fn<(draft: Values | null) => void>();
const onRestored = vi.fn<() => void>();

type Options = Pick<FormDialogProps<Values>, 'losesInput' | 'isFailureHidden' | 'closed'>;

function Dialog(options: Options) {
  const check = ({ reason }: Values) => Promise.resolve({ data: { reason }, errors: new Map<string, string>() });
  const form = useCheckedForm<Values>(check, { reason: '' });
  return (
    <FormDialog
      title="Why?"
      form={form}
      draftKey={KEY}
      submitLabel="Send"
      closeLabel="Not Now"
      expected="sent"
      onSubmit={onSubmit}
      onFailure={onFailure}
      onClose={onClose}
      {...options}
    >
      <TextAreaField control={form.control} name="reason" label="Reason" limit={100} />
    </FormDialog>
  );
}

const show = (options: Options = {}) =>
  render(
    <ThemeProvider>
      <Dialog {...options} />
    </ThemeProvider>,
  );
const box = () => screen.getByRole('textbox', { name: 'Reason', hidden: true });
const send = () => screen.getByRole('button', { name: 'Send' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const question = () => screen.findByRole('dialog', { name: 'Discard Changes?' });

beforeEach(() => {
  for (const mock of [onSubmit, onFailure, onClose, onRestored]) mock.mockReset();
});
afterEach(clearOfferedDrafts);

it('submits once at a time, and cannot be closed while submitting', async () => {
  let finish: () => void = () => undefined;
  onSubmit.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
  show();
  await userEvent.type(box(), 'Late');
  await userEvent.click(send());
  await waitFor(() => expect(send()).toHaveAttribute('data-loading'));
  await userEvent.click(send());
  await userEvent.type(box(), '{Escape}');
  expect(screen.getByRole('button', { name: 'Not Now' })).toBeDisabled();
  expect(onSubmit.mock.calls).toEqual([[{ reason: 'Late' }]]);
  expect(onClose).not.toHaveBeenCalled();
  finish();
  await waitFor(() => expect(send()).not.toHaveAttribute('data-loading'));
  await userEvent.type(box(), '{Escape}');
  expect(onClose.mock.calls).toEqual([[{ reason: 'Late' }]]);
});

it('restores its saved draft, and guards it from then on', async () => {
  offerDraft({ key: KEY, values: { reason: 'Late', gone: 1 }, until: Date.now() + 60_000, onRestored });
  show();
  expect(box()).toHaveValue('Late');
  expect(onRestored).toHaveBeenCalledOnce();
  await waitFor(() => expect(currentDrafts()).toEqual([{ key: KEY, values: { reason: 'Late' } }]));
  await press('Not Now');
  expect(onClose.mock.calls).toEqual([[{ reason: 'Late' }]]);
});

it('has no draft to return if nothing was typed, and then does not ask', async () => {
  show({ losesInput: true });
  await press('Not Now');
  expect(onClose.mock.calls).toEqual([[null]]);
});

it("shows the server's field errors at the fields, without a message about the failure", async () => {
  onSubmit.mockRejectedValue(
    new ApiError(400, { message: 'Check the form.', errors: [{ field: 'reason', message: 'Say more.' }] }),
  );
  show();
  await userEvent.click(send());
  await waitFor(() => expect(box()).toHaveAccessibleDescription(/Say more\./));
  expect(screen.queryByText('Nothing was sent.')).not.toBeInTheDocument();
  expect(onFailure).not.toHaveBeenCalled();
});

it('shows any other failure above the buttons until the next attempt', async () => {
  const failure = new ApiError(409, { message: 'It is too late.' });
  onSubmit.mockRejectedValueOnce(failure);
  show();
  await userEvent.click(send());
  expect(await screen.findByText('Nothing was sent.')).toBeInTheDocument();
  expect(screen.getByText('It is too late.')).toBeInTheDocument();
  expect(onFailure.mock.calls).toEqual([[failure]]);
  await userEvent.click(send());
  await waitFor(() => expect(screen.queryByText('Nothing was sent.')).not.toBeInTheDocument());
});

it('shows no failure that is shown elsewhere', async () => {
  onSubmit.mockRejectedValueOnce(new ApiError(409, {}));
  show({ isFailureHidden: () => true });
  await userEvent.click(send());
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce());
  expect(screen.queryByText('Nothing was sent.')).not.toBeInTheDocument();
});

it('cannot be submitted once its consult is closed', () => {
  show({ closed: <p>Dana Lee completed the consult.</p> });
  expect(screen.getByText('Dana Lee completed the consult.')).toBeInTheDocument();
  expect(send()).toBeDisabled();
});

it('asks before closing loses the input; Cancel and Escape keep it', async () => {
  show({ losesInput: true });
  await userEvent.type(box(), 'Late');
  for (const keep of [() => press('Cancel'), () => userEvent.keyboard('{Escape}')]) {
    await press('Not Now');
    expect(await question()).toHaveTextContent('If you close this dialog, what you typed will be lost.');
    await keep();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard Changes?' })).not.toBeInTheDocument());
    expect(box()).toHaveValue('Late');
  }
  expect(onClose).not.toHaveBeenCalled();
  await press('Not Now');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Proceed' }));
  expect(onClose).toHaveBeenCalledOnce();
});
