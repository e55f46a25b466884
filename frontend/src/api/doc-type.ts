import { choices } from './contract/choices.gen';
import type { DocType } from './generated/types.gen';

/** What a version of a note is, in words. */
export function docTypeLabel(docType: DocType): string {
  return choices.DocType.find(({ value }) => value === docType)?.label ?? docType;
}
