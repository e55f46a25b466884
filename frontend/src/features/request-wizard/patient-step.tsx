import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { reportCheckFailure, usePreloadedValidation } from '@/api/contract-form';
import type { CensusPatientRead, LocationRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { Census } from './census';
import { checkPatient, valuesOfCensusPatient } from './request-patient';
import { PatientForm } from './patient-form';
import { SentBackBanner } from './sent-back';
import { ServerTrouble } from './server-trouble';
import { StepFrame } from './step-frame';
import { stepPaths } from './steps';
import { useChoices } from './use-choices';
import { emptyPatient, type PatientChoice, type PatientValues } from './wizard-data';
import { useWizard, useWizardData } from './wizard-store';

/** Step 2: the patient, from the hospital's census or typed in. */
export function PatientStep() {
  const facility = useWizardData((data) => data.facility);
  const { units, loading, failed, retry } = useChoices();
  if (facility === null) return <Navigate to={stepPaths.location} replace />;
  return (
    <StepFrame heading={`Looks like you are at ${facility.facilityName}`} back="location">
      {failed && <ServerTrouble onRetry={retry} />}
      {loading && <SkeletonCards label="Loading units" />}
      {units.length > 0 && <PatientChoices units={units} />}
    </StepFrame>
  );
}

function PatientChoices({ units }: { units: readonly LocationRead[] }) {
  const wizard = useWizard();
  const sentBack = useWizardData((data) => data.sentBack);
  const integrated = units.filter((unit) => unit.emrIntegrated);
  // A patient who was begun stays on the screen; the census shows until then, and to whom it gave a patient who lacked nothing.
  const [entering, setEntering] = useState(() => {
    const { patient, sentBack: refused } = wizard.read();
    return integrated.length === 0 || (patient !== null && refused === null && !isAsTheCensusHasThem(patient));
  });
  const { finish, choose } = usePatient(units);
  usePreloadedValidation();
  const forgetCensusPatient = () => {
    if (wizard.read().patient?.emr) wizard.update({ patient: null, drafts: [], attempt: null });
  };
  const leaveForm = () => {
    forgetCensusPatient();
    setEntering(false);
  };
  const enterByHand = () => {
    forgetCensusPatient();
    setEntering(true);
  };
  const chooseFrom = async (emr: CensusPatientRead) => {
    if (!(await choose(emr))) setEntering(true);
  };
  return (
    <>
      {sentBack !== null && <SentBackBanner {...sentBack} units={units} inCensus={!entering} />}
      {entering ? (
        <PatientEntry units={units} onDone={finish} onCensus={integrated.length > 0 ? leaveForm : undefined} />
      ) : (
        <Census
          units={integrated}
          onChoose={(emr) => void chooseFrom(emr).catch(reportCheckFailure)}
          onManual={enterByHand}
        />
      )}
    </>
  );
}

function isAsTheCensusHasThem({ values, emr, complete }: PatientChoice): boolean {
  return emr !== null && complete && JSON.stringify(values) === JSON.stringify(valuesOfCensusPatient(emr));
}

/** What becomes of the patient of this step. */
function usePatient(units: readonly LocationRead[]) {
  const wizard = useWizard();
  const { stringDictionary } = useMe();
  const navigate = useNavigate();
  const finish = (values: PatientValues, emr: CensusPatientRead | null) => {
    const { patient: before } = wizard.read();
    const moved = before !== null && before.values.locationId !== values.locationId;
    wizard.update({ patient: { values, emr, complete: true }, sentBack: null, ...(moved && { serviceLineId: null }) });
    void navigate({ to: stepPaths.service });
  };
  /** Answers false where something about the patient is still to be asked. */
  const choose = async (emr: CensusPatientRead): Promise<boolean> => {
    const { patient, sentBack } = wizard.read();
    // Answers about one patient must never be sent for another.
    const same = (patient?.emr ?? sentBack?.patient)?.emrId === emr.emrId;
    if (!same) wizard.update({ drafts: [], attempt: null });
    const unit = units.find(({ id }) => id === emr.safarLocId);
    const values = valuesOfCensusPatient(emr);
    const { errors } = await checkPatient(values, emr, unit, stringDictionary);
    if (errors.size === 0) finish(values, emr);
    else wizard.update({ patient: { values, emr, complete: false }, sentBack: null });
    return errors.size === 0;
  };
  return { finish, choose };
}

interface PatientEntryProps {
  units: readonly LocationRead[];
  onDone: (values: PatientValues, emr: CensusPatientRead | null) => void;
  onCensus: (() => void) | undefined;
}

/** The form, with what is known of the patient already. */
function PatientEntry({ units, onDone, onCensus }: PatientEntryProps) {
  const wizard = useWizard();
  // From then on the form itself knows.
  const [begun] = useState(() => wizard.read().patient);
  const emr = begun?.emr ?? null;
  const onlyUnit = units.length === 1 ? units[0]?.id : undefined;
  return (
    <PatientForm
      units={units}
      initial={begun?.values ?? { ...emptyPatient, locationId: onlyUnit ?? '' }}
      emr={emr}
      onChange={(values) => wizard.update({ patient: { values, emr, complete: false } })}
      onDone={(values) => onDone(values, emr)}
      onCensus={onCensus}
    />
  );
}
