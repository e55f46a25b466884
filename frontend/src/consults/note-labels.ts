import { choices } from '@/api/contract/choices.gen';
import type { DocType } from '@/api/generated/types.gen';

/** What a version of a note is: a note, an addendum, or marked in error. */
export function docTypeLabel(docType: DocType): string {
  return choices.DocType.find(({ value }) => value === docType)?.label ?? docType;
}

/** The reasons whose own words would puzzle the reader: codes of HL7, of the fax provider, and of the server. */
const reasonLabels: Readonly<Record<string, string>> = {
  AE: 'rejected by the EMR (AE)',
  CE: 'rejected by the EMR (CE)',
  AR: 'not accepted by the EMR (AR)',
  CR: 'not accepted by the EMR (CR)',
  busy: 'line busy',
  user_busy: 'line busy',
  'no answer': 'no response',
  'no document': 'PDF missing',
  'not a number': 'invalid fax number',
  'not set up': 'not set up in Wardline',
  'perhaps sent': 'may have been sent',
  'unreadable answer': 'unreadable response',
  'unusable answer': 'unusable response',
  'answer to another message': 'response to another message',
};

/** Why a delivery failed, in lower case; any other reason may be a provider's code such as `no_answer`. */
export function reasonLabel(reason: string): string {
  return reasonLabels[reason] ?? reason.replaceAll('_', ' ');
}
