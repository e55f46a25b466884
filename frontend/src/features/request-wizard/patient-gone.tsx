import type { CensusPatientRead, LocationRead } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';

import { BackupProcedure } from './backup-procedure';

export interface PatientGoneProps {
  /** Whom the hospital's record no longer has in the unit. */
  patient: CensusPatientRead;
  units: readonly LocationRead[];
  /** The census is in sight, and not the form. */
  inCensus: boolean;
}

/** Says why a request came back from the last step, and how it goes on from here. */
export function PatientGone({ patient, units, inCensus }: PatientGoneProps) {
  const unit = units.find(({ id }) => id === patient.safarLocId);
  return (
    <Banner
      tone="danger"
      announce="alert"
      title={`Nothing was sent. ${patient.displayName} is no longer in ${unit?.unit ?? patient.unit}.`}
    >
      <p>
        {inCensus
          ? 'Choose the patient again, where they are now, or enter them yourself.'
          : 'Check the unit and what else is filled in.'}{' '}
        Your answers are kept, but not the callback number of another unit.
      </p>
      {unit !== undefined && <BackupProcedure location={unit} />}
    </Banner>
  );
}
