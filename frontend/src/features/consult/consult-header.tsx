import type { ReactNode, Ref } from 'react';

import { choices } from '@/api/contract/choices.gen';
import { BirthDateAndAge } from '@/patients/birth-date-and-age';
import { patientName } from '@/patients/patient-name';
import { numberTexts } from '@/patients/patient-number';
import { Verification } from '@/patients/verification';
import { useMe } from '@/session/me';
import { Fact, Facts } from '@/service-lines/base/facts';
import type { Consult } from '@/consults/consult';
import { Icon } from '@/shared/ui/icon';

import { ConsultBadges } from './consult-badges';
import classes from './consult-header.module.css';
import { LocationDetails } from './location-details';

export interface ConsultHeaderProps {
  consult: Consult;
  /** A phone's way back, before the name. */
  start?: ReactNode;
  /** A phone's way onwards, after the name. */
  end?: ReactNode;
  /** The name, which gets the focus after an action. */
  heading: Ref<HTMLHeadingElement>;
  /** What may be done with the whole of it. */
  tools?: ReactNode;
  /** Only the name and the badges. */
  short?: boolean;
}

/** Who the patient is, where, and how the consult stands: always in sight. */
export function ConsultHeader({ consult, heading, start, end, tools, short = false }: ConsultHeaderProps) {
  const { Patient } = consult;
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        {start}
        <h1 className={classes.name} ref={heading} tabIndex={-1}>
          {patientName(Patient)}
        </h1>
        <div className={classes.end}>{end}</div>
      </div>
      <div className={classes.more}>
        <div className={classes.badges}>
          <ConsultBadges consult={consult} />
        </div>
        {!short && <Demographics consult={consult} location={<LocationDetails consult={consult} />} />}
        {!short && Patient.isEmr && (
          <p className={classes.lock}>
            <Icon name="lock" size="xs" />
            Patient data comes from the EMR and cannot be edited here.
          </p>
        )}
        {!short && <Verification of={consult.Encounter.verification} />}
        {!short && tools}
      </div>
    </header>
  );
}

interface DemographicsProps {
  consult: Consult;
  location: ReactNode;
}

export function Demographics({ consult: { Patient, Encounter }, location }: DemographicsProps) {
  const { stringDictionary } = useMe();
  const number = numberTexts(Encounter.FeaturesByLocations.configurablePatientNumber, stringDictionary);
  return (
    <Facts dense>
      <Fact label="Sex">{choices.Sex.find(({ value }) => value === Patient.gender)?.label}</Fact>
      <Fact label="Date of Birth">
        <BirthDateAndAge day={Patient.birthDate} zone={Encounter.location.timeZone} />
      </Fact>
      {/* Of a census patient at a unit that does not ask for it, the number is the one of the hospital's record. */}
      <Fact label={stringDictionary.ENUMBER_LABEL ?? 'ID Number'}>
        {Patient.additionalData.enumber ?? Patient.identifierValue}
      </Fact>
      <Fact label={number.label}>{Patient.additionalData.patientNumber}</Fact>
      <Fact label="Location">{location}</Fact>
    </Facts>
  );
}
