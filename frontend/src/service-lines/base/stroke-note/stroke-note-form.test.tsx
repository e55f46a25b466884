import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { linesOf } from '@/shared/lib/rich-text';
import { emptyNote } from '@/testing/empty-note';
import { pasteInto } from '@/testing/paste-into';
import { linesIn, section, showNoteForm } from '@/testing/show-note-form';
import { choose, group } from '@/testing/show-request-form';
import { completeNote } from '@/testing/stroke-note';

const given = /^Was a thrombolytic given/;
const delay = /^Was administration delayed/;

/** Whether a question is marked as required. */
const isMarked = (question: RegExp) => group(question).queryByText('(required)') !== null;

/** The contents of a question's date and time boxes. */
const momentIn = (question: RegExp) =>
  ['Date', /^Time \(/].map((box) => group(question).getByLabelText<HTMLInputElement>(box).value);

it("[NOTE-03] [NOTE-04] [NOTE-06] [NOTE-27] [NOTE-45] stores each time, in the location's time zone, and each number of minutes under its own question", async () => {
  const form = showNoteForm(completeNote);
  for (const [name, path, count] of [
    [/^Call Length/, 'callLength', 12],
    [/^Total Time Spent \(minutes\)/, 'totalTimeSpent', 40],
  ] as const) {
    const minutes = screen.getByLabelText(name);
    expect(minutes).toHaveValue(String(count));
    expect(minutes).toBeRequired();
    await pasteInto(minutes, '.5');
    expect(form.value(path)).toBe(count + 0.5);
  }
  const times = [/^Video Start Time/, /^Last Known Well/, /^Time Given/];
  expect(times.map(isMarked)).toEqual([true, false, false]);
  expect(momentIn(/^Video Start Time/)).toEqual(['03/05/2024', '08:30']);
  expect(momentIn(/^Last Known Well/)).toEqual(['03/05/2024', '05:15']);
  expect(momentIn(/^Time Given/)).toEqual(['03/05/2024', '08:40']);
});

it('[NOTE-07] [NOTE-08] [NOTE-09] [NOTE-10] [NOTE-13] stores each section under its own name', () => {
  showNoteForm(completeNote);
  const names = ['HPI', 'Exam', 'Labs', 'Imaging', 'Transfer'];
  expect(names.map((name) => [name, ...linesIn(name)])).toEqual([
    ['HPI', 'Weakness since breakfast.'],
    ['Exam', 'Right arm drifts.'],
    ['Labs', 'Glucose: 104'],
    ['Imaging', 'No hemorrhage.'],
    ['Transfer', 'No transfer.'],
  ]);
  for (const name of names) expect(section(name)).toBeRequired();
});

it('[NOTE-14] [NOTE-35] stores comments on the scale and recommendations under their own names', () => {
  const [comments, words] = ['c', 'r'].map((letter) => letter.repeat(6000)) as [string, string];
  const thrombolytic = { ...completeNote.thrombolytic, recommendations: linesOf([words]) };
  showNoteForm({ ...completeNote, nihssComments: comments, thrombolytic });
  expect(screen.getByLabelText('NIHSS Comments')).toHaveValue(comments);
  expect(screen.getByLabelText('NIHSS Comments')).not.toBeRequired();
  expect(linesIn('Recommendations')).toEqual([words]);
  expect(screen.getAllByText('6000 of 6000 characters')).toHaveLength(2);
});

it('[NOTE-11] requires labs unless they were not done', async () => {
  showNoteForm();
  expect(section('Labs')).toBeRequired();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Labs Not Done' }));
  expect(section('Labs')).not.toBeRequired();
});

it('[NOTE-36] asks for recommendations if nothing was given, and once the question about the delay is answered', async () => {
  showNoteForm();
  expect(section('Recommendations')).not.toBeRequired();
  await choose(given, 'No');
  expect(section('Recommendations')).toBeRequired();
  await choose(given, 'Yes');
  await choose(/^Drug/, 'Alteplase');
  expect(section('Recommendations')).not.toBeRequired();
  for (const answer of ['Yes', 'No']) {
    await choose(delay, answer);
    expect(section('Recommendations')).toBeRequired();
  }
});

/** The questions that may follow the one about a thrombolytic. */
const followUps = {
  Drug: () => screen.queryByRole('group', { name: /^Drug/ }),
  Dosage: () => screen.queryByRole('textbox', { name: /^Dosage/ }),
  'Time Given': () => screen.queryByRole('group', { name: /^Time Given/ }),
  Delay: () => screen.queryByRole('group', { name: delay }),
  'Reason for the Delay': () => screen.queryByRole('group', { name: /^Reason for the Delay/ }),
  'Reason for Not Giving It': () => screen.queryByRole('group', { name: /^Reason for Not Giving It/ }),
};
const asked = () =>
  Object.entries(followUps)
    .filter(([, find]) => find() !== null)
    .map(([name]) => name);

it('[NOTE-25] [NOTE-26] [NOTE-28] [NOTE-30] [NOTE-32] asks only the questions that follow the answer about a thrombolytic', async () => {
  showNoteForm();
  expect(asked()).toEqual([]);
  await choose(given, 'Yes');
  expect(asked()).toEqual(['Drug', 'Dosage', 'Time Given']);
  expect(screen.getByLabelText(/^Dosage/)).not.toBeRequired();
  await pasteInto(screen.getByLabelText(/^Dosage/), 'm'.repeat(256));
  expect(screen.getByText('256 of 255 characters')).toBeInTheDocument();
  expect(isMarked(/^Drug/)).toBe(true);
  await choose(/^Drug/, 'Tenecteplase');
  expect(asked()).toEqual(['Drug', 'Dosage', 'Time Given', 'Delay']);
  await choose(delay, 'Yes');
  expect(asked()).toEqual(['Drug', 'Dosage', 'Time Given', 'Delay', 'Reason for the Delay']);
  expect(isMarked(/^Reason for the Delay/)).toBe(true);
  await choose(delay, 'No');
  expect(asked()).toEqual(['Drug', 'Dosage', 'Time Given', 'Delay']);
  await choose(given, 'No');
  expect(asked()).toEqual(['Reason for Not Giving It']);
  expect(isMarked(/^Reason for Not Giving It/)).toBe(true);
});

const questions = [
  [delay, 'thrombolytic.delay'],
  [/^Is the patient a candidate/, 'iaTherapy.isCandidate'],
  [/^Is the patient critical/, 'criticalPatient'],
  [given, 'thrombolytic.given'],
] as const;

it('[NOTE-24] [NOTE-29] [NOTE-38] [NOTE-39] [NOTE-46] stores Yes as true and No as false, each answer under its own question', async () => {
  const thrombolytic = { ...emptyNote.thrombolytic, given: true, drug: 'Alteplase' };
  const form = showNoteForm({ ...emptyNote, thrombolytic });
  const currentAnswers = () => questions.map(([, path]) => form.value(path));
  expect(currentAnswers()).toEqual(['', '', '', true]);
  const answers = currentAnswers();
  for (const [index, [question]] of questions.entries()) {
    expect(isMarked(question)).toBe(true);
    const offered = group(question).getAllByRole('radio');
    expect(offered.map((radio) => radio.closest('label')?.textContent)).toEqual(['Yes', 'No']);
    if (question !== given) expect(group(question).queryByRole('radio', { checked: true })).not.toBeInTheDocument();
    const against = () => screen.queryByRole('group', { name: /^Reason Patient Is Not a Candidate/ });
    if (index < 2) expect(against()).not.toBeInTheDocument();
    await choose(question, 'Yes');
    answers[index] = true;
    expect(currentAnswers()).toEqual(answers);
    if (index < 2) expect(against()).not.toBeInTheDocument();
    await choose(question, 'No');
    answers[index] = false;
    if (index > 0) expect(isMarked(/^Reason Patient Is Not a Candidate/)).toBe(true);
    if (question === given) answers[0] = '';
    expect(currentAnswers()).toEqual(answers);
  }
});
