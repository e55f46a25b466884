import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { choices } from '@/api/contract/choices.gen';
import { insert, linesIn, showNoteForm } from '@/testing/show-note-form';
import { showTimeline } from '@/testing/show-timeline';
import { transcribed } from '@/testing/transcribed';

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
