import { choices } from '@/api/contract/choices/signoff.gen';
import type { DocType } from '@/api/generated/types.gen';

/** What a version of a note is: a note, an addendum, or marked in error. */
export function docTypeLabel(docType: DocType): string {
  return choices.DocType.find(({ value }) => value === docType)?.label ?? docType;
}
