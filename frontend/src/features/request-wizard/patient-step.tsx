import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { messages } from '@/api/contract/messages.gen';
import { useCheckAhead } from '@/api/contract-form';
import type { CensusPatientRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { toastDanger } from '@/shared/ui/toasts';

import { Census } from './census';
import { checkPatient, valuesOfCensusPatient } from './patient-check';
import { PatientForm } from './patient-form';
import { ServerTrouble } from './server-trouble';
import { StepFrame } from './step-frame';
import { missingBefore, stepPaths } from './steps';
import { useChoices } from './use-choices';
import { emptyPatient, type PatientValues } from './wizard-data';
import { useWizard } from './wizard-store';

/** Step 2: the patient, from the hospital's census or typed in. */
export function PatientStep() {
  const { facility } = useWizard().data;
  const { units, loading, failed, retry } = useChoices();
  const missing = missingBefore('patient', useWizard().data);
  if (missing !== null || facility === null) return <Navigate to={stepPaths.location} replace />;
  return (
    <StepFrame heading={`Looks like you are at ${facility.facilityName}`} back="location">
      {failed && <ServerTrouble onRetry={retry} />}
      {loading && <SkeletonCards label="Loading units" />}
      {units.length > 0 && <PatientChoices />}
    </StepFrame>
  );
}

function PatientChoices() {
  const wizard = useWizard();
  const { patient } = wizard.data;
  const { units } = useChoices();
  const { stringDictionary } = useMe();
  const navigate = useNavigate();
  useCheckAhead();
  const integrated = units.filter((unit) => unit.emrIntegrated);
  // A patient who was begun stays on the screen; the census shows until then.
  const [entering, setEntering] = useState(patient !== null || integrated.length === 0);
  const startValues = { ...emptyPatient, locationId: units.length === 1 ? (units[0]?.id ?? '') : ('' as const) };

  const finish = (values: PatientValues, emr: CensusPatientRead | null) => {
    const { patient: before } = wizard.data;
    const moved = before !== null && before.values.locationId !== values.locationId;
    wizard.update({ patient: { values, emr, complete: true }, ...(moved && { serviceLineId: null }) });
    void navigate({ to: stepPaths.service });
  };
  const choose = async (emr: CensusPatientRead) => {
    // Answers about one patient must never be sent for another.
    if (patient?.emr?.emrId !== emr.emrId) wizard.update({ draft: null, attempt: null });
    const unit = units.find(({ id }) => id === emr.safarLocId);
    const values = valuesOfCensusPatient(emr, unit);
    const { errors } = await checkPatient(values, emr, unit, stringDictionary);
    if (errors.size === 0) {
      finish(values, emr);
      return;
    }
    wizard.update({ patient: { values, emr, complete: false } });
    setEntering(true);
  };
  const leaveForm = () => {
    if (patient !== null && patient.emr !== null) wizard.update({ patient: null, draft: null, attempt: null });
    setEntering(false);
  };
  if (!entering) {
    // What checks a patient may not have come, and after a new release its file may be gone.
    const failed = () => toastDanger(messages.HELP_DESK);
    return (
      <Census
        units={integrated}
        onChoose={(emr) => void choose(emr).catch(failed)}
        onManual={() => setEntering(true)}
      />
    );
  }
  return (
    <PatientForm
      units={units}
      initial={patient?.values ?? startValues}
      emr={patient?.emr ?? null}
      onChange={(values) =>
        wizard.update({ patient: { values, emr: wizard.data.patient?.emr ?? null, complete: false } })
      }
      onDone={(values) => finish(values, patient?.emr ?? null)}
      onCensus={integrated.length > 0 ? leaveForm : undefined}
    />
  );
}
