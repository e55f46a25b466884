import { constants } from '@/api/contract/constants.gen';
import type { ApiError } from '@/api/errors';
import type { Person } from '@/api/generated/types.gen';
import type { Consult } from '@/service-lines/define';
import { formatCardTime, formatTimestampWithZone } from '@/shared/lib/dates';

const CANCELLED = 'cancelled';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text of the address can be a consult's id. */
export function isConsultId(text: string): boolean {
  return ID.test(text);
}

export function fullName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** Completed or cancelled: nothing about it can be changed any longer. */
export function isClosed({ state }: Pick<Consult, 'state'>): boolean {
  return state === 'completed' || state === CANCELLED;
}

/** What a 409 says of the one who was first: `Dana Lee acknowledged at 2:02pm.` */
export function whoWasFirst({ details, message }: ApiError): string {
  const acknowledged = sentence(details.acknowledgedByUser, 'acknowledged', details.acknowledgedAt);
  return acknowledged ?? whoSigned(details) ?? whoClosed(details) ?? message;
}

interface Closing {
  readonly completeType?: unknown;
  readonly completedByUser?: unknown;
  readonly completedAt?: unknown;
}

/** Which of both it was. */
export function didClose({ completeType }: Pick<Closing, 'completeType'>): string {
  return completeType === CANCELLED ? 'cancelled' : 'completed';
}

/** Who closed a consult and when, as a consult or a 409 has it; null where it names nobody. */
export function whoClosed(closing: Closing): string | null {
  return sentence(closing.completedByUser, didClose(closing), closing.completedAt);
}

const formatClock = (moment: string) => formatCardTime(moment);

interface Signing {
  readonly signatory?: unknown;
  readonly signedOffAt?: unknown;
}

/** Who signed a consult off and when, as a consult's note or a 409 has it; null where it names nobody. */
export function whoSigned({ signatory, signedOffAt }: Signing): string | null {
  return sentence(signatory, 'signed off', signedOffAt, (at) => formatTimestampWithZone(at, constants.RECORD_ZONE));
}

function sentence(person: unknown, did: string, moment: unknown, format = formatClock): string | null {
  if (!isNamed(person) || typeof moment !== 'string') return null;
  return `${fullName(person)} ${did} at ${format(moment)}.`;
}

function isNamed(value: unknown): value is Pick<Person, 'firstName' | 'lastName'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'firstName' in value &&
    typeof value.firstName === 'string' &&
    'lastName' in value &&
    typeof value.lastName === 'string'
  );
}
