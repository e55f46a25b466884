import { Button } from '@mantine/core';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { useAttempt } from '@/drafts/attempts';
import { ApiError, ChangedSinceError, isApiError } from '@/api/errors';
import type { LocationRead } from '@/api/generated/types.gen';
import { type Fields, withValueAt } from '@/api/rules';
import { OnCallNotice } from '@/consults/on-call-now';
import type { ServiceLine } from '@/service-lines/define';
import { serviceLineById } from '@/service-lines/registry';
import { useMe } from '@/session/me';
import { formatDay } from '@/shared/lib/dates';
import { Banner } from '@/shared/ui/banner';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { type Failure, NotSent } from './not-sent';
import { checkPatient } from './request-patient';
import { sendRequest } from './queries';
import { RequestSummary } from './request-summary';
import { StepFrame } from './step-frame';
import { missingBefore, stepPaths } from './steps';
import { useChoices } from './use-choices';
import {
  type Identity,
  identityOf,
  isSamePerson,
  type LineDraft,
  mayBeSamePerson,
  type PatientChoice,
  type WhySentBack,
  type WizardData,
} from './wizard-data';
import { useWizard, useWizardData } from './wizard-store';

/** Step 4: the request form of the line whose slug is in the path. */
export function DetailsStep({ slug }: { slug: string }) {
  const { unit, loading } = useChoices();
  const missing = useWizardData((data) => missingBefore('details', data));
  const patient = useWizardData((data) => data.patient);
  const serviceLineId = useWizardData((data) => data.serviceLineId);
  if (missing !== null) return <Navigate to={stepPaths[missing]} replace />;
  const line = serviceLineId === null ? null : serviceLineById(serviceLineId);
  if (patient === null || serviceLineId === null || line?.slug !== slug) {
    return <Navigate to={stepPaths.service} replace />;
  }
  if (unit === null)
    return loading ? <SkeletonCards label="Loading the form" /> : <Navigate to={stepPaths.patient} replace />;
  return <LineDetails line={line} lineId={serviceLineId} patient={patient} unit={unit} />;
}

interface LineDetailsProps {
  line: ServiceLine;
  lineId: number;
  patient: PatientChoice;
  unit: LocationRead;
}

function LineDetails(props: LineDetailsProps) {
  const { line, lineId, patient, unit } = props;
  const wizard = useWizard();
  const { submit, failure } = useSubmit(props);
  const { RequestForm } = line;
  const about = identityOf(patient);
  // The saved draft is read only once; from then on the form has the current values.
  const [draft, setDraft] = useState(() => answersOf(lineId, unit, about, wizard.read()));
  const heading = useRef<HTMLHeadingElement>(null);
  const others = useWizardData(({ drafts }) => drafts);
  const otherDraft = draft === null ? draftOfOtherPatient(lineId, about, others) : undefined;
  const saveDraft = (answers: Fields) => {
    const rest = wizard.read().drafts.filter((each) => !isDraftOf(each, lineId, about));
    wizard.update({ drafts: [...rest, { serviceLineId: lineId, about, locationId: unit.id, answers }] });
  };
  const applyDraft = (applied: LineDraft) => {
    const rest = wizard.read().drafts.filter((each) => each !== applied && !isDraftOf(each, lineId, about));
    wizard.update({ drafts: [...rest, { ...applied, about }] });
    setDraft(answersOf(lineId, unit, about, wizard.read()));
    // The pressed button disappears.
    heading.current?.focus();
  };
  const { nameGiven, nameFamily } = patient.values.Patient;
  return (
    <StepFrame ref={heading} heading={`What is ${nameGiven} ${nameFamily}'s condition?`} back="service">
      <RequestSummary patient={patient} unit={unit} lineName={line.contract.name} />
      <OnCallNotice line={{ id: lineId, name: line.contract.name }} />
      {otherDraft !== undefined && (
        <OtherPatientBanner
          draft={otherDraft}
          patient={`${nameGiven} ${nameFamily}`}
          hasDraft={others.some((each) => isDraftOf(each, lineId, about))}
          onUse={() => applyDraft(otherDraft)}
        />
      )}
      <RequestForm
        key={draft === null ? 'empty' : 'restored'}
        contract={line.contract}
        unit={unit}
        draft={draft}
        onDraft={saveDraft}
        onSubmit={submit}
        notice={failure !== null && <NotSent {...failure} unit={unit} />}
      />
    </StepFrame>
  );
}

const isDraftOf = ({ serviceLineId, about }: LineDraft, lineId: number, patient: Identity) =>
  serviceLineId === lineId && isSamePerson(about, patient);

/** The draft's answers. A callback number belongs to one unit, so it must be entered again if the patient is in a different one. */
function answersOf(lineId: number, unit: LocationRead, patient: Identity, { drafts }: WizardData): Fields | null {
  const draft = drafts.find((each) => isDraftOf(each, lineId, patient));
  if (draft === undefined) return null;
  return draft.locationId === unit.id ? draft.answers : withValueAt(draft.answers, 'callbackNumber', undefined);
}

/** The most recent draft of this form for another patient, who may be this patient under a corrected name. */
function draftOfOtherPatient(lineId: number, patient: Identity, drafts: readonly LineDraft[]): LineDraft | undefined {
  return drafts.findLast(
    ({ serviceLineId, about }) =>
      serviceLineId === lineId && !isSamePerson(about, patient) && mayBeSamePerson(about, patient),
  );
}

interface OtherPatientBannerProps {
  draft: LineDraft;
  patient: string;
  /** This patient already has answers, which would be replaced. */
  hasDraft: boolean;
  onUse: () => void;
}

/** Answers about one patient must never be sent for another unless the user confirms that they are the same person. */
function OtherPatientBanner({ draft: { about }, patient, hasDraft, onUse }: OtherPatientBannerProps) {
  const [confirming, setConfirming] = useState(false);
  const other = `${about.nameGiven} ${about.nameFamily}, born ${formatDay(about.birthDate)}`;
  return (
    <>
      <Banner
        tone="warning"
        title={`You started this form for ${other}.`}
        actions={
          <Button variant="default" onClick={hasDraft ? () => setConfirming(true) : onUse}>
            Use Those Answers
          </Button>
        }
      >
        <p>Those answers are not in the form. Use them only if {patient} is the same person.</p>
      </Banner>
      <ConfirmDialog
        opened={confirming}
        title="Replace Your Answers?"
        confirmLabel="Replace"
        danger
        onCancel={() => setConfirming(false)}
        onConfirm={onUse}
      >
        What you entered about {patient} will be replaced by your answers about {other}.
      </ConfirmDialog>
    </>
  );
}

/** Submits the request, one at a time. */
function useSubmit({ lineId, patient, unit }: LineDetailsProps) {
  const wizard = useWizard();
  const navigate = useNavigate();
  const { stringDictionary } = useMe();
  const sending = useRef(false);
  // Persisted across a reload, so that sending the same content again does not create a second consult.
  const attempt = useAttempt({
    store: { read: () => wizard.read().attempt, write: (last) => wizard.update({ attempt: last }) },
    final: true,
  });
  const [failure, setFailure] = useState<Failure | null>(null);

  const submit = async (request: Fields): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setFailure(null);
    try {
      const { data } = await checkPatient(patient.values, patient.emr, unit, stringDictionary);
      const body = { ...request, ...data, serviceLineId: lineId };
      const id = await attempt(body, async (key) => sendRequest(body, key));
      await navigate({ to: '/consult/$id', params: { id }, replace: true, ignoreBlocker: true });
      wizard.clear();
    } catch (error) {
      if (error instanceof ChangedSinceError) {
        setFailure({ error, emergency: request.isEmergency === true });
        return;
      }
      // Does not log the request or the server's message, since both can contain patient data.
      const status = error instanceof ApiError ? error.status : null;
      console.warn('A consult could not be requested.', { call: 'create', status });
      const why = whySentBack(error);
      if (why !== null && patient.emr !== null) {
        const sentBack = { patient: patient.emr, why };
        wizard.update({ patient: { ...patient, emr: null, complete: false }, sentBack });
      } else setFailure({ error, emergency: request.isEmergency === true });
      throw error;
    } finally {
      sending.current = false;
    }
  };
  return { submit, failure };
}

/** Why the hospital's record rejected the patient, which only the patient step can fix; null for any other failure. */
function whySentBack(error: unknown): WhySentBack | null {
  if (isApiError(error, 409, 'record_differs')) return 'differs';
  const left = isApiError(error, 400) && error.fieldErrors.some(({ field }) => field === 'Patient.emrId');
  return left ? 'left' : null;
}
