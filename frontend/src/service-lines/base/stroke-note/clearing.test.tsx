import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { choose, group } from '@/testing/show-request-form';
import { linesIn, section, showNoteForm } from '@/testing/show-note-form';
import { emptyNote } from '@/testing/empty-note';
import { completeNote } from '@/testing/stroke-note';

const none = { selected: [], other: null };
const given = /^Was a thrombolytic given/;
const delay = /^Was administration delayed/;
const candidate = /^Is the patient a candidate/;
const ticked = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));

it('[NOTE-34] No thrombolytic clears all answers about one', async () => {
  const form = showNoteForm(completeNote);
  await choose(given, 'No');
  for (const answer of ['drug', 'dosage', 'timeGiven', 'delay', 'recommendations'])
    expect(form.value(`thrombolytic.${answer}`)).toBe('');
  expect(form.value('thrombolytic.delayReason')).toEqual(none);
  expect(linesIn('Recommendations')).toEqual(['']);
  await choose(given, 'Yes');
  expect(group(/^Drug/).queryByRole('radio', { checked: true })).not.toBeInTheDocument();
  expect(screen.getByLabelText(/^Dosage/)).toHaveValue('');
});

it('[NOTE-33] a thrombolytic clears why none was given, and nothing else', async () => {
  const notGivenReason = { selected: ['Outside of time window'], other: 'Frail' };
  const thrombolytic = { ...completeNote.thrombolytic, given: false, notGivenReason };
  const form = showNoteForm({ ...completeNote, thrombolytic });
  expect(group(/^Reason for Not Giving It/).getByRole('textbox')).toHaveValue('Frail');
  await choose(given, 'Yes');
  expect(form.value('thrombolytic.notGivenReason')).toEqual(none);
  expect(form.value('thrombolytic.recommendations')).toEqual(['Monitor.']);
  await choose(given, 'No');
  expect(group(/^Reason for Not Giving It/).queryAllByRole('checkbox', { checked: true })).toEqual([]);
});

it('[NOTE-31] changing the answer about a delay clears its reason', async () => {
  const form = showNoteForm(completeNote);
  expect(group(/^Reason for the Delay/).getByRole('checkbox', { name: 'Initial refusal' })).toBeChecked();
  await choose(delay, 'No');
  expect(form.value('thrombolytic.delayReason')).toEqual(none);
  expect(screen.queryByRole('group', { name: /^Reason for the Delay/ })).not.toBeInTheDocument();
  await choose(delay, 'Yes');
  expect(group(/^Reason for the Delay/).queryAllByRole('checkbox', { checked: true })).toEqual([]);
  expect(form.value('thrombolytic.recommendations')).toEqual(['Monitor.']);
});

it('[NOTE-28] asks about a delay only once a drug is chosen', async () => {
  showNoteForm();
  expect(screen.queryByRole('group', { name: delay })).not.toBeInTheDocument();
  await choose(given, 'Yes');
  expect(screen.queryByRole('group', { name: delay })).not.toBeInTheDocument();
  await choose(/^Drug/, 'Alteplase');
  expect(screen.getByRole('group', { name: delay })).toBeInTheDocument();
  await choose(given, 'No');
  expect(screen.queryByRole('group', { name: delay })).not.toBeInTheDocument();
});

it('[NOTE-40] a candidate for intra-arterial therapy clears the reasons against it', async () => {
  const form = showNoteForm(completeNote);
  expect(group(/^Reason Patient Is Not a Candidate/).getByRole('textbox')).toHaveValue('No occlusion');
  await choose(candidate, 'Yes');
  expect(form.value('iaTherapy.notCandidateReasons')).toEqual(none);
  await choose(candidate, 'No');
  expect(group(/^Reason Patient Is Not a Candidate/).getByText('(required)')).toBeInTheDocument();
  expect(group(/^Reason Patient Is Not a Candidate/).queryByRole('textbox')).not.toBeInTheDocument();
});

it('[NOTE-57] Labs Not Done clears and disables Labs, and deselecting it restores the default bullets', async () => {
  const form = showNoteForm(completeNote);
  expect(linesIn('Labs')).toEqual(['Glucose: 104']);
  await ticked('Labs Not Done');
  expect(form.value('labs')).toBe('');
  expect(linesIn('Labs')).toEqual(['']);
  expect(section('Labs')).toHaveAttribute('aria-disabled', 'true');
  expect(section('Labs')).toHaveAttribute('contenteditable', 'false');
  await ticked('Labs Not Done');
  expect(form.value('labs')).toEqual(['* Glucose: ', '* Platelets: ', '* INR: ']);
  expect(section('Labs')).toHaveAttribute('contenteditable', 'true');
});

const scored = {
  ...completeNote,
  nihss: { ...completeNote.nihss, leftArm: -1, explanations: { ...emptyNote.nihss.explanations, leftArm: 'Cast' } },
};

it('[NOTE-22] NIHSS Not Done clears and disables every item, and the total says so', async () => {
  const form = showNoteForm(scored);
  await ticked('NIHSS Not Done');
  expect(screen.getByLabelText('NIHSS total')).toHaveTextContent('Total Not Done');
  const items = screen.getAllByRole('group', { name: /^\d+[abc]?\. / });
  expect(items).toHaveLength(15);
  for (const item of items) {
    expect(item).toBeDisabled();
    expect(item.querySelector('input:checked')).toBeNull();
  }
  expect(form.value('nihss.leftArm')).toBe('');
  expect(form.value('nihss.explanations.leftArm')).toBe('');
  await ticked('NIHSS Not Done');
  expect(screen.getByLabelText('NIHSS total')).toHaveTextContent('Total 0 (incomplete, 15 not scored)');
  expect(items[0]).toBeEnabled();
});

it('[NOTE-19] a score clears the explanation of its own item only', async () => {
  const explanations = { ...scored.nihss.explanations, dysarthria: 'Intubated' };
  const form = showNoteForm({ ...scored, nihss: { ...scored.nihss, dysarthria: -1, explanations } });
  await choose(
    /^5a\. Motor Arm, Left/,
    '1 Drift; limb holds 90 (or 45) degrees, but drifts down before full 10 seconds; does not hit bed or other support.',
  );
  expect(form.value('nihss.explanations.leftArm')).toBe('');
  expect(form.value('nihss.explanations.dysarthria')).toBe('Intubated');
  expect(screen.queryByLabelText(/^5a\. .*why it is untestable/)).not.toBeInTheDocument();
});

it('clears nothing when values are set by code, such as a restored draft', () => {
  const notGivenReason = { selected: [], other: 'Frail' };
  const form = showNoteForm({ ...emptyNote, thrombolytic: { ...emptyNote.thrombolytic, notGivenReason } });
  form.set('thrombolytic.given', true);
  form.set('labsNotDone', false);
  form.set('labs', '');
  expect(form.value('thrombolytic.notGivenReason')).toEqual(notGivenReason);
  expect(form.value('labs')).toBe('');
});
