import { memo } from 'react';

import { bucketOf, stateLabel } from '@/consults/consult-state';
import { ConsultPriority, limitOf } from '@/consults/consult-priority';
import { transferLabel, transferTone } from '@/consults/transfer-state';
import type { ConsultCard as Card, TransferCard } from '@/api/generated/types.gen';
import { patientName } from '@/patients/patient-name';
import { useNow } from '@/shared/hooks/use-now';
import { ageInYears, formatCardDate, formatCardTime, formatDay } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import { CardLink, type RowProps } from './card-link';
import classes from './consult-card.module.css';
import { type Entry, isQuiet } from './entries';

/** One row of the list. */
export const ConsultCard = memo(function ConsultCard(props: RowProps) {
  const { entry, showsPriority, hasNameAlert, isNew, compact } = props;
  const { card, transfer } = entry;
  const name = patientName(card.Patient);
  const isNewConsult = isNew && transfer === null;
  return (
    <CardLink {...props} className={classes.card}>
      <span className={classes.row}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        {showsPriority ? <ConsultPriority of={card} quiet={isQuiet(entry)} /> : <CompletionLimit card={card} />}
      </span>
      {transfer !== null && <TransferState transfer={transfer} isNew={isNew} />}
      {hasNameAlert && <NameAlert card={card} />}
      {compact ? (
        <span className={classes.line} title={`${card.ServiceLine.name}, ${card.location.displayName}`}>
          <span className={classes.what}>{card.ServiceLine.name}</span>{' '}
          <span className={classes.muted}>{card.location.displayName}</span>
        </span>
      ) : (
        <>
          <span className={classes.row}>
            <span className={classes.what}>{card.ServiceLine.name}</span>
            <Status card={card} isNew={isNewConsult} iconOnly={false} />
          </span>
          <span className={classes.muted}>{card.location.displayName}</span>
        </>
      )}
      <HandedOver card={card} />
      <span className={classes.row}>
        <time className={classes.muted} dateTime={card.createdAt}>
          {formatCardDate(card.createdAt)} {formatCardTime(card.createdAt)}
        </time>
        <span className={classes.badges}>
          {compact && <Status card={card} isNew={isNewConsult} iconOnly={card.isEmergency} />}
          <Badges entry={entry} compact={compact} />
        </span>
      </span>
    </CardLink>
  );
});

/** Who answers for an open consult now, if that is not whoever acknowledged it. */
function HandedOver({ card }: { card: Card }) {
  if (card.handedOverTo === null || bucketOf(card) !== 'pending') return null;
  return <span className={classes.muted}>Handed over to {fullName(card.handedOverTo)}</span>;
}

export function CompletionLimit({ card }: { card: Card }) {
  return (
    <span className={classes.limit} data-figures="">
      <Icon name="limit" size="sm" />
      Limit {limitOf(card)} min
    </span>
  );
}

/** The state of the transfer, and when it was requested. */
function TransferState({ transfer, isNew }: { transfer: TransferCard; isNew: boolean }) {
  const { createdAt } = transfer;
  return (
    <span className={classes.transfer}>
      <StatusBadge icon="transfer" tone={transferTone(transfer)}>
        Transfer {transferLabel(transfer)}
      </StatusBadge>
      {isNew && <StatusBadge tone="accent">New</StatusBadge>}
      <time className={classes.muted} dateTime={createdAt}>
        <span className="wl-visually-hidden">requested </span>
        {formatCardDate(createdAt)} {formatCardTime(createdAt)}
      </time>
    </span>
  );
}

function NameAlert({ card: { Patient, location } }: { card: Card }) {
  const now = useNow();
  return (
    <span className={classes.badges}>
      <StatusBadge tone="warning" icon="alert">
        Same last name at this location
      </StatusBadge>
      <span className={classes.muted}>
        {formatDay(Patient.birthDate)} ({ageInYears(Patient.birthDate, now, location.timeZone)} y)
      </span>
    </span>
  );
}

interface StatusProps {
  card: Card;
  isNew: boolean;
  /** Leaves room for "Emergency" on one line. */
  iconOnly: boolean;
}

function Status({ card, isNew, iconOnly }: StatusProps) {
  const bucket = bucketOf(card);
  const label = <span className={iconOnly ? 'wl-visually-hidden' : undefined}>{statusOf(card)}</span>;
  if (bucket === 'cancelled') return <StatusBadge icon="close">{label}</StatusBadge>;
  if (bucket === 'completed') {
    return (
      <StatusBadge tone="success" icon="check-circle">
        {label}
      </StatusBadge>
    );
  }
  if (card.acknowledgedAt !== null) {
    return <StatusBadge icon="check">{label}</StatusBadge>;
  }
  return isNew ? <StatusBadge tone="accent">New</StatusBadge> : null;
}

function statusOf(card: Card): string {
  return bucketOf(card) === 'pending' ? 'Acknowledged' : stateLabel(card);
}

function Badges({ entry, compact }: { entry: Entry; compact: boolean }) {
  const { card, transfer } = entry;
  return (
    <span className={classes.badges}>
      {card.isEmergency && (
        <StatusBadge tone={isQuiet(entry) ? 'neutral' : 'danger'} icon={compact ? undefined : 'alert'}>
          Emergency
        </StatusBadge>
      )}
      {card.hasTransfer && transfer === null && (
        <StatusBadge icon="transfer">
          <span className={compact ? 'wl-visually-hidden' : undefined}>Transfer</span>
        </StatusBadge>
      )}
      <span className={classes.comments} data-figures="">
        <Icon name="comment" size="sm" />
        {card.commentCount}
        <span className="wl-visually-hidden">{card.commentCount === 1 ? ' comment' : ' comments'}</span>
      </span>
    </span>
  );
}
