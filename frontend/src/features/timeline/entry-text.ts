import { choices } from '@/api/contract/choices/consults.gen';
import { constants } from '@/api/contract/constants.gen';
import { lines } from '@/api/contract/lines.gen';
import type { TaskType, TimelineEntryRead } from '@/api/generated/types.gen';

const MAX_LINES = 12;
const MAX_CHARACTERS = 800;

const SUPPORT_NOTIFIED = 'Support team notified, no action needed';

/** The version of the note that could not be sent to the EMR; a plain note adds nothing to the title. */
const sentVersions: Readonly<Record<string, string>> = { Addendum: 'Addended ', Error: 'Marked in Error ' };

/** A failed fax is a failed send with this `docType`. */
const isFailedFax = ({ taskType, details }: Pick<TimelineEntryRead, 'taskType' | 'details'>) =>
  taskType === 'signoff-send-error' && details?.docType === 'Fax';

/** The entry's title, from the contract's labels. */
export function entryTitle({
  taskType,
  kind,
  details,
}: Pick<TimelineEntryRead, 'taskType' | 'kind' | 'details'>): string {
  if (kind !== null) return choices.UpdateKind.find(({ value }) => value === kind)?.label ?? kind;
  const label = choices.TaskType.find(({ value }) => value === taskType)?.label ?? taskType;
  if (isFailedFax({ taskType, details })) return constants.FAX_FAILED;
  if (taskType !== 'signoff-send-error') return label;
  return label.replace('Failed', `${sentVersions[textOf(details?.docType)] ?? ''}Failed`);
}

/** The text below the title; blank if there is none. */
export function entryText({ taskType, message, details }: TimelineEntryRead): string {
  if (isFailedFax({ taskType, details })) {
    return `${textOf(details?.faxNumber)}: ${textOf(details?.reason)}`;
  }
  const texts: Partial<Record<TaskType, string>> = {
    update: message ?? '',
    cancelled: textOf(details?.cancellationReason),
    'consult-completion': completionText(details ?? {}),
    'signoff-note-fax': textOf(details?.faxNumber),
    'signoff-pdf-error': SUPPORT_NOTIFIED,
    'signoff-send-error': SUPPORT_NOTIFIED,
  };
  return texts[taskType] ?? message ?? '';
}

/** The part of a text that the timeline itself shows, usually all of it. Never splits a surrogate pair. */
export function startOf(text: string): string {
  const lines = text.split('\n');
  const start = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES).join('\n') : text;
  if (start.length <= MAX_CHARACTERS) return start;
  return Array.from(start.slice(0, MAX_CHARACTERS + 1))
    .slice(0, -1)
    .join('')
    .trimEnd();
}

/** The completion type, or its correction. */
function completionText({ completeType, correctedFrom, qaComment }: NonNullable<TimelineEntryRead['details']>): string {
  const held = completionLabel(textOf(completeType));
  const before = textOf(correctedFrom);
  return before === ''
    ? joinLines(held, textOf(qaComment))
    : `Type of call corrected from ${completionLabel(before)} to ${held}`;
}

/** The label of a completion type; all lines use the same labels. */
function completionLabel(completeType: string): string {
  const types: readonly { value: string; label: string }[] = lines.flatMap((line) => [...line.completionTypes]);
  return types.find(({ value }) => value === completeType)?.label ?? completeType;
}

function joinLines(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
