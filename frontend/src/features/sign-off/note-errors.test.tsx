import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { group, errorSummary } from '@/testing/show-request-form';
import { comments, openNote, press } from '@/testing/show-note';
import { emptyNote } from '@/testing/empty-note';
import { completeNote } from '@/testing/stroke-note';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const REQUIRED = 'This field is required.';

it('[BERR-01] [NOTE-50] [NOTE-51] lists all errors above the form, focuses the first invalid field, and does not sign', async () => {
  const into = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  const { signatures } = await openNote({ whole: true });
  // The note is longer than the window, so the error summary and the first field are not visible together.
  const field = group(/^Video Start Time/).getByLabelText('Date');
  vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 5_000));
  await press('Sign Off');
  const errors = await errorSummary();
  expect(errors[0]).toBe(`Video Start Time: ${REQUIRED}`);
  for (const time of [1, 2]) {
    if (time === 2) {
      into.mockClear();
      await press('Sign Off');
    }
    await waitFor(() => expect(group(/^Video Start Time/).getByLabelText('Date')).toHaveFocus());
    expect(into.mock.contexts).toContain(document.activeElement);
    expect(screen.getByText('Resolve form errors to proceed')).toBeInTheDocument();
  }
  expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument();
  expect(signatures).toEqual([]);
});

it('[NOTE-12] [NOTE-21] [NOTE-41] [NOTE-43] [NOTE-47] requires every item of the scale, labs other than the default, and a selection in each list', async () => {
  await openNote({ whole: true, content: { ...emptyNote, videoStartTime: completeNote.videoStartTime } });
  await press('Sign Off');
  const errors = await errorSummary();
  const items = errors.filter((error) => /^\d+[abc]?\. /.test(error));
  expect(items).toHaveLength(15);
  expect(items[0]).toBe(`1a. Level of Consciousness: ${REQUIRED}`);
  expect(errors.filter((error) => !items.includes(error))).toEqual([
    `HPI: ${REQUIRED}`,
    `Exam: ${REQUIRED}`,
    `Labs: ${REQUIRED}`,
    `Imaging: ${REQUIRED}`,
    `Was a thrombolytic given? ${REQUIRED}`,
    `Is the patient a candidate for intra-arterial therapy? ${REQUIRED}`,
    'Diagnosis: You must select at least one.',
    'Disposition: You must select at least one.',
    `Transfer: ${REQUIRED}`,
    `Total Time Spent (minutes): ${REQUIRED}`,
    `Is the patient critical? ${REQUIRED}`,
  ]);
});

it('[NOTE-48] [NOTE-49] [BCONST-05] [NOTE-42] [BERR-01] requires a text for Other, of at most 255 characters', async () => {
  const { signatures } = await openNote({
    whole: true,
    content: { ...completeNote, diagnosis: { selected: ['Dizziness'], other: '' } },
  });
  await press('Sign Off');
  const other = group(/^Diagnosis/).getByRole('textbox');
  expect(await errorSummary()).toEqual([expect.stringMatching(/: You must enter a value for Other\.$/)]);
  await waitFor(() => expect(other).toHaveFocus());
  await userEvent.paste('x'.repeat(256));
  await waitFor(() => expect(other).toHaveAccessibleDescription('The Other field cannot exceed 255 characters.'));
  await userEvent.keyboard('{Backspace}');
  await waitFor(() => expect(screen.queryByText('Resolve form errors to proceed')).not.toBeInTheDocument());
  await press('Sign Off');
  expect(await screen.findByText('Sign-off Confirmation')).toBeInTheDocument();
  expect(signatures).toEqual([]);
});

it('[NOTE-50] [BERR-01] an error in the banner links to its field, and disappears when it is fixed', async () => {
  await openNote({ content: { ...completeNote, totalTimeSpent: null } });
  await press('Sign Off');
  const title = await screen.findByText('Resolve form errors to proceed');
  comments().focus();
  await userEvent.click(within(title.closest<HTMLElement>('[role=alert]')!).getByRole('link'));
  expect(screen.getByLabelText(/^Total Time Spent/)).toHaveFocus();
  await userEvent.keyboard('40');
  await waitFor(() => expect(screen.queryByText('Resolve form errors to proceed')).not.toBeInTheDocument());
});
