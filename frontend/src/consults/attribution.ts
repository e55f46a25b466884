import { constants } from '@/api/contract/constants.gen';
import type { ApiError } from '@/api/errors';
import { formatCardTime, formatTimestampWithZone } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';

/** Who acted first, from a 409: `Dana Lee acknowledged at 2:02pm.` */
export function whoWasFirst({ details, message }: ApiError): string {
  const acknowledged = sentence(details.acknowledgedByUser, 'acknowledged', details.acknowledgedAt);
  return (
    acknowledged ??
    whoIsResponsible(details) ??
    whoSigned(details) ??
    whoClosed(details) ??
    whoHandledTransfer(details) ??
    message
  );
}

/** Who is responsible for a consult by now, from a 409; null if it names no one. */
function whoIsResponsible({ responsible }: Readonly<Record<string, unknown>>): string | null {
  return hasName(responsible) ? `${fullName(responsible)} is responsible for this consult now.` : null;
}

/** Who took a transfer further first, or is handling it, from a 409; null if it names no one. */
function whoHandledTransfer(details: Readonly<Record<string, unknown>>): string | null {
  const { assignee } = details;
  return (
    sentence(details.requestedByUser, 'requested a transfer', details.createdAt) ??
    sentence(details.resolvedByUser, 'completed the transfer', details.resolvedAt) ??
    sentence(details.declinedByUser, 'asked another facility', details.declinedAt) ??
    whoClosedTransfer({ ...details, closedBy: details.closedByUser }) ??
    (hasName(assignee) ? `${fullName(assignee)} is handling this transfer.` : null)
  );
}

interface TransferClosing {
  readonly closedBy?: unknown;
  readonly closedAt?: unknown;
  readonly closedReason?: unknown;
}

/** Whose action closed a transfer and when, from the transfer or a 409; null if it names no one. */
export function whoClosedTransfer({ closedBy, closedAt, closedReason }: TransferClosing): string | null {
  const verb = closedReason === 'patientDischarged' ? 'discharged the patient' : 'cancelled the consult';
  return sentence(closedBy, verb, closedAt);
}

interface Closing {
  readonly completeType?: unknown;
  readonly completedByUser?: unknown;
  readonly completedAt?: unknown;
}

/** The verb for how a consult was closed. */
export function closedVerb({ completeType }: Pick<Closing, 'completeType'>): 'cancelled' | 'completed' {
  return completeType === 'cancelled' ? 'cancelled' : 'completed';
}

/** Who closed a consult and when, from a consult or a 409; null if it names no one. */
export function whoClosed(closing: Closing): string | null {
  return sentence(closing.completedByUser, closedVerb(closing), closing.completedAt);
}

const formatClock = (moment: string) => formatCardTime(moment);

interface Signing {
  readonly signatory?: unknown;
  readonly signedOffAt?: unknown;
}

/** Who signed a consult off and when, from a consult's note or a 409; null if it names no one. */
export function whoSigned({ signatory, signedOffAt }: Signing): string | null {
  return sentence(signatory, 'signed off', signedOffAt, (at) => formatTimestampWithZone(at, constants.RECORD_ZONE));
}

function sentence(person: unknown, verb: string, moment: unknown, format = formatClock): string | null {
  if (!hasName(person) || typeof moment !== 'string') return null;
  return `${fullName(person)} ${verb} at ${format(moment)}.`;
}

function hasName(value: unknown): value is Parameters<typeof fullName>[0] {
  return (
    typeof value === 'object' &&
    value !== null &&
    'firstName' in value &&
    typeof value.firstName === 'string' &&
    'lastName' in value &&
    typeof value.lastName === 'string'
  );
}
