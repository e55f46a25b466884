import { isCancelled, stateLabel } from '@/consults/consult-state';
import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { ConsultPriority } from '@/consults/consult-priority';
import { transferLabel, transferTone } from '@/consults/transfer-state';
import { useCan } from '@/session/me';
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

/**
 * The service line, the priority for the receiving side of transfers, Emergency, the state, who acknowledged the consult, who took it
 * over, its transfer, and whether the patient was discharged.
 */
export function ConsultBadges() {
  const consult = useConsult();
  const { Encounter, state, isEmergency, acknowledgedByUser, acknowledgedAt, responsible, transfer } = consult;
  const format = useTimestamp();
  const mayListTransfers = useCan('List', 'Transfer');
  const discharged = Encounter.status === 'finished' && state !== 'discharged';
  return (
    <>
      <StatusBadge>{Encounter.ServiceLine.name}</StatusBadge>
      {mayListTransfers && <ConsultPriority of={consult} />}
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
      {responsible !== null && responsible.id !== acknowledgedByUser?.id && (
        <StatusBadge tone="accent" icon="user">
          Handed over
          <span className={classes.by}>{` to ${fullName(responsible)}`}</span>
        </StatusBadge>
      )}
      {transfer !== null && (
        <StatusBadge icon="transfer" tone={transferTone(transfer)}>
          Transfer {transferLabel(transfer)}
        </StatusBadge>
      )}
      {discharged && <StatusBadge>Discharged</StatusBadge>}
    </>
  );
}
