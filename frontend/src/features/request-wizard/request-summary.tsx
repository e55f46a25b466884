import { choices } from '@/api/contract/choices.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import { Fact, Facts } from '@/service-lines/base/facts';
import { useNow } from '@/shared/hooks/use-now';
import { ageInYears, formatBirthDate } from '@/shared/lib/dates';

import type { PatientChoice } from './wizard-data';

export interface RequestSummaryProps {
  patient: PatientChoice;
  unit: LocationRead;
  lineName: string;
}

/** For whom, from where and of whom is asked, as the steps before have it. */
export function RequestSummary({ patient, unit, lineName }: RequestSummaryProps) {
  const { nameGiven, nameFamily, birthDate, gender } = patient.values.Patient;
  const age = ageInYears(birthDate, useNow(), unit.timeZone);
  return (
    <section aria-label="This request">
      <Facts dense>
        <Fact label="Patient">{`${nameFamily}, ${nameGiven}`}</Fact>
        <Fact label="Date of Birth">
          <time dateTime={birthDate}>{formatBirthDate(birthDate)}</time> ({age === 1 ? '1 year' : `${age} years`})
        </Fact>
        <Fact label="Sex">{choices.Sex.find(({ value }) => value === gender)?.label}</Fact>
        <Fact label="Location">{unit.displayName}</Fact>
        <Fact label="Service Line">{lineName}</Fact>
      </Facts>
    </section>
  );
}
