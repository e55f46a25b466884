import { afterEach, describe, expect, it, vi } from 'vitest';

import { caseOf, errorsOf } from '@/testing/shared-cases';

import cases from './contract/cases.gen.json';
import { choices } from './contract/choices.gen';
import { valueAt } from './rules';

const BLANK = ['sections of white space only', 'sections without a line, or with an empty one'] as const;

/** The cases of the stroke note's rules, by what they show. */
const groups = {
  minutes: [
    'only what is required',
    'as many minutes as can be counted',
    'minutes below zero',
    'minutes with a fraction',
    'minutes as text',
    'more minutes than can be counted',
  ],
  times: [
    'what may stay open is null',
    'times on the first day',
    'times a second before the first day',
    'times within a minute from now, for clocks differ',
    'times later than that',
  ],
  sections: ['everything answered', 'nothing is answered', 'every answer is null', ...BLANK],
  longSections: [
    'sections as long as they may be, bullets and emphasis not counted',
    'sections that are too long',
    'a section that is too long over several lines and runs',
    'comments of white space only',
    'what may stay open is null',
  ],
  blank: BLANK,
  bullets: ['sections as long as they may be, bullets and emphasis not counted', 'a line that cannot be'],
  labs: [
    'labs as they stand at first',
    'labs of which one is filled in',
    'labs not done',
    'labs not done, as they stand at first',
    'labs not done clear what stands there',
  ],
  scores: [
    'every item at its highest',
    'every item above its highest',
    'every item with a fraction',
    'scores that are no numbers',
    'untestable wherever that is possible',
    'untestable, or less, where that is not possible',
    'untestable with an explanation as long as it may be',
    'an explanation that is too long',
    'a scored item clears its explanation',
  ],
  wholeScale: [
    'no item is scored',
    'every item is null',
    'one item is not scored',
    'the scale is not done',
    'a scale that is not done clears its items',
  ],
  yesOrNo: ['nothing is answered', 'every answer is null', 'neither yes nor no'],
  given: [
    'given without a drug',
    'a drug and no word of a delay',
    'a delay without a drug is cleared',
    'no delay and no recommendations',
    'given after a delay, with a reason',
    'not given, with a reason',
    'a dosage as long as it may be',
    'a dosage that is too long',
  ],
  reasons: [
    'a delay without reasons and recommendations',
    'not given without reasons and recommendations',
    'no candidate without reasons',
    'a candidate for intervention',
    'Other alone, as long as it may be',
    'Other alone, of the reasons not to give it',
    'Other without text',
    'Other without text, beside reasons not to give it',
    'Other that is too long',
    'Other that is too long, of the reasons not to give it',
  ],
  diagnosis: [
    'nothing is answered',
    'Other alone, as long as it may be',
    'Other without text',
    'Other that is too long',
  ],
  otherText: [
    'Other alone, of the reasons not to give it',
    'Other between blanks',
    'Other without text',
    'Other without text, beside reasons not to give it',
    'Other that is too long',
    'Other that is too long, of the reasons not to give it',
  ],
  choices: [
    'everything answered',
    'given after a delay, with a reason',
    'every list with all of its entries',
    'every reason not to give it',
    'what no list has',
    'labels in the place of values',
  ],
  hidden: [
    'a candidate clears the reasons against it',
    'given clears the reasons not to give it',
    'not given clears the drug and all that belongs to it',
    'no delay clears its reasons',
  ],
} as const;

describe('the stroke note', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[NOTE-03] [NOTE-45] [BCONST-08] counts minutes from zero, whole ones only', () => shows(groups.minutes));

  it('[NOTE-05] [NOTE-06] [NOTE-27] [BCONST-09] keeps times between 1800 and now', () => shows(groups.times));

  it('[NOTE-07] [NOTE-08] [NOTE-09] [NOTE-11] [NOTE-13] wants every section', () => shows(groups.sections));

  it('[NOTE-10] [NOTE-14] [NOTE-17] [NOTE-35] [BCONST-04] holds 6000 characters that are seen in a section', () =>
    shows(groups.longSections));

  it('[NOTE-17] takes white space for no answer', () => shows(groups.blank));

  it('[NOTE-15] knows bullets of three levels', () => shows(groups.bullets));

  it('[NOTE-11] [NOTE-12] [NOTE-57] takes labs that are filled in or not done', () => shows(groups.labs));

  it('[NOTE-18] [NOTE-19] takes the scores of an item and no others', () => shows(groups.scores));

  it('[NOTE-21] [NOTE-22] wants every item of a scale that is done', () => shows(groups.wholeScale));

  it('[NOTE-04] [NOTE-24] [NOTE-38] [NOTE-46] wants a yes or a no, and a start of the call', () =>
    shows(groups.yesOrNo));

  it('[NOTE-25] [NOTE-26] [NOTE-29] [NOTE-36] asks what follows on a thrombolytic', () => shows(groups.given));

  it('[NOTE-30] [NOTE-32] [NOTE-36] [NOTE-39] [NOTE-47] asks for reasons', () => shows(groups.reasons));

  it('[NOTE-41] [NOTE-42] [NOTE-43] [NOTE-44] asks for a diagnosis and a disposition', () => shows(groups.diagnosis));

  it('[NOTE-48] [NOTE-49] wants some words beside Other, and not too many', () => shows(groups.otherText));

  it('[CHOICE-01] [CHOICE-02] [CHOICE-03] [CHOICE-04] [CHOICE-05] takes what its lists have, as it is stored', () =>
    shows(groups.choices));

  it('[NOTE-31] [NOTE-33] [NOTE-34] [NOTE-40] sends nothing that is hidden', () => shows(groups.hidden));

  it('has no case that shows nothing', () => {
    const names = cases['stroke-note'].map(({ name }) => name);
    expect(new Set<string>(Object.values(groups).flat())).toEqual(new Set(names));
  });
});

async function shows(names: readonly string[]) {
  for (const name of names) {
    const one = caseOf('stroke-note', name);
    expect(await errorsOf('StrokeNote', one), name).toEqual(one.errors);
  }
}

/** The list stands in a case as the specification has it; it is shown with a capital letter. */
function offers(offered: readonly { value: string; label: string }[], name: string, path: string) {
  expect(offered.map(({ value }) => value)).toEqual(valueAt(caseOf('stroke-note', name).data, path));
  expect(offered.map(({ label }) => label)).toEqual(
    offered.map(({ value }) => `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`),
  );
}

const EVERY_ENTRY = 'every list with all of its entries';

it('[CHOICE-02] offers each reason for a delay in order', () => {
  offers(choices.DelayReason, EVERY_ENTRY, 'thrombolytic.delayReason.selected');
});

it('[CHOICE-03] offers each reason not to give a thrombolytic in order', () => {
  offers(choices.NotGivenReason, 'every reason not to give it', 'thrombolytic.notGivenReason.selected');
});

it('[CHOICE-04] offers each reason against an intervention in order', () => {
  offers(choices.NotCandidateReason, EVERY_ENTRY, 'iaTherapy.notCandidateReasons.selected');
});

it('[CHOICE-05] offers each diagnosis in order', () => {
  offers(choices.Diagnosis, EVERY_ENTRY, 'diagnosis.selected');
});

it('[CHOICE-06] offers each disposition in order', () => {
  offers(choices.Disposition, EVERY_ENTRY, 'disposition.selected');
});
