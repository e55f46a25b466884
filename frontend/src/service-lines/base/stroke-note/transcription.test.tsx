import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { choices } from '@/api/contract/choices/consults.gen';
import { choices as transferChoices } from '@/api/contract/choices/transfers.gen';
import { emptyNote } from '@/testing/empty-note';
import { renderFeature } from '@/testing/render-app';
import { insert, linesIn, showNoteForm } from '@/testing/show-note-form';
import { choose, group, check } from '@/testing/show-request-form';
import { showTimeline } from '@/testing/show-timeline';
import { capitalized, transcribed } from '@/testing/transcribed';

import { StrokeNoteFacts } from './stroke-note-facts';

const texts = transcribed('inserted-texts');
const inserted = [...texts.quickFills, ...texts.cannedTexts];

it('[NOTE-23] shows every item and level of the stroke scale in the words of the official form', () => {
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
  '[CHOICE-13] [CHOICE-14] [NOTE-65] inserts into %s what the transcription says',
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

it('[CHOICE-01] [NOTE-25] offers the specified drugs, and stores the chosen one', async () => {
  const form = showNoteForm({ ...emptyNote, thrombolytic: { ...given, drug: null } });
  const { ThrombolyticDrug } = transcribed('choices');
  const offered = group(/^Drug/).getAllByRole('radio');
  expect(offered.map((radio) => radio.closest('label')?.textContent)).toEqual(ThrombolyticDrug);
  for (const drug of ThrombolyticDrug) {
    await choose(/^Drug/, drug);
    expect(form.value('thrombolytic.drug')).toBe(drug);
  }
});

const lists = [
  ['[CHOICE-02] [NOTE-30]', 'Reason for the Delay', 'DelayReason', 'thrombolytic.delayReason', { thrombolytic: given }],
  [
    '[CHOICE-03] [NOTE-32]',
    'Reason for Not Giving It',
    'NotGivenReason',
    'thrombolytic.notGivenReason',
    { thrombolytic: refused },
  ],
  [
    '[CHOICE-04] [NOTE-39]',
    'Reason Patient Is Not a Candidate',
    'NotCandidateReason',
    'iaTherapy.notCandidateReasons',
    { iaTherapy: { ...emptyNote.iaTherapy, isCandidate: false } },
  ],
  ['[CHOICE-05] [NOTE-41] [NOTE-42]', 'Diagnosis', 'Diagnosis', 'diagnosis', {}],
  ['[CHOICE-06] [NOTE-43] [NOTE-44]', 'Disposition', 'Disposition', 'disposition', {}],
] as const;

it.each(lists)(
  '%s offers the transcribed entries under %s and Other, and keeps what is picked as it is stored',
  async (_rows, name, list, path, answers) => {
    const form = showNoteForm({ ...emptyNote, ...answers });
    const question = new RegExp(`^${name}`);
    const entries = transcribed('choices')[list];
    const offered = group(question).getAllByRole('checkbox');
    expect(offered.map((box) => box.closest('label')?.textContent)).toEqual([...entries.map(capitalized), 'Other']);
    const picked = [entries[0]!, entries.at(-1)!];
    for (const entry of [...picked, 'Other']) await check(question, capitalized(entry));
    await userEvent.click(group(question).getByRole('textbox'));
    await userEvent.paste('Not listed');
    expect(form.value(path)).toEqual({ selected: picked, other: 'Not listed' });
  },
);

it('[NOTE-45] labels minutes with the specified unit', () => {
  const { minutes } = transcribed('shown');
  showNoteForm();
  for (const name of [/^Call Length/, /^Total Time Spent \(minutes\)/])
    expect(screen.getByRole('textbox', { name }).closest('.mantine-TextInput-root')).toHaveTextContent(
      new RegExp(` ?${minutes}$`),
    );
});

it('[NOTE-25] [NOTE-26] [NOTE-45] a signed note shows drug and dose as chosen and typed, and minutes with their unit', () => {
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

it('[CHOICE-02] [CHOICE-03] [CHOICE-04] [CHOICE-05] [CHOICE-06] a signed note shows the choices from each list, and its Other', () => {
  const content = {
    ...emptyNote,
    thrombolytic: { ...given, delayReason: lastOf('DelayReason'), notGivenReason: lastOf('NotGivenReason') },
    iaTherapy: { isCandidate: false, notCandidateReasons: lastOf('NotCandidateReason') },
    diagnosis: lastOf('Diagnosis'),
    disposition: lastOf('Disposition'),
  };
  renderFeature(<StrokeNoteFacts content={content} zone="America/New_York" />);
  for (const [, name, list] of lists) {
    const { selected, other } = lastOf(list);
    const shown = screen.getByText(name, { selector: 'dt' }).nextElementSibling;
    expect(shown?.textContent).toBe(`${selected.map(capitalized).join('; ')}; ${other}`);
  }
});

/** The last entry of a list, and a text for Other that is unique to the list. */
function lastOf(list: (typeof lists)[number][2]) {
  return { selected: transcribed('choices')[list].slice(-1), other: `Another ${list}` };
}

it('[TIME-21] has exactly the specified task types', () => {
  const { TaskType } = transcribed('choices');
  expect(choices.TaskType.map(({ value }) => value)).toEqual(TaskType);
});

it.each(['TransportationMode', 'StrokeLevel'] as const)('[TRF-16] has the specified entries of %s', (name) => {
  expect(transferChoices[name].map(({ value, label }) => [value, label])).toEqual(transcribed('labels')[name]);
});

it('[TIME-02] shows the specified notice of what the timeline does not replace', () => {
  showTimeline([]);
  const { timelineDisclaimer } = transcribed('shown');
  expect(screen.getByText(timelineDisclaimer)).toBeInTheDocument();
});
