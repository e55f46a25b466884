import { afterEach, describe, expect, it, vi } from 'vitest';

import { caseOf, errorsOf } from '@/testing/shared-cases';

import cases from './contract/cases.gen.json';
import { choices } from './contract/choices/service-lines.gen';
import { valueAt } from './rules';

const BLANK = ['sections of white space only', 'sections without a line, or with an empty one'] as const;

/** The cases of the stroke note's rules, by the rule that they test. */
const groups = {
  minutes: [
    'only required answers',
    'the maximum number of minutes',
    'negative minutes',
    'minutes with a fraction',
    'minutes as text',
    'minutes above the maximum',
  ],
  times: [
    'optional answers are null',
    'times on the earliest day',
    'times a second before the earliest day',
    'times within a minute from now, because clocks differ',
    'times more than a minute from now',
  ],
  sections: ['everything answered', 'nothing is answered', 'every answer is null', ...BLANK],
  longSections: [
    'sections of the maximum length, without counting bullets and emphasis',
    'sections that are too long',
    'a section that is too long over several lines and runs',
    'comments of white space only',
    'optional answers are null',
  ],
  blank: BLANK,
  bullets: ['sections of the maximum length, without counting bullets and emphasis', 'an invalid line'],
  labs: [
    'labs with their initial text',
    'labs with one value filled in',
    'labs not done',
    'labs not done, with their initial text',
    'labs not done clears the labs',
  ],
  scores: [
    'every item at its maximum',
    'every item above its maximum',
    'every item with a fraction',
    'scores that are not numbers',
    'untestable for every item that allows it',
    'untestable, or less, for items that do not allow it',
    'untestable with an explanation of the maximum length',
    'an explanation that is too long',
    'a scored item clears its explanation',
  ],
  completeScale: [
    'no item is scored',
    'every item is null',
    'one item is not scored',
    'the scale is not done',
    'a scale that is not done clears its items',
  ],
  yesOrNo: ['nothing is answered', 'every answer is null', 'neither yes nor no'],
  given: [
    'given without a drug',
    'a drug without an answer about a delay',
    'a delay without a drug is cleared',
    'no delay and no recommendations',
    'given after a delay, with a reason',
    'not given, with a reason',
    'a dosage of the maximum length',
    'a dosage that is too long',
  ],
  reasons: [
    'a delay without reasons and recommendations',
    'not given without reasons and recommendations',
    'not a candidate, without reasons',
    'a candidate for intervention',
    'Other alone, of the maximum length',
    'Other alone, as the reason not to give it',
    'Other without text',
    'Other without text, with other reasons not to give it',
    'Other that is too long',
    'Other that is too long, as the reason not to give it',
  ],
  diagnosis: [
    'nothing is answered',
    'Other alone, of the maximum length',
    'Other without text',
    'Other that is too long',
  ],
  otherText: [
    'Other alone, as the reason not to give it',
    'Other with spaces around it',
    'Other without text',
    'Other without text, with other reasons not to give it',
    'Other that is too long',
    'Other that is too long, as the reason not to give it',
  ],
  choices: [
    'everything answered',
    'given after a delay, with a reason',
    'every list with all of its entries',
    'every reason not to give it',
    'values that are in no list',
    'labels instead of values',
  ],
  hidden: [
    'a candidate clears the reasons against it',
    'given clears the reasons not to give it',
    'not given clears the drug and its details',
    'no delay clears its reasons',
  ],
} as const;

describe('the stroke note', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[NOTE-03] [NOTE-45] [BCONST-08] accepts whole minutes from zero', () => expectErrors(groups.minutes));

  it('[NOTE-05] [NOTE-06] [NOTE-27] [BCONST-09] requires times between 1800 and now', () => expectErrors(groups.times));

  it('[NOTE-07] [NOTE-08] [NOTE-09] [NOTE-11] [NOTE-13] requires every section', () => expectErrors(groups.sections));

  it('[NOTE-10] [NOTE-14] [NOTE-17] [NOTE-35] [BCONST-04] accepts 6000 visible characters in a section', () =>
    expectErrors(groups.longSections));

  it('[NOTE-17] treats white space as unanswered', () => expectErrors(groups.blank));

  it('[NOTE-15] accepts bullets of three levels', () => expectErrors(groups.bullets));

  it('[NOTE-11] [NOTE-12] [NOTE-57] accepts labs that are filled in or not done', () => expectErrors(groups.labs));

  it('[NOTE-18] [NOTE-19] accepts only the scores of an item', () => expectErrors(groups.scores));

  it('[NOTE-21] [NOTE-22] requires every item of a scale that is done', () => expectErrors(groups.completeScale));

  it('[NOTE-04] [NOTE-24] [NOTE-38] [NOTE-46] requires yes or no, and a start of the call', () =>
    expectErrors(groups.yesOrNo));

  it('[NOTE-25] [NOTE-26] [NOTE-29] [NOTE-36] requires the details of a thrombolytic', () =>
    expectErrors(groups.given));

  it('[NOTE-30] [NOTE-32] [NOTE-36] [NOTE-39] [NOTE-47] requires reasons', () => expectErrors(groups.reasons));

  it('[NOTE-41] [NOTE-42] [NOTE-43] [NOTE-44] requires a diagnosis and a disposition', () =>
    expectErrors(groups.diagnosis));

  it('[NOTE-48] [NOTE-49] requires a text for Other, within the limit', () => expectErrors(groups.otherText));

  it('[CHOICE-01] [CHOICE-02] [CHOICE-03] [CHOICE-04] [CHOICE-05] accepts the stored values of its lists', () =>
    expectErrors(groups.choices));

  it('[NOTE-31] [NOTE-33] [NOTE-34] [NOTE-40] does not send hidden answers', () => expectErrors(groups.hidden));

  it('uses every case', () => {
    const names = cases['stroke-note'].map(({ name }) => name);
    expect(new Set<string>(Object.values(groups).flat())).toEqual(new Set(names));
  });
});

async function expectErrors(names: readonly string[]) {
  for (const name of names) {
    const noteCase = caseOf('stroke-note', name);
    expect(await errorsOf('StrokeNote', noteCase), name).toEqual(noteCase.errors);
  }
}

/** The case has the list as in the specification; labels are capitalized. */
function expectChoices(options: readonly { value: string; label: string }[], name: string, path: string) {
  expect(options.map(({ value }) => value)).toEqual(valueAt(caseOf('stroke-note', name).data, path));
  expect(options.map(({ label }) => label)).toEqual(
    options.map(({ value }) => `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`),
  );
}

const EVERY_ENTRY = 'every list with all of its entries';

it('[CHOICE-02] offers each reason for a delay in order', () => {
  expectChoices(choices.DelayReason, EVERY_ENTRY, 'thrombolytic.delayReason.selected');
});

it('[CHOICE-03] offers each reason not to give a thrombolytic in order', () => {
  expectChoices(choices.NotGivenReason, 'every reason not to give it', 'thrombolytic.notGivenReason.selected');
});

it('[CHOICE-04] offers each reason against an intervention in order', () => {
  expectChoices(choices.NotCandidateReason, EVERY_ENTRY, 'iaTherapy.notCandidateReasons.selected');
});

it('[CHOICE-05] offers each diagnosis in order', () => {
  expectChoices(choices.Diagnosis, EVERY_ENTRY, 'diagnosis.selected');
});

it('[CHOICE-06] offers each disposition in order', () => {
  expectChoices(choices.Disposition, EVERY_ENTRY, 'disposition.selected');
});
