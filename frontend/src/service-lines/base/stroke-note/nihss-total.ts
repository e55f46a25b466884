import { strokeNote } from '@/api/contract/stroke-note.gen';
import { isFields } from '@/api/rules';

export interface NihssTotal {
  readonly total: number;
  readonly untestable: number;
  readonly unscored: number;
}

/** The sum of the scored items, and how many items it leaves out; null if the scale was not done. */
export function nihssTotal(nihss: unknown): NihssTotal | null {
  const values = isFields(nihss) ? nihss : {};
  if (values.notDone === true) return null;
  const scores = strokeNote.nihss.map(({ name }) => values[name]).filter((score) => typeof score === 'number');
  return {
    total: scores.reduce((sum, score) => sum + Math.max(0, score), 0),
    untestable: scores.filter((score) => score === strokeNote.untestable).length,
    unscored: strokeNote.nihss.length - scores.length,
  };
}

/** The total as text, which always says how many items it leaves out. */
export function formatTotal(nihss: unknown): string {
  const sum = nihssTotal(nihss);
  if (sum === null) return 'Not Done';
  const { total, untestable, unscored } = sum;
  const omitted = [
    unscored > 0 && `incomplete, ${unscored} not scored`,
    untestable > 0 && `${untestable} untestable`,
  ].filter((part) => part !== false);
  return omitted.length === 0 ? String(total) : `${total} (${omitted.join(', ')})`;
}
