import type { DifferenceRead } from '@/api/generated/types.gen';

/** How the values of one kind of object are said. */
export interface DifferenceWords {
  /** The places of a version, as labels; a place that is not listed is said as it is. */
  readonly labels: Readonly<Record<string, string>>;
  /** One value, or one item of a list; null or undefined is nothing. */
  readonly inWords: (value: unknown, place: string) => string;
}

/** `Units: added A, B; removed C`, or `Last Name: A → B`. */
export function differenceInWords(
  { place, before, after }: DifferenceRead,
  { labels, inWords }: DifferenceWords,
): string {
  const label = labels[place] ?? place;
  const said = (value: unknown) => inWords(value, place);
  if (!Array.isArray(before) && !Array.isArray(after)) return `${label}: ${said(before)} → ${said(after)}`;
  return `${label}: ${listInWords(itemsOf(before).map(said), itemsOf(after).map(said))}`;
}

/** A value of no particular kind. */
export function plainInWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(plainInWords).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${plainInWords(each)}`)
      .join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function listInWords(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((item) => !before.includes(item));
  const removed = before.filter((item) => !after.includes(item));
  const parts = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return parts.length === 0 ? `now in the order ${after.join(', ')}` : parts.join('; ');
}
