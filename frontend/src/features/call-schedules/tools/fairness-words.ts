import type { FairnessRead, LoadRead } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';

export type Measure = keyof LoadRead;

export const measures = [
  { key: 'hours', label: 'Hours' },
  { key: 'nights', label: 'Nights' },
  { key: 'weekendDays', label: 'Weekend days' },
  { key: 'holidays', label: 'Holidays' },
] as const satisfies readonly { key: Measure; label: string }[];

/** Hours are rounded to whole ones; everything else is counted. */
export function amountOf(measure: Measure, amount: number): number {
  return measure === 'hours' ? Math.round(amount) : amount;
}

/** `+12`, `−3`, `±0`; `+0.5` for what is counted, of which a few make a difference. */
export function withSign(measure: Measure, difference: number): string {
  const rounded = measure === 'hours' ? Math.round(difference) : Math.round(difference * 10) / 10;
  if (rounded === 0) return '±0';
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

/** One line for each person and month. */
export function fairnessCsv({ months, people }: FairnessRead): string {
  const lines = people.flatMap(({ person, months: loads }) =>
    loads.map((load, index) => [
      fullName(person),
      months[index] ?? '',
      ...measures.map(({ key }) => String(load[key])),
    ]),
  );
  return [['Person', 'Month', ...measures.map(({ label }) => label)], ...lines]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n');
}

/** A spreadsheet would compute a cell that begins like a formula. */
function quoted(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
