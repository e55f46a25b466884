import type { ConsultCard, TransferCard } from '@/api/generated/types.gen';

/** One row of a list: a consult, and in transfer mode the transfer that is asked for it. */
export interface Entry {
  readonly card: ConsultCard;
  readonly transfer: TransferCard | null;
}

/** Rows by their consult, which has one transfer at most; one that moved between two page loads may have come twice. */
export function uniqueEntries(rows: readonly Entry[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const row of rows) if (!entries.has(row.card.id)) entries.set(row.card.id, row);
  return [...entries.values()];
}
