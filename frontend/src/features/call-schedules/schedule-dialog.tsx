import { useState } from 'react';

import { useCheckedForm } from '@/api/contract-form';
import type { ApiError } from '@/api/errors';
import type { CallScheduleRead } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { useMe } from '@/session/me';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';
import { toastSuccess } from '@/shared/ui/toasts';

import { CheckResult } from './check-result';
import { isSavedMeanwhile, useSaveSchedule } from './queries';
import { RemoveSchedule } from './remove-schedule';
import { SavedMeanwhile } from './saved-meanwhile';
import { ScheduleFields } from './schedule-fields';
import { bodyOf, checkSchedule, type ScheduleValues, valuesOf } from './schedule-form';
import { useCheckBeforeSave } from './use-check-before-save';

export interface ScheduleDialogProps {
  /** Null for a new one. */
  schedule: CallScheduleRead | null;
  isRemoved: boolean;
  onClose: () => void;
}

/** Adds or edits a call schedule. Before it is saved, the planner sees what it would leave open. */
export function ScheduleDialog({ schedule, isRemoved, onClose }: ScheduleDialogProps) {
  const id = schedule?.id ?? null;
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const form = useCheckedForm<ScheduleValues>(checkSchedule, useFirstValues(schedule));
  const { checked, check, forget } = useCheckBeforeSave(form, id);
  const { mutateAsync: save } = useSaveSchedule();
  const submit = async (values: ScheduleValues) => {
    if (!(await check(values))) return;
    setRefusal(null);
    await save(bodyOf(values, id));
    toastSuccess('Call schedule saved.');
    onClose();
  };
  const showRefusal = (failure: unknown) => {
    if (!isSavedMeanwhile(failure)) return;
    setRefusal(failure);
    // What was checked is to be checked again, beside what is saved now.
    forget();
  };
  return (
    <FormDialog
      title={schedule === null ? 'Add Call Schedule' : `Edit ${schedule.name}`}
      size="lg"
      form={form}
      draftKey={`call-schedule/${id ?? 'new'}`}
      submitLabel={checked === null ? 'Save' : 'Save Anyway'}
      closeLabel="Cancel"
      expected="saved"
      losesInput
      isFailureHidden={isSavedMeanwhile}
      closed={isRemoved ? <Removed /> : null}
      onSubmit={submit}
      onFailure={showRefusal}
      onClose={onClose}
    >
      <ScheduleFields form={form} isNew={schedule === null} />
      {schedule !== null && !isRemoved && (
        <>
          {checked === null && refusal === null && <RemoveSchedule schedule={schedule} onRemoved={onClose} />}
          <SavedMeanwhile form={form} saved={schedule} refusal={refusal} onDecide={() => setRefusal(null)} />
        </>
      )}
      <InView>{checked !== null && <CheckResult checked={checked} zone={form.getValues('timeZone')} />}</InView>
    </FormDialog>
  );
}

/** A new schedule is of the planner's line, if there is only one. */
function useFirstValues(schedule: CallScheduleRead | null): ScheduleValues {
  const [only, ...others] = useMe().serviceLines;
  return valuesOf(schedule, others.length === 0 ? only?.id : '');
}

function Removed() {
  return (
    <Banner tone="danger" announce="alert" title="Someone else has removed this call schedule.">
      <p>Your changes cannot be saved. You can add a new call schedule instead.</p>
    </Banner>
  );
}
