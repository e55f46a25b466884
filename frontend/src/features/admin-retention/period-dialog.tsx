import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { KindRead, PeriodRead } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { NumberField } from '@/shared/forms/number-field';
import { TextField } from '@/shared/forms/text-field';
import { Banner } from '@/shared/ui/banner';
import { toastSuccess } from '@/shared/ui/toasts';
import { isChangedMeanwhile } from '@/versions/queries';

import { useFetchAgain, useSetPeriod } from './queries';
import { kindLabel, ownerLabel, periodText } from './words';

export interface PeriodDialogProps {
  period: PeriodRead;
  rules: KindRead;
  onClose: () => void;
}

interface Values {
  days: number | string;
  reason: string;
}

/** Sets how long one kind is kept. */
export function PeriodDialog({ period, rules, onClose }: PeriodDialogProps) {
  const { kind, organizationId, organizationName, days, version } = period;
  const form = useForm<Values>({ defaultValues: { days: days ?? '', reason: '' } });
  const [seen] = useState(version);
  const { mutateAsync: save } = useSetPeriod(period);
  const fetchAgain = useFetchAgain();
  const isChanged = seen !== version;
  const submit = async (values: Values) => {
    const typed = String(values.days).trim() === '' ? null : Number(values.days);
    if (typed !== null && (!Number.isInteger(typed) || typed < rules.minimumDays)) {
      form.setError('days', {
        message: `Enter a whole number of days, ${rules.minimumDays.toLocaleString('en-US')} or more.`,
      });
      return;
    }
    await save({
      body: { organizationId, days: typed, reason: values.reason.trim() || null },
      version: seen,
    });
    toastSuccess('The period is saved. Nothing is removed until retention is applied on the server.');
    onClose();
  };
  return (
    <FormDialog
      title={`${kindLabel(kind)}: ${ownerLabel(organizationName)}`}
      form={form}
      draftKey={null}
      submitLabel="Save"
      submitDisabled={isChanged}
      expected="saved"
      isFailureHidden={isChangedMeanwhile}
      onFailure={(failure) => {
        if (isChangedMeanwhile(failure)) void fetchAgain();
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {rules.contains} {rules.advice} Days count from the end of a record; blank means forever.
      </p>
      {isChanged && (
        <Banner tone="warning" announce="alert" title="Someone else has changed this period in the meantime.">
          <p>It is now: {periodText(days)}. Close this dialog to see who changed it and why.</p>
        </Banner>
      )}
      <NumberField
        control={form.control}
        name="days"
        label="Days"
        description={`At least ${rules.minimumDays.toLocaleString('en-US')}.`}
      />
      <TextField
        control={form.control}
        name="reason"
        label="Reason (optional)"
        description="Shown with the period, for example the law that it follows."
        limit={constants.SHORT_TEXT_LIMIT}
      />
    </FormDialog>
  );
}
