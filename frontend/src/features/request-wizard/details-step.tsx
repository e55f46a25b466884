import { Button } from '@mantine/core';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { useAttempt } from '@/drafts/attempts';
import { ApiError, ChangedSinceError, isApiError } from '@/api/errors';
import type { LocationRead } from '@/api/generated/types.gen';
import { type Fields, withValueAt } from '@/api/rules';
import type { ServiceLine } from '@/service-lines/define';
import { serviceLineById } from '@/service-lines/registry';
import { useMe } from '@/session/me';
import { formatBirthDate } from '@/shared/lib/dates';
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

/** Step 4: the form of the line whose slug is in the path. */
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
  // What was typed before is read once; from then on the form itself knows.
  const [draft, setDraft] = useState(() => answersOf(lineId, unit, about, wizard.read()));
  const heading = useRef<HTMLHeadingElement>(null);
  const others = useWizardData(({ drafts }) => drafts);
  const ofAnother = draft === null ? draftOfAnother(lineId, about, others) : undefined;
  const keep = (answers: Fields) => {
    const rest = wizard.read().drafts.filter((each) => !isOf(each, lineId, about));
    wizard.update({ drafts: [...rest, { serviceLineId: lineId, about, locationId: unit.id, answers }] });
  };
  const take = (taken: LineDraft) => {
    const rest = wizard.read().drafts.filter((each) => each !== taken && !isOf(each, lineId, about));
    wizard.update({ drafts: [...rest, { ...taken, about }] });
    setDraft(answersOf(lineId, unit, about, wizard.read()));
    // What was pressed goes away.
    heading.current?.focus();
  };
  const { nameGiven, nameFamily } = patient.values.Patient;
  return (
    <StepFrame ref={heading} heading={`What is ${nameGiven} ${nameFamily}'s condition?`} back="service">
      <RequestSummary patient={patient} unit={unit} lineName={line.contract.name} />
      {ofAnother !== undefined && (
        <AnswersAboutAnother
          draft={ofAnother}
          patient={`${nameGiven} ${nameFamily}`}
          begun={others.some((each) => isOf(each, lineId, about))}
          onTake={() => take(ofAnother)}
        />
      )}
      <RequestForm
        key={draft === null ? 'empty' : 'begun'}
        contract={line.contract}
        unit={unit}
        draft={draft}
        onDraft={keep}
        onSubmit={submit}
        notice={failure !== null && <NotSent {...failure} unit={unit} />}
      />
    </StepFrame>
  );
}

const isOf = ({ serviceLineId, about }: LineDraft, lineId: number, patient: Identity) =>
  serviceLineId === lineId && isSamePerson(about, patient);

/** A number at one unit's bedside rings in no other: it is asked for again where the patient turned out to be elsewhere. */
function answersOf(lineId: number, unit: LocationRead, patient: Identity, { drafts }: WizardData): Fields | null {
  const draft = drafts.find((each) => isOf(each, lineId, patient));
  if (draft === undefined) return null;
  return draft.locationId === unit.id ? draft.answers : withValueAt(draft.answers, 'callbackNumber', undefined);
}

/** The last draft of this form about someone else, who may be this patient under a corrected name. */
function draftOfAnother(lineId: number, patient: Identity, drafts: readonly LineDraft[]): LineDraft | undefined {
  return drafts.findLast(
    ({ serviceLineId, about }) =>
      serviceLineId === lineId && !isSamePerson(about, patient) && mayBeSamePerson(about, patient),
  );
}

interface AnswersAboutAnotherProps {
  draft: LineDraft;
  patient: string;
  /** This patient has answers already, which those would replace. */
  begun: boolean;
  onTake: () => void;
}

/** Answers about one patient must never be sent for another, unless the user confirms that it is the same person. */
function AnswersAboutAnother({ draft: { about }, patient, begun, onTake }: AnswersAboutAnotherProps) {
  const [asking, setAsking] = useState(false);
  const other = `${about.nameGiven} ${about.nameFamily}, born ${formatBirthDate(about.birthDate)}`;
  return (
    <>
      <Banner
        tone="warning"
        title={`You started this form for ${other}.`}
        actions={
          <Button variant="default" onClick={begun ? () => setAsking(true) : onTake}>
            Use Those Answers
          </Button>
        }
      >
        <p>Those answers are not in the form. Use them only if {patient} is the same person.</p>
      </Banner>
      <ConfirmDialog
        opened={asking}
        title="Replace Your Answers?"
        confirmLabel="Replace"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={onTake}
      >
        What you entered about {patient} will be replaced by your answers about {other}.
      </ConfirmDialog>
    </>
  );
}

/** Sends one request at a time. */
function useSubmit({ lineId, patient, unit }: LineDetailsProps) {
  const wizard = useWizard();
  const navigate = useNavigate();
  const { stringDictionary } = useMe();
  const sending = useRef(false);
  // Stored across a reload: the same content is one consult.
  const attempt = useAttempt({
    store: { read: () => wizard.read().attempt, write: (last) => wizard.update({ attempt: last }) },
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
      // Neither the request nor the server's words: both may hold patient data.
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

/** Where the hospital's record refused the patient, only the patient step can mend that; null for any other refusal. */
function whySentBack(error: unknown): WhySentBack | null {
  if (isApiError(error, 409, 'record_differs')) return 'differs';
  const left = isApiError(error, 400) && error.fieldErrors.some(({ field }) => field === 'Patient.emrId');
  return left ? 'left' : null;
}
