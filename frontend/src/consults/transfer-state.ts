import { choices } from '@/api/contract/choices/transfers.gen';
import type { DeclinedOfferRead, TransferCard } from '@/api/generated/types.gen';

/** What takes a transfer further without a form, in order. */
export const stepNames = ['acknowledgeTransfer', 'completeTransfer'] as const;

export type TransferStep = (typeof stepNames)[number];

/** The key of each step, and the sentence that confirms it. */
export const transferSteps: Readonly<Record<TransferStep, { readonly key: string; readonly done: string }>> = {
  acknowledgeTransfer: { key: 'a', done: 'Transfer acknowledged.' },
  completeTransfer: { key: 'd', done: 'Transfer completed.' },
};

export function stepLabel(step: TransferStep): string {
  return choices.TransferAction.find(({ value }) => value === step)?.label ?? step;
}

type StateOfTransfer = Pick<TransferCard, 'state' | 'closedReason'>;

/** No one has taken it on yet. */
export function isWaiting({ state, closedReason }: StateOfTransfer): boolean {
  return state === 'requested' && closedReason === null;
}

/** Requested, Acknowledged, Completed, or Closed: the consult was cancelled or the patient discharged before it was completed. */
export function transferLabel({ state, closedReason }: StateOfTransfer): string {
  if (closedReason !== null) return 'Closed';
  return choices.TransferState.find(({ value }) => value === state)?.label ?? state;
}

export function transferTone({ state, closedReason }: StateOfTransfer): 'success' | 'neutral' | 'accent' {
  if (closedReason !== null) return 'neutral';
  return state === 'completed' ? 'success' : 'accent';
}

/** A facility that was asked; if that is the one for others, with the other's name: `Other (Mercy West)`. */
export function askedName({
  facilityName,
  otherPreferredFacility: other,
}: Pick<DeclinedOfferRead, 'facilityName' | 'otherPreferredFacility'>): string {
  return other === null ? facilityName : `${facilityName} (${other})`;
}

/** What to know about transport by ground; each installation words it itself. */
export function groundNotice(stringDictionary: Readonly<Record<string, string>>): string {
  return stringDictionary.TRANSFER_REQUEST_1 ?? 'The patient travels by ground ambulance.';
}
