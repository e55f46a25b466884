import { expect, it } from 'vitest';

import { clearedBy } from './clearing-rules';

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

it.each([
  ['thrombolytic.given', true, [['thrombolytic.notGivenReason', none]]],
  [
    'thrombolytic.given',
    false,
    [
      ['thrombolytic.drug', ''],
      ['thrombolytic.dosage', ''],
      ['thrombolytic.timeGiven', ''],
      ['thrombolytic.delay', ''],
      ['thrombolytic.recommendations', ''],
      ['thrombolytic.delayReason', none],
    ],
  ],
  ['thrombolytic.delay', true, [['thrombolytic.delayReason', none]]],
  ['thrombolytic.delay', false, [['thrombolytic.delayReason', none]]],
  ['iaTherapy.isCandidate', true, [['iaTherapy.notCandidateReasons', none]]],
  ['iaTherapy.isCandidate', false, []],
  ['labsNotDone', true, [['labs', '']]],
  ['labsNotDone', false, [['labs', defaultLabs]]],
  ['nihss.notDone', false, []],
  ['callLength', 12, []],
])('[NOTE-31] [NOTE-33] [NOTE-34] [NOTE-40] [NOTE-57] %s answered with %s clears %j', (field, value, cleared) => {
  expect(clearedBy(field, value)).toEqual(cleared);
});

it('[NOTE-22] a scale that is not done clears every score and every explanation', () => {
  const cleared = new Map(clearedBy('nihss.notDone', true));
  expect([...cleared.keys()].sort()).toEqual(
    items.flatMap(([name, un]) => (un ? [`nihss.${name}`, `nihss.explanations.${name}`] : [`nihss.${name}`])).sort(),
  );
  expect(new Set(cleared.values())).toEqual(new Set(['']));
});

it.each(items)('[NOTE-19] a score of %s clears its own explanation, where it has one (%s)', (name, untestable) => {
  const own = untestable ? [[`nihss.explanations.${name}`, '']] : [];
  expect(clearedBy(`nihss.${name}`, 2)).toEqual(own);
  expect(clearedBy(`nihss.${name}`, 0)).toEqual(own);
  expect(clearedBy(`nihss.${name}`, -1)).toEqual([]);
});
