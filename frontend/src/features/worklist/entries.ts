import type { ConsultCard, TransferCard } from '@/api/generated/types.gen';

/** One row of a list: a consult, and in transfer mode the transfer requested for it. */
export interface Entry {
  readonly card: ConsultCard;
  readonly transfer: TransferCard | null;
}

/** Deduplicated rows: a consult has at most one transfer, and one that moved between two page loads may appear in both. */
export function uniqueEntries(rows: readonly Entry[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const row of rows) if (!entries.has(row.card.id)) entries.set(row.card.id, row);
  return [...entries.values()];
}
