import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { strokeNote } from '@/api/contract/stroke-note.gen';
import { insert, linesIn, showNoteForm, typeInto } from '@/testing/show-note-form';

/** All canned sentences, by section. */
const sentences = {
  HPI: {
    'HPI Not Done': ['HPI not done.'],
    'No Contraindications': [
      'No contraindications to IV thrombolysis were identified on review of the available history, medications, vital signs, laboratory results and imaging.',
    ],
  },
  Exam: {
    'Exam Not Done': ['Exam not done.'],
    'Normal Exam': [
      '* Alert and oriented to person, place and time',
      '* Follows commands',
      '* Speech fluent, no aphasia or dysarthria',
      '* Extraocular movements intact, no gaze deviation, visual fields full',
      '* Face symmetric',
      '* No drift in any limb',
      '* Sensation intact and symmetric, no extinction',
      '* No limb ataxia',
    ],
  },
  Imaging: {
    'Imaging Not Done': ['Imaging not done.'],
    'CTA Normal': [
      'CTA head and neck: no large vessel occlusion, no flow-limiting stenosis, no dissection and no aneurysm identified.',
    ],
    'Noncontrast CT Head Normal': [
      'Noncontrast CT head: no acute intracranial hemorrhage, no large or established infarction, no mass effect or midline shift.',
    ],
  },
  Recommendations: {
    'Risk/Benefits': [
      'Risks and benefits of IV thrombolysis were discussed with the patient or representative, including about a 6% risk of hemorrhage, which can be fatal, and about a 30% chance of improvement. Alternatives, including no thrombolysis, were discussed and questions were answered.',
    ],
    'Post Thrombolysis Care': [
      'Keep blood pressure at or below 180/105 for 24 hours. Frequent neurological checks and vital signs per post-thrombolysis protocol. No antiplatelet or anticoagulant for 24 hours and until repeat imaging shows no hemorrhage. Nothing by mouth until swallow screen passed. For new headache, vomiting, acute hypertension or neurological decline, stop any infusion, obtain an emergent noncontrast CT head and call neurology.',
    ],
    'No Thrombolysis': [
      'IV thrombolysis is not recommended. In acute ischemic stroke, allow blood pressure up to 220/120 unless another condition requires lower. Give aspirin 324 mg if there is no hemorrhage, allergy or other contraindication, after swallow screen passed.',
    ],
  },
  Transfer: {
    'Transfer Recommended': ['Transfer to a higher level of care is recommended.'],
    'Transfer Not Recommended': [
      'Transfer is not recommended at this time. Please call again if the condition changes.',
    ],
  },
};

const fields = {
  HPI: 'hpi',
  Exam: 'exam',
  Imaging: 'imaging',
  Recommendations: 'thrombolytic.recommendations',
  Transfer: 'transfer',
};

type Section = keyof typeof fields;

/** Inserts each sentence of a section in turn and expects it below the previous ones. */
async function insertAll(name: Section) {
  const form = showNoteForm();
  const inserted: string[] = [];
  for (const [label, lines] of Object.entries(sentences[name])) {
    await insert(name, label);
    inserted.push(...lines);
    expect(form.value(fields[name])).toEqual(inserted);
  }
  expect(linesIn(name)).toEqual(inserted.map((line) => line.replace(/^\* /, '')));
  for (const other of Object.keys(fields) as Section[]) {
    if (other !== name) expect(form.value(fields[other])).toBe('');
  }
}

it('[NOTE-53] [NOTE-54] inserts canned sentences into HPI', async () => {
  await insertAll('HPI');
});

it('[NOTE-55] [NOTE-56] inserts canned sentences into Exam', async () => {
  await insertAll('Exam');
});

it('[NOTE-58] [NOTE-59] [NOTE-60] inserts canned sentences into Imaging', async () => {
  await insertAll('Imaging');
});

it('[NOTE-61] [NOTE-62] [NOTE-63] [NOTE-65] inserts canned sentences into Recommendations, which can be edited', async () => {
  await insertAll('Recommendations');
  await typeInto('Recommendations', ' Not in this patient.');
  expect(linesIn('Recommendations').at(-1)).toMatch(/swallow screen passed\. Not in this patient\.$/);
});

it('[NOTE-64] [NOTE-65] inserts canned sentences into Transfer', async () => {
  await insertAll('Transfer');
});

it('[CHOICE-13] [CHOICE-14] [NOTE-57] offers exactly these sentences, and Labs Not Done as a checkbox', () => {
  showNoteForm();
  const offered = screen.getAllByRole('group', { name: 'Quick fill' }).map((group) =>
    within(group)
      .getAllByRole('button')
      .map((button) => button.textContent),
  );
  expect(offered).toEqual(
    [sentences.HPI, sentences.Exam, sentences.Imaging, sentences.Recommendations, sentences.Transfer].map(Object.keys),
  );
  expect(screen.getByRole('checkbox', { name: 'Labs Not Done' })).not.toBeChecked();
  expect(strokeNote.quickFills.length + strokeNote.cannedTexts.length).toBe(offered.flat().length);
});

it('[NOTE-66] appends on a new line, keeps what was typed, and inserts nothing twice', async () => {
  const form = showNoteForm();
  await typeInto('HPI', 'Woke up weak.');
  await insert('HPI', 'HPI Not Done');
  await insert('HPI', 'HPI Not Done');
  expect(form.value('hpi')).toEqual(['Woke up weak.', 'HPI not done.']);
  await typeInto('HPI', '{Enter}Later better.');
  await insert('HPI', 'HPI Not Done');
  expect(form.value('hpi')).toEqual(['Woke up weak.', 'HPI not done.', 'Later better.']);
  await insert('Exam', 'Normal Exam');
  const before = form.value('exam');
  await insert('Exam', 'Normal Exam');
  expect(form.value('exam')).toEqual(before);
});
