import { isCancelled, stateLabel } from '@/consults/consult-state';
import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { useTimestamp } from '@/shared/hooks/use-times';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';

import classes from './consult-badges.module.css';
import { fullName } from '@/shared/lib/full-name';

const tones: Record<Consult['state'], Tone> = {
  new: 'accent',
  pending: 'accent',
  completed: 'success',
  cancelled: 'neutral',
  discharged: 'neutral',
};

/** The service line, Emergency, the state, who acknowledged the consult, and whether the patient was discharged. */
export function ConsultBadges() {
  const consult = useConsult();
  const { Encounter, state, isEmergency, acknowledgedByUser, acknowledgedAt } = consult;
  const format = useTimestamp();
  const discharged = Encounter.status === 'finished' && state !== 'discharged';
  return (
    <>
      <StatusBadge>{Encounter.ServiceLine.name}</StatusBadge>
      {isEmergency && (
        <StatusBadge tone="danger" icon="alert">
          Emergency
        </StatusBadge>
      )}
      <StatusBadge tone={isCancelled(consult) ? 'neutral' : tones[state]}>{stateLabel(consult)}</StatusBadge>
      {acknowledgedByUser !== null && acknowledgedAt !== null && (
        <StatusBadge tone="accent" icon="check">
          Acknowledged
          <span className={classes.by}>{` by ${fullName(acknowledgedByUser)}`}</span>
          <span className="wl-visually-hidden">{`, ${format(acknowledgedAt)}`}</span>
        </StatusBadge>
      )}
      {discharged && <StatusBadge>Discharged</StatusBadge>}
    </>
  );
}
