import { auditWords } from '@/api/contract/audit-words.gen';
import { choices } from '@/api/contract/choices/audit.gen';
import type { AuditResult, AuditSearch } from '@/api/generated/types.gen';

/** The filters in the address bar. What is typed is never in it, because a patient's number or name may be typed by mistake. */
export interface AuditAddress {
  /** A user's id. */
  person?: string;
  /** Wardline's id of the patient of one consult. */
  patient?: string;
  /** The kind and the code of an object of the network: `user nurse`. */
  about?: string;
  /** An operation id. */
  action?: string;
  result?: string;
  /** Moments (ISO 8601). */
  from?: string;
  to?: string;
  view?: string;
}

/** The filters that are typed, in memory only; blank text means none. */
export interface AuditTyped {
  emrId: string;
  text: string;
}

export const nothingTyped: AuditTyped = { emrId: '', text: '' };

const ID = /^[1-9]\d{0,9}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type AuditAction = keyof typeof auditWords;

/** What was done, to follow the name of whoever did it. An operation of a newer server has no words here. */
export function wordsOf(action: string): string {
  return isKnown(action) ? auditWords[action] : 'did something that this page does not know yet';
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(auditWords, action);
}

/** The request for these filters; what in the address is not understood is left out. */
export function bodyOf(address: AuditAddress, { emrId, text }: AuditTyped): AuditSearch {
  const { person = '', patient = '', action = '' } = address;
  const result = resultOf(address);
  return {
    ...(ID.test(person) && { userId: Number(person) }),
    ...(UUID.test(patient) && { patientId: patient }),
    ...objectOf(address),
    ...(isKnown(action) && { action }),
    ...(result !== null && { result }),
    ...timesOf(address),
    ...(emrId !== '' && { emrId }),
    ...(text !== '' && { text }),
  };
}

function objectOf({ about = '' }: AuditAddress): Pick<AuditSearch, 'objectKind' | 'object'> {
  const [objectKind = '', ...code] = about.split(' ');
  return code.length === 0 ? {} : { objectKind, object: code.join(' ') };
}

function timesOf({ from = '', to = '' }: AuditAddress): Pick<AuditSearch, 'from' | 'to'> {
  return { ...(isMoment(from) && { from }), ...(isMoment(to) && { to }) };
}

function resultOf({ result }: AuditAddress): AuditResult | null {
  return choices.AuditResult.find(({ value }) => value === result)?.value ?? null;
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Whether entries are about one person or one patient, so that they can be read as a story. */
export function isOfOne({ userId, patientId, emrId }: AuditSearch): boolean {
  return [userId, patientId, emrId].some((value) => value !== undefined && value !== null);
}
