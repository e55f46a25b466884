import { memo } from 'react';

import { bucketOf, stateLabel } from '@/consults/consult-state';
import { ConsultPriority } from '@/consults/consult-priority';
import { transferLabel } from '@/consults/transfer-state';
import { patientName } from '@/patients/patient-name';

import { CardLink, type RowProps } from './card-link';
import { CompletionLimit } from './consult-card';
import { isQuiet } from './entries';
import classes from './rail-card.module.css';

/** A row of the collapsed list: initials, priority, service line, and the state of its transfer; the full name is in its title and for screen readers. */
export const RailCard = memo(function RailCard(props: RowProps) {
  const { card, transfer } = props.entry;
  const name = patientName(card.Patient);
  return (
    <CardLink {...props} className={classes.card} title={`${name}, ${card.ServiceLine.name}`}>
      <span className={classes.row}>
        <span className="wl-visually-hidden">{name} </span>
        <span className={classes.initials} aria-hidden="true">
          {initialOf(card.Patient.nameGiven)}
          {initialOf(card.Patient.nameFamily)}
        </span>
        <span className={classes.line}>{card.ServiceLine.name} </span>
      </span>
      {props.showsPriority ? (
        <ConsultPriority of={card} quiet={isQuiet(props.entry)} compact />
      ) : (
        <CompletionLimit card={card} />
      )}
      {transfer !== null && (
        <span className={classes.line}>
          <span className="wl-visually-hidden">Transfer </span>
          {transferLabel(transfer)}
        </span>
      )}
      {transfer === null && bucketOf(card) !== 'pending' && <span className={classes.line}>{stateLabel(card)}</span>}
    </CardLink>
  );
});

function initialOf(name: string): string {
  const [first = ''] = name.trim();
  return first.toUpperCase();
}
