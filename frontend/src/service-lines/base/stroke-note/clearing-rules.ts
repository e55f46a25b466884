import { forms } from '@/api/contract/forms.gen';
import { strokeNote } from '@/api/contract/stroke-note.gen';
import { bodyOf } from '@/api/form-contract';
import { applies, type Fields, isFields, type Rule, withValueAt } from '@/api/rules';

type Changes = readonly (readonly [field: string, value: unknown])[];

/** Rules that only the form has: the server accepts these values, but the form clears them or restores the template. */
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
 * The fields that an answer to `answered` clears by the contract's rules, with their new values: a hidden answer must not reappear
 * unnoticed. `values` are the form's values, including that answer.
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

/** In the form, empty text stands for null, and a list with Other always has both parts. */
function formValueOf(cleared: unknown): unknown {
  return isFields(cleared) && 'selected' in cleared ? { other: null, ...cleared } : (cleared ?? '');
}
