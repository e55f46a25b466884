import { readFileSync } from 'node:fs';

import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { choices } from '@/api/contract/choices.gen';
import { insert, linesIn, showNoteForm } from '@/testing/show-note-form';
import { showTimeline } from '@/testing/show-timeline';

interface Item {
  number: string;
  label: string;
  levels: string[];
  untestable: string | null;
}

interface Inserted {
  label: string;
  section: string;
  lines?: string[];
  bullets?: string[];
}

const transcribed = (name: string): unknown =>
  JSON.parse(readFileSync(`../backend/tests/transcription/${name}.json`, 'utf8'));

const texts = transcribed('inserted-texts') as Record<'quickFills' | 'cannedTexts', Inserted[]>;
const inserted = [...texts.quickFills, ...texts.cannedTexts];

it('[NOTE-23] shows every item and level of the stroke scale as the official form words it', () => {
  showNoteForm();
  const shown = screen.getAllByRole('group', { name: /^\d+[abc]?\. / }).map((item) => ({
    name: item.querySelector('legend')?.textContent.replace(/ \*.*$/, ''),
    levels: within(item)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  }));
  const official = (transcribed('nihss') as { items: Item[] }).items.map((item) => ({
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
  const { TaskType } = transcribed('choices') as Record<'TaskType', string[]>;
  expect(choices.TaskType.map(({ value }) => value)).toEqual(TaskType);
});

it('[TIME-02] says what the timeline does not replace, as transcribed', () => {
  showTimeline([]);
  const { timelineDisclaimer } = transcribed('shown') as Record<'timelineDisclaimer', string>;
  expect(screen.getByText(timelineDisclaimer)).toBeInTheDocument();
});
