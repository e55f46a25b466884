import { choices as deliveryChoices } from '@/api/contract/choices/outbox.gen';
import { choices } from '@/api/contract/choices/signoff.gen';
import { lines } from '@/api/contract/lines.gen';
import type { AttemptRead, DeliveryProblem } from '@/api/generated/types.gen';
import { docTypeLabel } from '@/consults/note-labels';

/** What was not delivered. */
export function titleOf({ docType, pdfStatus, undelivered }: DeliveryProblem): string {
  const what = docTypeLabel(docType);
  if (undelivered === null) return `${what}: PDF failed`;
  const late = undelivered.held ? 'on hold' : 'delayed';
  const failed = undelivered.state === 'failed' ? 'failed' : late;
  const title = `${what}: ${undelivered.channel === 'fax' ? 'delivery' : 'EMR filing'} ${failed}`;
  return pdfStatus === null ? title : `${title}, PDF failed`;
}

/** The state of the delivery. */
export function stateOf({ pdfStatus, undelivered }: DeliveryProblem): string {
  if (undelivered === null) return choices.PdfStatus.find(({ value }) => value === pdfStatus)?.label ?? '';
  const { reason, attemptCount, held } = undelivered;
  if (held && reason !== null) return `On hold: ${reason}`;
  const attempts = attemptCount === 1 ? '1 attempt' : `${String(attemptCount)} attempts`;
  return reason === null ? attempts : `${attempts}, most recent: ${reason}`;
}

/** The outcome of one attempt. */
export function outcomeOf({ endedAt, state, reason }: AttemptRead): string {
  if (endedAt === null) return 'In progress';
  if (reason !== null) return reason;
  return deliveryChoices.DeliveryState.find(({ value }) => value === state)?.label ?? '';
}

export function lineOf({ serviceLineId }: DeliveryProblem): string {
  return lines.find(({ ids }) => ids.some((id) => id === serviceLineId))?.name ?? '';
}

/** Whether what `stateOf` describes has failed; a delivery that is retried automatically is only late. */
export function hasFailed({ undelivered }: DeliveryProblem): boolean {
  return undelivered === null || undelivered.state === 'failed';
}

/** Pending deliveries are retried automatically. */
export function canBeRetried(problem: DeliveryProblem): boolean {
  return problem.pdfStatus !== null || problem.undelivered?.state === 'failed';
}

/** Handled another way, for example filed manually. */
export function canBeHandled({ undelivered }: DeliveryProblem): boolean {
  return undelivered !== null && (undelivered.state === 'failed' || undelivered.held);
}
