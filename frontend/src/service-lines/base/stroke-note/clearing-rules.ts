import { forms } from '@/api/contract/forms.gen';
import { strokeNote } from '@/api/contract/stroke-note.gen';
import { bodyOf } from '@/api/form-contract';
import { applies, type Fields, isFields, type Rule, withValueAt } from '@/api/rules';

type Changes = readonly (readonly [field: string, value: unknown])[];

/** What the form does beyond the contract: the server accepts these answers, and the form hides them or starts over with its template. */
const browserRules: readonly Rule[] = [
  {
    kind: 'cleared',
    browserOnly: true,
    field: 'thrombolytic.recommendations',
    when: [{ field: 'thrombolytic.given', values: [false] }],
  },
  {
    kind: 'cleared',
    browserOnly: true,
    field: 'labs',
    to: strokeNote.labsDefault,
    when: [{ field: 'labsNotDone', values: [true], negated: true }],
  },
];

const contractRules: readonly Rule[] = forms.StrokeNote.rules;
const rules = [...contractRules, ...browserRules];

/**
 * The fields that the answer to `answered` clears, and their values from then on, by the contract's rules: a hidden answer must not come
 * back unseen. `values` are the form's, with that answer.
 */
export function clearedBy(answered: string, values: Fields): Changes {
  const changed = new Set([answered]);
  const dependsOn = ({ when = [] }: Rule) => when.some(({ field }) => changed.has(field));
  if (!rules.some(dependsOn)) return [];
  let data = bodyOf(values, rules);
  const changes: [string, unknown][] = [];
  for (const rule of rules) {
    if (rule.kind !== 'cleared' || !dependsOn(rule) || !applies(rule, data)) continue;
    data = withValueAt(data, rule.field, rule.to ?? null);
    changed.add(rule.field);
    changes.push([rule.field, formValueOf(rule.to)]);
  }
  return changes;
}

/** In the form, blank text means null, and a list with Other names both of its parts. */
function formValueOf(cleared: unknown): unknown {
  return isFields(cleared) && 'selected' in cleared ? { other: null, ...cleared } : (cleared ?? '');
}
