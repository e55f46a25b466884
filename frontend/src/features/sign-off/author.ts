import { constants } from '@/api/contract/constants.gen';
import type { DocumentVersion } from '@/api/generated/types.gen';
import { formatTimestampWithZone } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';

/** Who added a version of a note and when, with the record's time zone. */
export function authorOf({ author, createdAt }: DocumentVersion): string {
  return `${fullName(author)}, ${formatTimestampWithZone(createdAt, constants.RECORD_ZONE)}`;
}
