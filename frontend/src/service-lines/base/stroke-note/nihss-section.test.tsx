import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { choose, group } from '@/testing/show-request-form';
import { showNoteForm } from '@/testing/show-note-form';
import { completeNote } from '@/testing/stroke-note';

const total = () => screen.getByLabelText('NIHSS total');
const item = (name: RegExp) => group(name);
const levels = (name: RegExp) =>
  item(name)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);

/** The highest score of each item, in the order of the scale. */
const highest = {
  '1a. Level of Consciousness': 3,
  '1b. LOC Questions': 2,
  '1c. LOC Commands': 2,
  '2. Best Gaze': 2,
  '3. Visual': 3,
  '4. Facial Palsy': 3,
  '5a. Motor Arm, Left': 4,
  '5b. Motor Arm, Right': 4,
  '6a. Motor Leg, Left': 4,
  '6b. Motor Leg, Right': 4,
  '7. Limb Ataxia': 2,
  '8. Sensory': 2,
  '9. Best Language': 3,
  '10. Dysarthria': 2,
  '11. Extinction and Inattention (formerly Neglect)': 2,
};
const untestable = /^(5a|5b|6a|6b|7|10)\. /;

it('[NOTE-18] [NOTE-19] offers the scores of each item, and UN where the scale allows it', () => {
  showNoteForm();
  const found = screen.getAllByRole('group', { name: /^\d+[abc]?\. / }).map((shown) => ({
    name: shown.querySelector('legend')?.textContent,
    scores: within(shown)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.querySelector('b')?.textContent),
  }));
  const wanted = Object.entries(highest).map(([name, most]) => ({
    name: `${name} * (required)`,
    scores: [
      ...Array.from({ length: most + 1 }, (_, score) => String(score)),
      ...(untestable.test(name) ? ['UN'] : []),
    ],
  }));
  expect(found).toEqual(wanted);
});

it('[NOTE-23] shows the definition of each score beside it', () => {
  showNoteForm();
  expect(levels(/^5b\. Motor Arm, Right/)).toEqual([
    '0 No drift; limb holds 90 (or 45) degrees for full 10 seconds.',
    '1 Drift; limb holds 90 (or 45) degrees, but drifts down before full 10 seconds; does not hit bed or other support.',
    '2 Some effort against gravity; limb cannot get to or maintain (if cued) 90 (or 45) degrees, drifts down to bed, but has some effort against gravity.',
    '3 No effort against gravity; limb falls.',
    '4 No movement.',
    'UN Amputation or joint fusion, explain',
  ]);
  expect(levels(/^1b\. LOC Questions/)).toEqual([
    '0 Answers both questions correctly.',
    '1 Answers one question correctly.',
    '2 Answers neither question correctly.',
  ]);
});

it('[NOTE-20] updates the total during scoring, and never shows a total alone while an item is missing', async () => {
  const nihss = { ...completeNote.nihss, loc: null, dysarthria: null };
  showNoteForm({ ...completeNote, nihss });
  expect(total()).toHaveTextContent('Total 3 (incomplete, 2 not scored)');
  await choose(/^1b\. LOC Questions/, '2 Answers neither question correctly.');
  expect(total()).toHaveTextContent('Total 5 (incomplete, 2 not scored)');
  await choose(/^1a\. Level of Consciousness/, '0 Alert; keenly responsive.');
  expect(total()).toHaveTextContent('Total 5 (incomplete, 1 not scored)');
  await choose(/^10\. Dysarthria/, 'UN Intubated or other physical barrier, explain');
  expect(total().textContent).toBe('Total 5 (1 untestable)');
  await choose(/^10\. Dysarthria/, '0 Normal.');
  expect(total().textContent).toBe('Total 5');
});

it('[NOTE-19] asks for an optional reason once an item is marked untestable', async () => {
  const form = showNoteForm();
  const why = () => screen.queryByLabelText(/^7\. Limb Ataxia: why it is untestable/);
  expect(why()).not.toBeInTheDocument();
  await choose(/^7\. Limb Ataxia/, 'UN Amputation or joint fusion, explain');
  expect(form.value('nihss.limbAtaxia')).toBe(-1);
  await userEvent.click(why()!);
  await userEvent.paste('Below the knee');
  expect(form.value('nihss.explanations.limbAtaxia')).toBe('Below the knee');
  expect(why()).not.toBeRequired();
  await userEvent.paste('w'.repeat(242));
  expect(screen.getByText('256 of 255 characters')).toBeInTheDocument();
});

it('[NOTE-18] [NOTE-19] selects a score with its digit, and UN with the U key', async () => {
  const form = showNoteForm();
  const [first] = item(/^5a\. Motor Arm, Left/).getAllByRole('radio');
  first!.focus();
  for (const score of [0, 1, 2, 3, 4]) {
    await userEvent.keyboard(String(score));
    expect(form.value('nihss.leftArm')).toBe(score);
  }
  await userEvent.keyboard('5');
  expect(form.value('nihss.leftArm')).toBe(4);
  await userEvent.keyboard('u');
  expect(form.value('nihss.leftArm')).toBe(-1);
  item(/^8\. Sensory/)
    .getAllByRole('radio')[0]!
    .focus();
  await userEvent.keyboard('u');
  expect(form.value('nihss.sensory')).toBe('');
  await userEvent.keyboard('2');
  expect(form.value('nihss.sensory')).toBe(2);
});
