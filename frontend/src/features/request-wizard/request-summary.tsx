import { choices } from '@/api/contract/choices/patients.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import { BirthDateAndAge } from '@/patients/birth-date-and-age';
import { patientName } from '@/patients/patient-name';
import { Fact, Facts } from '@/service-lines/base/facts';

import type { PatientChoice } from './wizard-data';

export interface RequestSummaryProps {
  patient: PatientChoice;
  unit: LocationRead;
  lineName: string;
}

/** The patient, location and service line that were chosen in the previous steps. */
export function RequestSummary({ patient, unit, lineName }: RequestSummaryProps) {
  const { birthDate, gender } = patient.values.Patient;
  return (
    <section aria-label="This request">
      <Facts dense>
        <Fact label="Patient">{patientName(patient.values.Patient)}</Fact>
        <Fact label="Date of Birth">
          <BirthDateAndAge day={birthDate} zone={unit.timeZone} />
        </Fact>
        <Fact label="Sex">{choices.Sex.find(({ value }) => value === gender)?.label}</Fact>
        <Fact label="Location">{unit.displayName}</Fact>
        <Fact label="Service Line">{lineName}</Fact>
      </Facts>
    </section>
  );
}
