import { expect, it } from 'vitest';

import { forms } from '@/api/contract/forms.gen';
import type { Fields, Rule } from '@/api/rules';

import { clearedBy } from './clearing-rules';

/** What an answer clears in an otherwise empty form. */
const answer = (field: string, value: unknown) =>
  clearedBy(
    field,
    field
      .split('.')
      .reduceRight<Fields>((inner, name, at, names) => ({ [name]: at === names.length - 1 ? value : inner }), {}),
  );

const none = { selected: [], other: null };

const defaultLabs = {
  lines: ['Glucose: ', 'Platelets: ', 'INR: '].map((text) => ({
    kind: 'bullet',
    indent: 0,
    runs: [{ text, bold: false, italic: false }],
  })),
};

/** The items of the official form, and whether it lets an examiner mark them as untestable (UN). */
const items: readonly (readonly [name: string, untestable: boolean])[] = [
  ['loc', false],
  ['locQuestions', false],
  ['locCommands', false],
  ['horizontalGaze', false],
  ['visualFields', false],
  ['facialPalsy', false],
  ['leftArm', true],
  ['rightArm', true],
  ['leftLeg', true],
  ['rightLeg', true],
  ['limbAtaxia', true],
  ['sensory', false],
  ['bestLanguage', false],
  ['dysarthria', true],
  ['extinctionInattention', false],
];

it.each<[string, unknown, (readonly [string, unknown])[]]>([
  ['thrombolytic.given', true, [['thrombolytic.notGivenReason', none]]],
  [
    'thrombolytic.given',
    false,
    [
      ['thrombolytic.drug', ''],
      ['thrombolytic.dosage', ''],
      ['thrombolytic.timeGiven', ''],
      ['thrombolytic.delay', ''],
      ['thrombolytic.delayReason', none],
      ['thrombolytic.recommendations', ''],
    ],
  ],
  ['thrombolytic.delay', true, []],
  ['thrombolytic.delay', false, [['thrombolytic.delayReason', none]]],
  ['iaTherapy.isCandidate', true, [['iaTherapy.notCandidateReasons', none]]],
  ['iaTherapy.isCandidate', false, []],
  ['labsNotDone', true, [['labs', '']]],
  ['labsNotDone', false, [['labs', defaultLabs]]],
  ['nihss.notDone', false, []],
  ['callLength', 12, []],
])('[NOTE-31] [NOTE-33] [NOTE-34] [NOTE-40] [NOTE-57] %s answered with %s clears %j', (field, value, cleared) => {
  expect(new Map(answer(field, value))).toEqual(new Map(cleared));
});

it('[NOTE-22] a scale that is not done clears every score and every explanation', () => {
  const cleared = new Map(answer('nihss.notDone', true));
  expect([...cleared.keys()].sort()).toEqual(
    items.flatMap(([name, un]) => (un ? [`nihss.${name}`, `nihss.explanations.${name}`] : [`nihss.${name}`])).sort(),
  );
  expect(new Set(cleared.values())).toEqual(new Set(['']));
});

it.each(items)('[NOTE-19] a score of %s clears its own explanation, if it has one (%s)', (name, untestable) => {
  const own = untestable ? [[`nihss.explanations.${name}`, '']] : [];
  expect(answer(`nihss.${name}`, 2)).toEqual(own);
  expect(answer(`nihss.${name}`, 0)).toEqual(own);
  expect(answer(`nihss.${name}`, -1)).toEqual([]);
});

const contractRules: readonly Rule[] = forms.StrokeNote.rules;
const cleared = contractRules.filter(({ kind }) => kind === 'cleared');

it('finds clearing rules in the contract', () => expect(cleared).not.toEqual([]));

it.each(cleared)("[NOTE-31] clears $field as soon as an answer meets the contract's condition", (rule) => {
  const [condition] = rule.when ?? [];
  if (condition === undefined) throw new Error('A rule without a condition clears nothing.');
  const value = condition.negated === true ? 0 : condition.values[0];
  expect(answer(condition.field, value).map(([field]) => field)).toContain(rule.field);
});
