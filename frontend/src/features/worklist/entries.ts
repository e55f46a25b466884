import type { ConsultCard, TransferCard } from '@/api/generated/types.gen';

import { isWaiting } from '@/consults/transfer-state';

import { transferArrival } from './arrivals';
import { awaitsAcknowledgement } from './cards';

/** One row of a list: a consult, and in transfer mode the transfer requested for it. */
export interface Entry {
  readonly card: ConsultCard;
  readonly transfer: TransferCard | null;
}

/** What identifies the row's arrival: the consult, or in transfer mode its transfer. */
export function arrivalOf({ card, transfer }: Entry): string {
  return transfer === null ? card.id : transferArrival(card.id);
}

/** Someone has acknowledged it, or it is closed; in transfer mode the transfer. What waits for someone is louder. */
export function isQuiet({ card, transfer }: Entry): boolean {
  return transfer === null ? !awaitsAcknowledgement(card) : !isWaiting(transfer);
}

/** Deduplicated rows: a consult has at most one transfer, and one that moved between two page loads may appear in both. */
export function uniqueEntries(rows: readonly Entry[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const row of rows) if (!entries.has(row.card.id)) entries.set(row.card.id, row);
  return [...entries.values()];
}
