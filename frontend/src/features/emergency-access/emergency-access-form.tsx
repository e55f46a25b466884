import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';

import { choices } from '@/api/contract/choices/sessions.gen';
import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { type ApiError, isApiError } from '@/api/errors';
import type { EmergencyReason } from '@/api/generated/types.gen';
import { showServerErrors } from '@/api/show-server-errors';
import { NotSaved } from '@/drafts/not-saved';
import { useDraft } from '@/drafts/use-draft';
import { useMe } from '@/session/me';
import { BirthDateField } from '@/shared/forms/birth-date-field';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { Form } from '@/shared/forms/form';
import { SelectField } from '@/shared/forms/select-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextAreaField, TextField } from '@/shared/forms/text-field';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';

import classes from './emergency-access.module.css';
import { useRequestEmergencyAccess } from './queries';

interface Values {
  organizationId: number | '';
  birthDate: string;
  patientNumber: string;
  nameGiven: string;
  nameFamily: string;
  reason: EmergencyReason | '';
  explanation: string;
}

export interface EmergencyAccessFormProps {
  /** Called with the consult to show. */
  onOpen: (consultId: string) => void;
}

const BUTTON = 'Open Consults';
const limit = constants.SHORT_TEXT_LIMIT;

/** Opens the consults of a patient whom the user names exactly. */
export function EmergencyAccessForm({ onOpen }: EmergencyAccessFormProps) {
  const { organizations } = useMe();
  const form = useContractForm<Values>('RequestEmergencyAccess', {
    defaultValues: {
      organizationId: organizations.length === 1 ? (organizations[0]?.id ?? '') : '',
      birthDate: '',
      patientNumber: '',
      nameGiven: '',
      nameFamily: '',
      reason: '',
      explanation: '',
    },
  });
  const { mutateAsync: request } = useRequestEmergencyAccess();
  const [failure, setFailure] = useState<unknown>(null);
  const [opened, setOpened] = useState<string | null>(null);
  useDraft(form, 'emergency-access');
  // Once the page can be left without a question.
  const open = useEffectEvent(() => {
    if (opened !== null) onOpen(opened);
  });
  useEffect(() => open(), [opened]);
  const submit = async ({ organizationId, reason, ...typed }: Values) => {
    if (organizationId === '' || reason === '') return;
    setFailure(null);
    try {
      const { consultIds } = await request({ ...typed, organizationId, reason });
      form.reset();
      setOpened(consultIds[0] ?? null);
    } catch (refused) {
      if (!showServerErrors(form, refused)) setFailure(refused);
    }
  };
  const { control } = form;
  return (
    <Form form={form} onSubmit={submit}>
      <div className={classes.form}>
        <Conditions />
        {organizations.length !== 1 && (
          <SelectField
            control={control}
            name="organizationId"
            label="Hospital Organization"
            options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
        )}
        <BirthDateField control={control} name="birthDate" label="Date of Birth" required />
        <TextField
          control={control}
          name="patientNumber"
          label="Patient Number"
          description="As on the wristband or in the record. Without it, enter both names."
          limit={limit}
        />
        <TextField control={control} name="nameGiven" label="First Name" limit={limit} />
        <TextField control={control} name="nameFamily" label="Last Name" limit={limit} />
        <SingleChoiceField
          control={control}
          name="reason"
          label="Reason"
          options={choices.EmergencyReason}
          variant="list"
          required
        />
        <TextAreaField
          control={control}
          name="explanation"
          label="What Happened"
          description="Do not name the patient here: whoever reviews this may not know them."
          limit={limit}
          required
        />
        <InView>{failure !== null && <Refused failure={failure} onOpen={onOpen} />}</InView>
        <SubmitButton label={BUTTON} busy={form.formState.isSubmitting} />
      </div>
    </Form>
  );
}

function Conditions() {
  return (
    <Banner tone="warning" icon="lock" title="Only if a patient needs you now">
      <p>
        You can read the consults of one patient of your hospital for a while, and nothing else. Everything you read is
        recorded and reported, and somebody else reviews it.
      </p>
    </Banner>
  );
}

function Refused({ failure, onOpen }: EmergencyAccessFormProps & { failure: unknown }) {
  if (isApiError(failure, 409, 'already_in_reach')) return <InReach refusal={failure} onOpen={onOpen} />;
  if (isApiError(failure, 404) || isApiError(failure, 409))
    return (
      <Banner tone="danger" announce="alert" title="Nothing was opened.">
        <p>{failure.message}</p>
      </Banner>
    );
  if (isApiError(failure, 429))
    return (
      <Banner tone="danger" announce="alert" title="Too many tries">
        <p>Nobody fitted several times, so nothing more is looked up for an hour. Call the service line instead.</p>
      </Banner>
    );
  return <NotSaved failure={failure} button={BUTTON} expected="opened" />;
}

function InReach({ refusal, onOpen }: EmergencyAccessFormProps & { refusal: ApiError }) {
  const { consultId } = refusal.details;
  return (
    <Banner
      announce="alert"
      title="You need no emergency access"
      actions={
        <Button variant="default" onClick={() => onOpen(String(consultId))}>
          Open Consult
        </Button>
      }
    >
      <p>{refusal.message}</p>
    </Banner>
  );
}
