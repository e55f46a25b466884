import { Navigate, useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';

import { reportCheckFailure, usePreloadedValidation } from '@/api/contract-form';
import type { CensusPatientRead, LocationRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { Census } from './census';
import { checkPatient, valuesOfCensusPatient } from './request-patient';
import { PatientForm } from './patient-form';
import { SentBackBanner } from './sent-back';
import { ServerError } from './server-error';
import { StepFrame } from './step-frame';
import { stepPaths } from './steps';
import { useChoices } from './use-choices';
import { emptyPatient, type PatientChoice, type PatientValues } from './wizard-data';
import { useWizard, useWizardData } from './wizard-store';

/** Step 2: the patient, from the hospital's census or entered manually. */
export function PatientStep() {
  const facility = useWizardData((data) => data.facility);
  const { units, loading, failed, retry } = useChoices();
  const heading = useRef<HTMLHeadingElement>(null);
  if (facility === null) return <Navigate to={stepPaths.location} replace />;
  return (
    <StepFrame ref={heading} heading={`Looks like you are at ${facility.facilityName}`} back="location">
      {failed && <ServerError onRetry={retry} />}
      {loading && <SkeletonCards label="Loading units" />}
      {units.length > 0 && <PatientChoices units={units} heading={heading} />}
    </StepFrame>
  );
}

interface PatientChoicesProps {
  units: readonly LocationRead[];
  heading: RefObject<HTMLHeadingElement | null>;
}

function PatientChoices({ units, heading }: PatientChoicesProps) {
  const wizard = useWizard();
  const sentBack = useWizardData((data) => data.sentBack);
  const integrated = units.filter((unit) => unit.emrIntegrated);
  // The form shows for a patient who was entered at least in part; the census shows before that, and for its patients with complete data.
  const [entering, setEntering] = useState(() => {
    const { patient, sentBack: refused } = wizard.read();
    return integrated.length === 0 || (patient !== null && refused === null && !isUnchangedFromCensus(patient));
  });
  // The step itself starts at its heading, even if the form is already open.
  const [switched, setSwitched] = useState(false);
  const { finish, choose } = usePatientSelection(units);
  usePreloadedValidation();
  const clearCensusPatient = () => {
    if (wizard.read().patient?.emr) wizard.update({ patient: null, drafts: [], attempt: null });
  };
  const leaveForm = () => {
    clearCensusPatient();
    setEntering(false);
    // The pressed button disappears.
    heading.current?.focus();
  };
  const openForm = () => {
    setSwitched(true);
    setEntering(true);
  };
  const enterByHand = () => {
    clearCensusPatient();
    openForm();
  };
  const chooseFrom = async (emr: CensusPatientRead) => {
    if (!(await choose(emr))) openForm();
  };
  return (
    <>
      {sentBack !== null && <SentBackBanner {...sentBack} units={units} inCensus={!entering} />}
      {entering ? (
        <div ref={switched ? focusFirstField : undefined}>
          <PatientEntry units={units} onDone={finish} onCensus={integrated.length > 0 ? leaveForm : undefined} />
        </div>
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

/** For a form that replaces the button that opened it. Skips what the census provided. */
function focusFirstField(form: HTMLElement | null) {
  form?.querySelector<HTMLElement>('input:not([readonly], [type=hidden]), select, textarea')?.focus();
}

function isUnchangedFromCensus({ values, emr, complete }: PatientChoice): boolean {
  return emr !== null && complete && JSON.stringify(values) === JSON.stringify(valuesOfCensusPatient(emr));
}

/** Saves the chosen or entered patient. */
function usePatientSelection(units: readonly LocationRead[]) {
  const wizard = useWizard();
  const { stringDictionary } = useMe();
  const navigate = useNavigate();
  const finish = (values: PatientValues, emr: CensusPatientRead | null) => {
    const { patient: before } = wizard.read();
    const moved = before !== null && before.values.locationId !== values.locationId;
    wizard.update({ patient: { values, emr, complete: true }, sentBack: null, ...(moved && { serviceLineId: null }) });
    void navigate({ to: stepPaths.service });
  };
  /** Returns false if information about the patient is still missing. */
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

/** The form, filled in with what is already known about the patient. */
function PatientEntry({ units, onDone, onCensus }: PatientEntryProps) {
  const wizard = useWizard();
  // Read only once; from then on the form has the current values.
  const [started] = useState(() => wizard.read().patient);
  const emr = started?.emr ?? null;
  const onlyUnit = units.length === 1 ? units[0]?.id : undefined;
  return (
    <PatientForm
      units={units}
      initial={started?.values ?? { ...emptyPatient, locationId: onlyUnit ?? '' }}
      emr={emr}
      onChange={(values) => wizard.update({ patient: { values, emr, complete: false } })}
      onDone={(values) => onDone(values, emr)}
      onCensus={onCensus}
    />
  );
}
