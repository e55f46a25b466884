import { Button } from '@mantine/core';

import type { OpenConsult } from '@/api/generated/types.gen';
import { ConsultPriority } from '@/consults/consult-priority';
import { stateLabel } from '@/consults/consult-state';
import { patientName } from '@/patients/patient-name';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { useNow } from '@/shared/hooks/use-now';
import { StatusBadge } from '@/shared/ui/status-badge';

import { HandoffChoice } from './choice';
import classes from './handoff.module.css';
import { type Choice, choiceId, type HandoffRow, mayChoose } from './use-handoff';
import { sinceWhen } from './words';

interface OpenConsultRowProps {
  row: HandoffRow;
  onChoose: (choice: Choice) => void;
  completing: boolean;
  onComplete: () => void;
}

/** One open consult: hand it over, leave it, or complete it now. */
export function OpenConsultRow({ row, onChoose, completing, onComplete }: OpenConsultRowProps) {
  const { consult, outcome, problem } = row;
  // Its controls go away when the consult does.
  const frame = useKeptFocus<HTMLLIElement>();
  return (
    <li ref={frame} className={classes.row} tabIndex={-1}>
      <AboutConsult consult={consult} />
      {outcome === undefined && (
        <div className={classes.choices}>
          {mayChoose(consult) ? (
            <HandoffChoice
              id={choiceId(consult)}
              label={`What happens to ${patientName(consult.patient)}`}
              labelHidden
              successors={consult.successors}
              choice={row.choice}
              onChoose={onChoose}
            />
          ) : (
            <NobodyElse consult={consult} />
          )}
          {consult.mayComplete && (
            <Button
              variant="default"
              loading={completing}
              onClick={onComplete}
              aria-label={`Complete ${patientName(consult.patient)}`}
            >
              Complete…
            </Button>
          )}
        </div>
      )}
      <div role="status" className={outcome === undefined ? classes.problem : classes.outcome}>
        {outcome ?? problem}
      </div>
    </li>
  );
}

/** The consult as its card in the list shows it, and since when it is in somebody's hands. */
function AboutConsult({ consult }: { consult: OpenConsult }) {
  const { patient, serviceLineName, locationName, acknowledgedAt, hasDraft, state } = consult;
  const now = useNow();
  return (
    <>
      <p className={classes.head}>
        <bdi className={classes.name}>{patientName(patient)}</bdi>
        <ConsultPriority of={{ ...consult, completeType: null }} />
      </p>
      <p className={classes.facts}>
        {serviceLineName}, {locationName}
        {acknowledgedAt !== null && `, acknowledged ${sinceWhen(acknowledgedAt, now)}`}
      </p>
      {(hasDraft || state === 'discharged') && (
        <p className={classes.facts}>
          {state === 'discharged' && <StatusBadge>{stateLabel({ state, completeType: null })}</StatusBadge>}
          {hasDraft && <StatusBadge>Note Not Signed</StatusBadge>}
        </p>
      )}
    </>
  );
}

function NobodyElse({ consult: { serviceLineName } }: { consult: OpenConsult }) {
  return <p className={classes.facts}>Nobody else is on call for {serviceLineName}, so this stays yours.</p>;
}
