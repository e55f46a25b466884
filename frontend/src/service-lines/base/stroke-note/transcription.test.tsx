import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { choices } from '@/api/contract/choices.gen';
import { emptyNote } from '@/testing/empty-note';
import { renderFeature } from '@/testing/render-app';
import { insert, linesIn, showNoteForm } from '@/testing/show-note-form';
import { showTimeline } from '@/testing/show-timeline';
import { capitalized, transcribed } from '@/testing/transcribed';

import { StrokeNoteFacts } from './stroke-note-facts';

const texts = transcribed('inserted-texts');
const inserted = [...texts.quickFills, ...texts.cannedTexts];

it('[NOTE-23] shows every item and level of the stroke scale as the official form words it', () => {
  showNoteForm();
  const shown = screen.getAllByRole('group', { name: /^\d+[abc]?\. / }).map((item) => ({
    name: item.querySelector('legend')?.textContent.replace(/ \*.*$/, ''),
    levels: within(item)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  }));
  const official = transcribed('nihss').items.map((item) => ({
    name: `${item.number}. ${item.label}`,
    levels: [
      ...item.levels.map((level, score) => `${String(score)} ${level}`),
      ...(item.untestable === null ? [] : [`UN ${item.untestable}, explain`]),
    ],
  }));
  expect(shown).toEqual(official);
});

it.each([...new Set(inserted.map((text) => text.section))])(
  '[CHOICE-13] [CHOICE-14] inserts into %s what the transcription says',
  async (name) => {
    showNoteForm();
    const wanted: string[] = [];
    for (const text of inserted.filter(({ section }) => section === name)) {
      await insert(name, text.label);
      wanted.push(...(text.lines ?? []), ...(text.bullets ?? []));
    }
    expect(linesIn(name)).toEqual(wanted);
  },
);

const given = { ...emptyNote.thrombolytic, given: true, drug: 'Alteplase', delay: true };
const refused = { ...emptyNote.thrombolytic, given: false };

const asked = [
  ['CHOICE-01', 'Drug', 'ThrombolyticDrug', { thrombolytic: given }],
  ['CHOICE-02', 'Reason for the Delay', 'DelayReason', { thrombolytic: given }],
  ['CHOICE-03', 'Reason for Not Giving It', 'NotGivenReason', { thrombolytic: refused }],
  ['CHOICE-04', 'Reason for Not Being a Candidate', 'NotCandidateReason', { iaTherapy: { isCandidate: false } }],
  ['CHOICE-05', 'Diagnosis', 'Diagnosis', {}],
  ['CHOICE-06', 'Disposition', 'Disposition', {}],
] as const;

it.each(asked)('[%s] offers the transcribed entries under %s', (_row, name, list, answers) => {
  showNoteForm({ ...emptyNote, ...answers });
  const group = within(screen.getByRole('group', { name: new RegExp(`^${name}`) }));
  const entries = [...group.queryAllByRole('radio'), ...group.queryAllByRole('checkbox')];
  const shown = entries.map((entry) => entry.closest('label')?.textContent);
  expect(shown.filter((entry) => entry !== 'Other')).toEqual(transcribed('choices')[list].map(capitalized));
});

it('[NOTE-45] counts minutes in the transcribed unit', () => {
  const { minutes } = transcribed('shown');
  showNoteForm();
  for (const name of [/^Call Length/, /^Total Time Spent \(minutes\)/])
    expect(screen.getByRole('textbox', { name }).closest('.mantine-TextInput-root')).toHaveTextContent(
      new RegExp(` ?${minutes}$`),
    );
});

it('a signed note shows drug and dose as they were chosen and typed, and minutes in their unit', () => {
  const { ThrombolyticDrug } = transcribed('choices');
  for (const drug of ThrombolyticDrug) {
    const content = {
      ...emptyNote,
      totalTimeSpent: 45,
      thrombolytic: { ...given, drug, dosage: '0.25 mg/kg, 19.5 mg' },
    };
    const { unmount } = renderFeature(<StrokeNoteFacts content={content} zone="America/New_York" />);
    const fact = (label: string) => screen.getByText(label).nextElementSibling;
    expect(fact('Drug')).toHaveTextContent(drug);
    expect(fact('Dosage')).toHaveTextContent(/^0\.25 mg\/kg, 19\.5 mg$/);
    expect(fact('Total Time Spent')).toHaveTextContent(`45 ${transcribed('shown').minutes}`);
    unmount();
  }
});

it('[TIME-21] has exactly the task types that were transcribed', () => {
  const { TaskType } = transcribed('choices');
  expect(choices.TaskType.map(({ value }) => value)).toEqual(TaskType);
});

it.each(['TransportationMode', 'StrokeLevel'] as const)('[TRF-16] has the transcribed entries of %s', (name) => {
  expect(choices[name].map(({ value, label }) => [value, label])).toEqual(transcribed('labels')[name]);
});

it('[TIME-02] says what the timeline does not replace, as transcribed', () => {
  showTimeline([]);
  const { timelineDisclaimer } = transcribed('shown');
  expect(screen.getByText(timelineDisclaimer)).toBeInTheDocument();
});
