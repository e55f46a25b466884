import { strokeNote } from '@/api/contract/stroke-note.gen';

type Changes = readonly (readonly [field: string, value: unknown])[];

const NONE_SELECTED = { selected: [], other: null };
const blank = (...fields: string[]): Changes => fields.map((field) => [field, '']);

const effects: Readonly<Record<string, (value: unknown) => Changes>> = {
  'thrombolytic.given': (given) =>
    given === true
      ? [['thrombolytic.notGivenReason', NONE_SELECTED]]
      : [
          ...blank('thrombolytic.drug', 'thrombolytic.dosage', 'thrombolytic.timeGiven', 'thrombolytic.delay'),
          ...blank('thrombolytic.recommendations'),
          ['thrombolytic.delayReason', NONE_SELECTED],
        ],
  'thrombolytic.delay': () => [['thrombolytic.delayReason', NONE_SELECTED]],
  'iaTherapy.isCandidate': (candidate) =>
    candidate === true ? [['iaTherapy.notCandidateReasons', NONE_SELECTED]] : [],
  labsNotDone: (notDone) => [['labs', notDone === true ? '' : strokeNote.labsDefault]],
  'nihss.notDone': (notDone) =>
    notDone === true ? strokeNote.nihss.flatMap(({ name }) => blank(`nihss.${name}`, ...explanationOf(name))) : [],
  ...Object.fromEntries(
    strokeNote.nihss.map(({ name }) => [
      `nihss.${name}`,
      (score: unknown) => (score === strokeNote.untestable ? [] : blank(...explanationOf(name))),
    ]),
  ),
};

function explanationOf(item: string): string[] {
  const untestable = strokeNote.nihss.some(({ name, untestable: when }) => name === item && when !== null);
  return untestable ? [`nihss.explanations.${item}`] : [];
}

/** What an answer takes away, and what stands there then: what is hidden must not come back unseen. */
export function clearedBy(field: string, value: unknown): Changes {
  return effects[field]?.(value) ?? [];
}
