import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, memo } from 'react';

import { bucketOf, stateLabel } from '@/api/consult-state';
import type { ConsultCard as Card } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { ageInYears, formatBirthDate, formatCardDate, formatCardTime, minutesBetween } from '@/shared/lib/dates';
import { Icon } from '@/shared/ui/icon';
import { PriorityPill } from '@/shared/ui/priority-pill';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './consult-card.module.css';

export interface ConsultCardProps {
  card: Card;
  /** Bedside users see how long they have to wait at most in the place of the priority. */
  showsPriority: boolean;
  /** Another patient of the list has the same family name at the same location. */
  hasNamesake: boolean;
  isNew: boolean;
  /** One card of the list is reached by Tab, the others from there by arrow keys. */
  tabbable: boolean;
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** One consult of the list; all of it is the link. */
export const ConsultCard = memo(function ConsultCard(props: ConsultCardProps) {
  const { card, showsPriority, hasNamesake, isNew, tabbable } = props;
  const name = `${card.Patient.nameFamily}, ${card.Patient.nameGiven}`;
  return (
    <Link
      to="/consult/$id"
      params={{ id: card.id }}
      activeOptions={{ includeSearch: false }}
      className={classes.card}
      data-new={isNew || undefined}
      tabIndex={tabbable ? 0 : -1}
      onFocus={() => props.onFocus(card.id)}
      onKeyDown={props.onKeyDown}
      preload={false}
    >
      <span className={classes.row}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        {showsPriority ? <Priority card={card} /> : <CompletionLimit card={card} />}
      </span>
      {hasNamesake && <Namesake card={card} />}
      <span className={classes.row}>
        <span className={classes.what}>{card.ServiceLine.name}</span>
        <Status card={card} isNew={isNew} />
      </span>
      <span className={classes.muted}>{card.location.displayName}</span>
      <span className={classes.row}>
        <time className={classes.muted} dateTime={card.createdAt}>
          {formatCardDate(card.createdAt)} {formatCardTime(card.createdAt)}
        </time>
        <Signs card={card} />
      </span>
    </Link>
  );
});

/** Only this part of a card follows the clock. */
function Priority({ card }: { card: Card }) {
  const now = useNow();
  const waiting = bucketOf(card) === 'pending';
  return (
    <PriorityPill
      name={card.priority.name}
      elapsedMinutes={waiting ? minutesBetween(card.createdAt, now) : undefined}
      limitMinutes={waiting ? limitOf(card) : undefined}
    />
  );
}

function limitOf({ priority }: Card): number {
  return Math.floor(priority.completionLimit / 60);
}

function CompletionLimit({ card }: { card: Card }) {
  return (
    <span className={classes.limit} data-figures="">
      <Icon name="clock" size={18} />
      <span className="wl-visually-hidden">Completed within </span>
      {limitOf(card)} min
    </span>
  );
}

function Namesake({ card: { Patient, location } }: { card: Card }) {
  const now = useNow();
  return (
    <span className={classes.signs}>
      <StatusBadge tone="warning" icon="alert">
        Same family name here
      </StatusBadge>
      <span className={classes.muted}>
        {formatBirthDate(Patient.birthDate)} ({ageInYears(Patient.birthDate, now, location.timeZone)} y)
      </span>
    </span>
  );
}

function Status({ card, isNew }: { card: Card; isNew: boolean }) {
  const bucket = bucketOf(card);
  if (bucket === 'cancelled') return <StatusBadge icon="close">{stateLabel(card)}</StatusBadge>;
  if (bucket === 'completed') {
    return (
      <StatusBadge tone="success" icon="check-circle">
        {stateLabel(card)}
      </StatusBadge>
    );
  }
  if (card.acknowledgedAt !== null) {
    return (
      <StatusBadge tone="accent" icon="check">
        Acknowledged
      </StatusBadge>
    );
  }
  return isNew ? <StatusBadge tone="accent">New</StatusBadge> : null;
}

function Signs({ card }: { card: Card }) {
  return (
    <span className={classes.signs}>
      {card.isEmergency && (
        <StatusBadge tone="danger" icon="alert">
          Emergency
        </StatusBadge>
      )}
      {card.hasTransfer && <StatusBadge icon="transfer">Transfer</StatusBadge>}
      <span className={classes.comments} data-figures="">
        <Icon name="comment" size={16} />
        {card.commentCount}
        <span className="wl-visually-hidden">{card.commentCount === 1 ? ' comment' : ' comments'}</span>
      </span>
    </span>
  );
}
