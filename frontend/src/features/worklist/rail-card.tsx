import { memo } from 'react';

import { bucketOf, stateLabel } from '@/consults/consult-state';
import { patientName } from '@/patients/patient-name';

import { CardLink, type RowProps } from './card-link';
import { CompletionLimit, Priority } from './consult-card';
import classes from './rail-card.module.css';

/** A row of the narrowed list: the pill alone, with the patient's name for those who hear it or point at it. */
export const RailCard = memo(function RailCard(props: RowProps) {
  const { card } = props.entry;
  const name = patientName(card.Patient);
  return (
    <CardLink {...props} className={classes.card} title={name}>
      <span className="wl-visually-hidden">{name} </span>
      {props.showsPriority ? <Priority card={card} compact /> : <CompletionLimit card={card} />}
      {bucketOf(card) !== 'pending' && <span className={classes.state}>{stateLabel(card)}</span>}
    </CardLink>
  );
});
