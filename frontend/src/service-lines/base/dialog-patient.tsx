import { BirthDateAndAge } from '@/patients/birth-date-and-age';
import { patientName } from '@/patients/patient-name';
import { Verification } from '@/patients/verification';

import type { Consult } from '@/consults/consult';
import classes from './dialog-patient.module.css';

/** Identifies the patient below a dialog's title, since the page's header is dimmed behind it. */
export function DialogPatient({ consult: { Patient, Encounter } }: { consult: Consult }) {
  return (
    <>
      <p className={classes.patient}>
        <bdi className={classes.name}>{patientName(Patient)}</bdi>{' '}
        <span className={classes.born}>
          Date of Birth <BirthDateAndAge day={Patient.birthDate} zone={Encounter.location.timeZone} />
        </span>
      </p>
      <Verification of={Encounter.verification} />
    </>
  );
}
