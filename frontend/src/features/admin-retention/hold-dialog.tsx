import { useForm, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { HoldScope } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { toastSuccess } from '@/shared/ui/toasts';

import { useAddHold } from './queries';
import { holdScopes } from './words';

export interface Organization {
  readonly value: number;
  readonly label: string;
}

export interface HoldDialogProps {
  organizations: readonly Organization[];
  onClose: () => void;
}

interface Values {
  organizationId: number | '';
  scope: HoldScope;
  consultId: string;
  fromAt: string;
  untilAt: string;
  reason: string;
}

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i;
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T/;
const REQUIRED = 'This field is required.';

/** Begins a hold on what belongs to an organization. */
export function HoldDialog({ organizations, onClose }: HoldDialogProps) {
  const [only] = organizations;
  const form = useForm<Values>({
    defaultValues: {
      organizationId: organizations.length === 1 && only !== undefined ? only.value : '',
      scope: 'organization',
      consultId: '',
      fromAt: '',
      untilAt: '',
      reason: '',
    },
  });
  const { control, setError } = form;
  const scope = useWatch({ control, name: 'scope' });
  const { mutateAsync: add } = useAddHold();
  const submit = async (values: Values) => {
    const mistakes = mistakesIn(values);
    for (const [field, message] of mistakes) setError(field, { message });
    if (mistakes.length > 0 || values.organizationId === '') return;
    await add({
      organizationId: values.organizationId,
      scope: values.scope,
      consultId: values.scope === 'organization' ? null : (ID.exec(values.consultId)?.[0] ?? null),
      fromAt: values.fromAt || null,
      untilAt: values.untilAt || null,
      reason: values.reason.trim(),
    });
    toastSuccess('The hold has begun.');
    onClose();
  };
  return (
    <FormDialog
      title="Begin a Legal Hold"
      size="lg"
      form={form}
      draftKey={null}
      submitLabel="Begin"
      losesInput
      expected="saved"
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField control={control} name="organizationId" label="Organization" options={organizations} required />
      <SelectField control={control} name="scope" label="What Is Held" options={holdScopes} blank={null} required />
      {scope !== 'organization' && (
        <TextField
          control={control}
          name="consultId"
          label="Consult"
          description="Its address, copied from the browser, or its ID."
          required
        />
      )}
      <DateTimeField control={control} name="fromAt" label="From" description="Blank means from the beginning." />
      <DateTimeField control={control} name="untilAt" label="Until" description="Blank means without end." />
      <TextField
        control={control}
        name="reason"
        label="Reason"
        description="Without names of patients."
        limit={constants.SHORT_TEXT_LIMIT}
        required
      />
    </FormDialog>
  );
}

function mistakesIn(values: Values): [keyof Values, string][] {
  const mistakes: [keyof Values, string][] = [];
  const { organizationId, scope, consultId, fromAt, untilAt, reason } = values;
  if (organizationId === '') mistakes.push(['organizationId', REQUIRED]);
  if (scope !== 'organization' && !ID.test(consultId)) mistakes.push(['consultId', 'Enter the address of a consult.']);
  for (const [field, moment] of [
    ['fromAt', fromAt],
    ['untilAt', untilAt],
  ] as const) {
    if (moment !== '' && !ISO_MOMENT.test(moment)) mistakes.push([field, 'Enter a date and a time.']);
  }
  if (fromAt !== '' && untilAt !== '' && fromAt >= untilAt) mistakes.push(['untilAt', 'Enter a later time.']);
  if (reason.trim() === '') mistakes.push(['reason', REQUIRED]);
  return mistakes;
}
