import type { ReactNode, Ref } from 'react';

import { choices } from '@/api/contract/choices.gen';
import { useMe } from '@/session/me';
import { numberTexts } from '@/session/patient-number';
import { Fact, Facts } from '@/service-lines/base/facts';
import type { Consult } from '@/service-lines/define';
import { useNow } from '@/shared/hooks/use-now';
import { ageInYears, formatBirthDate } from '@/shared/lib/dates';
import { Icon } from '@/shared/ui/icon';

import { ConsultBadges } from './consult-badges';
import classes from './consult-header.module.css';
import { patientName } from './words';

export interface ConsultHeaderProps {
  consult: Consult;
  /** A phone's way back, before the name. */
  start?: ReactNode;
  /** A phone's way onwards, after the name. */
  end?: ReactNode;
  /** The name, which gets the focus after an action. */
  heading: Ref<HTMLHeadingElement>;
  /** Only the name and the badges. */
  short?: boolean;
}

/** Who the patient is, where, and how the consult stands: always in sight. */
export function ConsultHeader({ consult, heading, start, end, short = false }: ConsultHeaderProps) {
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
        {!short && <Demographics consult={consult} />}
        {!short && Patient.isEmr && (
          <p className={classes.lock}>
            <Icon name="lock" size={14} />
            Patient data comes from the EMR and cannot be edited here.
          </p>
        )}
      </div>
    </header>
  );
}

function Demographics({ consult: { Patient, Encounter } }: { consult: Consult }) {
  const { stringDictionary } = useMe();
  const number = numberTexts(Encounter.FeaturesByLocations.configurablePatientNumber, stringDictionary);
  return (
    <Facts dense>
      <Fact label="Sex">{choices.Sex.find(({ value }) => value === Patient.gender)?.label}</Fact>
      <Fact label="Date of Birth">
        <BirthDate day={Patient.birthDate} zone={Encounter.location.timeZone} />
      </Fact>
      {/* Of a census patient at a unit that does not ask for it, the number is the one of the hospital's record. */}
      <Fact label={stringDictionary.ENUMBER_LABEL ?? 'ID Number'}>
        {Patient.additionalData.enumber ?? Patient.identifierValue}
      </Fact>
      <Fact label={number.label}>{Patient.additionalData.patientNumber}</Fact>
      <Fact label="Location">{Encounter.location.displayName}</Fact>
    </Facts>
  );
}

function BirthDate({ day, zone }: { day: string; zone: string }) {
  const age = ageInYears(day, useNow(), zone);
  return (
    <>
      <time dateTime={day}>{formatBirthDate(day)}</time> ({age === 1 ? '1 year' : `${age} years`})
    </>
  );
}
