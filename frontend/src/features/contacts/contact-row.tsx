import { ActionIcon, NativeSelect, Text } from '@mantine/core';

import type { ContactRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './contacts.module.css';
import { VerifyContact } from './verify-contact';
import { addressWords, delays, kindIcons, kindLabel, progressOf, reasonWords, statusOf } from './words';

import lists from '@/shared/ui/list.module.css';

export interface ContactRowProps {
  contact: ContactRead;
  /** The endpoint of this browser's subscription. */
  ownEndpoint: string | null;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
  onDelay: (seconds: number) => void;
  onRemove: () => void;
}

/** One contact: its place in the order, its delay, whether it is verified, and how the last test went. */
export function ContactRow(props: ContactRowProps) {
  const { contact, ownEndpoint, onDelay } = props;
  const { kind, label, delaySeconds, disabledReason, lastTest } = contact;
  const { tone, words } = statusOf(contact);
  return (
    <li className={classes.row} aria-label={label}>
      <Icon name={kindIcons[kind]} className={classes.kind} />
      <div className={classes.about}>
        <p className={lists.name}>
          {label} <StatusBadge tone={tone}>{words}</StatusBadge>
        </p>
        <Text size="sm" c="dimmed">
          {kindLabel(kind)}, <span className={classes.address}>{addressWords(contact, ownEndpoint)}</span>
        </Text>
      </div>
      <NativeSelect
        className={classes.delay}
        aria-label={`When to try ${label}`}
        value={delaySeconds}
        data={delays.map(({ value, label: text }) => ({ value: String(value), label: text }))}
        onChange={({ currentTarget }) => onDelay(Number(currentTarget.value))}
      />
      <RowButtons {...props} />
      <div className={classes.more}>
        {disabledReason !== null && <Text size="sm">{reasonWords(disabledReason)}</Text>}
        {(contact.verifiedAt === null || canVerifyAgain(contact)) && <VerifyContact contact={contact} />}
        <Text size="sm" c="dimmed" role="status">
          {lastTest !== null && `Test: ${progressOf(lastTest)}, requested at ${formatTimestamp(lastTest.createdAt)}`}
        </Text>
      </div>
    </li>
  );
}

/** An opt-out is undone by a text, and a device that is gone by adding it again. */
function canVerifyAgain({ disabledReason }: ContactRead): boolean {
  return disabledReason === 'bounced' || disabledReason === 'failed-repeatedly';
}

function RowButtons({ contact: { label }, isFirst, isLast, onMove, onRemove }: ContactRowProps) {
  return (
    <div className={classes.buttons}>
      <ActionIcon
        className="wl-thumb"
        aria-label={`Try ${label} earlier`}
        aria-disabled={isFirst}
        onClick={() => {
          if (!isFirst) onMove(-1);
        }}
      >
        <Icon name="chevron-up" size="sm" />
      </ActionIcon>
      <ActionIcon
        className="wl-thumb"
        aria-label={`Try ${label} later`}
        aria-disabled={isLast}
        onClick={() => {
          if (!isLast) onMove(1);
        }}
      >
        <Icon name="chevron-down" size="sm" />
      </ActionIcon>
      <ActionIcon className="wl-thumb" aria-label={`Remove ${label}`} onClick={onRemove}>
        <Icon name="close" size="sm" />
      </ActionIcon>
    </div>
  );
}
