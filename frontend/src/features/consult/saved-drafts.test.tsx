import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { clearOfferedDrafts, savedDraft, offerDraft } from '@/drafts/saved-drafts';
import { currentDrafts, hasDirtyForms } from '@/drafts/dirty-forms';
import { CONSULT_ID, dana, makePsychConsult } from '@/testing/make-consult';
import { showConsult } from '@/testing/show-consult';

import type { ConsultDialogName } from './action';
import { keyOf, useConsultDialogs } from './dialog-state';

const closed = makePsychConsult({
  state: 'completed',
  completeType: 'video',
  completedByUser: dana,
  completedAt: '2024-03-05T14:02:00Z',
});

const completion = { completeType: 'video', callLength: '', cancellationReason: '', qaComment: 'Safe plan agreed.' };
const cancellation = { completeType: 'cancelled', cancellationReason: 'Sent home' };

const onRestored = vi.fn();

/** Saves a draft, as an idle sign-out with the dialog open does. */
function keep(name: ConsultDialogName, values: Record<string, unknown>) {
  offerDraft({ key: keyOf({ id: CONSULT_ID }, name), values, until: Date.now() + 60_000, onRestored });
}

const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }));

beforeEach(() => void onRestored.mockClear());
afterEach(clearOfferedDrafts);

it.each([
  {
    name: 'complete',
    title: 'Consult Completion Details',
    values: completion,
    field: 'Comment',
    typed: 'Safe plan agreed.',
    send: 'Complete Consult',
  },
  {
    name: 'cancel',
    title: 'Cancel Consult Request',
    values: cancellation,
    field: /Reason/,
    typed: 'Sent home',
    send: 'Cancel Consult',
  },
  {
    name: 'phone',
    title: 'Edit bedside phone number',
    values: { callbackNumber: '(555) 010-0199' },
    field: /Bedside Phone Number/,
    typed: '(555) 010-0199',
    send: 'Save',
  },
] as const)('"$title" restores its saved draft even if someone has closed the consult since', async (about) => {
  keep(about.name, about.values);
  showConsult(closed);
  const shown = await dialog(about.title);
  expect(shown.getByRole('alert')).toHaveTextContent('Dana Lee completed at 2:02pm.');
  expect(shown.getByRole('textbox', { name: about.field })).toHaveValue(about.typed);
  expect(shown.getByRole('button', { name: about.send })).toBeDisabled();
  expect(onRestored).toHaveBeenCalledOnce();
  expect(hasDirtyForms()).toBe(true);
});

it('restores the saved drafts of a closed consult, one dialog after the other', async () => {
  keep('complete', completion);
  keep('cancel', cancellation);
  showConsult(closed);
  await userEvent.click((await dialog('Consult Completion Details')).getByText('Close'));
  const second = await dialog('Cancel Consult Request');
  expect(second.getByRole('textbox', { name: /Reason/ })).toHaveValue('Sent home');
  expect(onRestored).toHaveBeenCalledTimes(2);
  await userEvent.click(second.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('keeps the draft for an open consult on which the user currently has no allowed actions', async () => {
  keep('complete', completion);
  showConsult(makePsychConsult());
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(savedDraft(keyOf({ id: CONSULT_ID }, 'complete'))).toEqual(completion);
});

describe('the draft of an open consult', () => {
  const consult = makePsychConsult({ allowedActions: ['cancel', 'editBedsidePhone'] });
  const saved = (name: ConsultDialogName) => savedDraft(keyOf(consult, name));
  const guarded = () => currentDrafts().map(({ key }) => key);

  it('is restored into its dialog, which guards it from then on', async () => {
    keep('cancel', cancellation);
    showConsult(consult);
    const shown = await dialog('Cancel Consult Request');
    expect(shown.getByRole('textbox', { name: /Reason/ })).toHaveValue('Sent home');
    expect(onRestored).toHaveBeenCalledOnce();
    expect(guarded()).toEqual([keyOf(consult, 'cancel')]);
  });

  it('stays saved until the code of its dialog has loaded, or the page guards it', () => {
    keep('cancel', cancellation);
    keep('phone', { callbackNumber: '(555) 010-0199' });
    const { result } = renderHook(() => useConsultDialogs(consult, { current: null }));
    const { opened, drafts, close } = result.current;
    expect(opened).toBe('cancel');
    expect([saved('cancel'), saved('phone')]).toEqual([cancellation, null]);
    expect(guarded()).toEqual([keyOf(consult, 'phone')]);
    // As when the code cannot be loaded.
    act(() => close(drafts.cancel ?? null));
    expect(saved('cancel')).toBeNull();
    expect(guarded().sort()).toEqual([keyOf(consult, 'cancel'), keyOf(consult, 'phone')]);
  });
});
