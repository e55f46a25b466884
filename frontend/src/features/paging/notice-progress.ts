import { choices } from '@/api/contract/choices.gen';
import type { NoticeRead } from '@/api/generated/types.gen';

type Named = 'EscalationKind' | 'PageTarget' | 'PageChannel' | 'EndReason' | 'NotPaged';

export function labelOf(list: Named, value: string): string {
  return choices[list].find((choice) => choice.value === value)?.label ?? '';
}

export interface ProgressOptions {
  format: (moment: string) => string;
  /** Whether nothing more is sent. */
  isOver: boolean;
}

/** One sentence for each channel, in the order of their first use: its latest state, how often it was used, and how often that failed. */
export function progressOf(notices: readonly NoticeRead[], { format, isOver }: ProgressOptions) {
  const channels = [...new Set(notices.map(({ channel }) => channel))];
  return channels.map((channel) => {
    const used = notices
      .filter((notice) => notice.channel === channel)
      .toSorted((a, b) => Date.parse(a.queuedAt) - Date.parse(b.queuedAt));
    const [first, latest] = [used.at(0), used.at(-1)];
    const state = latest === undefined ? '' : stateOf(latest, { format, isOver });
    const failures = used.filter(({ failedAt }) => failedAt !== null).length;
    const often =
      used.length > 1 && first !== undefined ? `; ${used.length} times since ${format(first.queuedAt)}` : '';
    const failed = used.length > 1 && failures > 0 ? `, ${failures} failed` : '';
    return {
      text: `${labelOf('PageChannel', channel)} ${state}${often}${failed}.`,
      hasFailed: latest !== undefined && latest.failedAt !== null,
    };
  });
}

function stateOf(
  { channel, dueAt, sentAt, deliveredAt, failedAt, reason }: NoticeRead,
  { format, isOver }: ProgressOptions,
): string {
  const isOnScreen = channel === 'screen';
  if (failedAt !== null) return `failed ${format(failedAt)}: ${reason ?? ''}`;
  if (deliveredAt !== null) return `${isOnScreen ? 'shown' : 'delivered'} ${format(deliveredAt)}`;
  if (dueAt !== null) return `due ${format(dueAt)}`;
  if (sentAt !== null && !isOnScreen) return `sent ${format(sentAt)}`;
  return `not ${isOnScreen ? 'shown' : 'sent'}${isOver ? '' : ' yet'}`;
}
