import type { ReactNode, Ref } from 'react';

import { choices } from '@/api/contract/choices/patients.gen';
import { BirthDateAndAge } from '@/patients/birth-date-and-age';
import { patientName } from '@/patients/patient-name';
import { idNumberLabel, numberTexts } from '@/patients/patient-number';
import { Verification } from '@/patients/verification';
import { useMe } from '@/session/me';
import { Fact, Facts } from '@/service-lines/base/facts';
import { useConsult } from '@/consults/consult-context';
import { Icon } from '@/shared/ui/icon';

import { ConsultBadges } from './consult-badges';
import classes from './consult-header.module.css';
import { LocationDetails } from './location-details';

export interface ConsultHeaderProps {
  /** Before the name. */
  start?: ReactNode;
  /** After the name. */
  end?: ReactNode;
  /** The name, which gets focus after an action. */
  heading: Ref<HTMLHeadingElement>;
  /** Below everything else. */
  tools?: ReactNode;
  /** Only the name and the badges. */
  short?: boolean;
}

/** The patient, the location and the consult's state; sticky. */
export function ConsultHeader({ heading, start, end, tools, short = false }: ConsultHeaderProps) {
  const { Patient, Encounter } = useConsult();
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        {start}
        <h1 className={classes.name} title={patientName(Patient)} ref={heading} tabIndex={-1}>
          {patientName(Patient)}
        </h1>
        <div className={classes.end}>{end}</div>
      </div>
      <div className={classes.more}>
        <div className={classes.badges}>
          <ConsultBadges />
        </div>
        {!short && <Demographics location={<LocationDetails />} />}
        {!short && Patient.isEmr && (
          <p className={classes.lock}>
            <Icon name="lock" size="xs" />
            Patient data comes from the EMR and cannot be edited here.
          </p>
        )}
        {!short && <Verification of={Encounter.verification} />}
        {!short && tools}
      </div>
    </header>
  );
}

export function Demographics({ location }: { location: ReactNode }) {
  const { Patient, Encounter } = useConsult();
  const { stringDictionary } = useMe();
  const number = numberTexts(Encounter.FeaturesByLocations.configurablePatientNumber, stringDictionary);
  return (
    <Facts dense>
      <Fact label="Sex">{choices.Sex.find(({ value }) => value === Patient.gender)?.label}</Fact>
      <Fact label="Date of Birth">
        <BirthDateAndAge day={Patient.birthDate} zone={Encounter.location.timeZone} />
      </Fact>
      {/* For a census patient at a unit that does not collect a number, this is the number from the hospital's record. */}
      <Fact label={idNumberLabel(stringDictionary)}>{Patient.additionalData.enumber ?? Patient.identifierValue}</Fact>
      <Fact label={number.label}>{Patient.additionalData.patientNumber}</Fact>
      <Fact label="Location">{location}</Fact>
    </Facts>
  );
}
