import { choices } from '@/api/contract/choices/paging.gen';
import type { NoticeRead, PageTarget } from '@/api/generated/types.gen';

type Named = 'EscalationKind' | 'PageTarget' | 'PageChannel' | 'EndReason' | 'NotPaged';

export function labelOf(list: Named, value: string): string {
  return choices[list].find((choice) => choice.value === value)?.label ?? '';
}

/** `coordinators, backup number of the service line` */
export function labelsOf(targets: readonly PageTarget[]): string {
  return targets.map((target) => labelOf('PageTarget', target).toLowerCase()).join(', ');
}

export interface ProgressOptions {
  format: (moment: string) => string;
  /** Whether nothing more is sent. */
  isOver: boolean;
}

/** One sentence for each contact, in the order in which they were first used: what became of the latest message, and when the next is due. */
export function progressOf(notices: readonly NoticeRead[], options: ProgressOptions) {
  const contactOf = ({ channel, contactId }: NoticeRead) => `${channel} ${String(contactId)}`;
  return [...new Set(notices.map(contactOf))].flatMap((contact) => {
    const [latest, next] = notices.filter((notice) => contactOf(notice) === contact);
    if (latest === undefined) return [];
    const after = next?.dueAt == null ? '' : `; next due ${options.format(next.dueAt)}`;
    return [
      {
        contact,
        text: `${wayOf(latest)} ${stateOf(latest, options)}${after}.`,
        hasFailed: latest.failedAt !== null,
      },
    ];
  });
}

function wayOf({ channel, isUnverified }: NoticeRead): string {
  const label = labelOf('PageChannel', channel);
  return isUnverified ? `${label} to the number given at check-in, which is not verified,` : label;
}

function stateOf(
  { channel, dueAt, sentAt, deliveredAt, failedAt, withdrawnAt, reason }: NoticeRead,
  { format, isOver }: ProgressOptions,
): string {
  const isOnScreen = channel === 'screen';
  if (failedAt !== null) return `failed ${format(failedAt)}: ${reason ?? ''}`;
  if (deliveredAt !== null) return `${isOnScreen ? 'shown' : 'delivered'} ${format(deliveredAt)}`;
  if (withdrawnAt !== null) return `no longer needed ${format(withdrawnAt)}`;
  if (dueAt !== null) return `due ${format(dueAt)}`;
  if (sentAt !== null && !isOnScreen) return `sent ${format(sentAt)}`;
  return `not ${isOnScreen ? 'shown' : 'sent'}${isOver ? '' : ' yet'}`;
}
