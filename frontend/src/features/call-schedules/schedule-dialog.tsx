import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { useCheckedForm } from '@/api/contract-form';
import type { ApiError } from '@/api/errors';
import type { CallScheduleRead, FindingsRead } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { useMe } from '@/session/me';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';
import { toastSuccess } from '@/shared/ui/toasts';

import { CheckResult } from './check-result';
import { useDefaultZone, useZoneOfLine } from './default-zone';
import { usePlanner, useScheduleName } from './planner-context';
import { findingsQuery, isSavedMeanwhile, useCheckSchedule, useSaveSchedule } from './queries';
import { RemoveSchedule } from './remove-schedule';
import { SavedMeanwhile } from './saved-meanwhile';
import { ScheduleFields } from './schedule-fields';
import { bodyOf, checkedBodyOf, checkSchedule, newSchedule, type ScheduleValues, valuesOf } from './schedule-form';
import { type Checked, useCheckBeforeSave } from './use-check-before-save';

export interface ScheduleDialogProps {
  /** Null for a new one. */
  schedule: CallScheduleRead | null;
  /** The id of the line that the page shows, to which a new one is added. */
  line?: string | undefined;
  isRemoved: boolean;
  onClose: () => void;
}

/** Adds or edits a call schedule. Before it is saved, the planner sees what it would leave open. */
export function ScheduleDialog({ schedule, line, isRemoved, onClose }: ScheduleDialogProps) {
  const id = schedule?.id ?? null;
  const nameOf = useScheduleName();
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const form = useCheckedForm<ScheduleValues>(checkSchedule, useFirstValues(schedule, line));
  useZoneOfLine(form, schedule === null);
  const lineId = useWatch({ control: form.control, name: 'serviceLineId' });
  // Before they are needed, so that they are there with the answer.
  const { data: now } = useQuery({ ...findingsQuery(Number(lineId)), enabled: lineId !== '' });
  const { mutateAsync: ask } = useCheckSchedule();
  const { checked, check, forget } = useCheckBeforeSave(form, { bodyOf: (values) => checkedBodyOf(values, id), ask });
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
      title={schedule === null ? 'Add Call Schedule' : `Edit ${nameOf(schedule)}`}
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
      <InView>{checked !== null && <ScheduleCheck checked={checked} form={form} now={now} />}</InView>
    </FormDialog>
  );
}

interface ScheduleCheckProps {
  checked: Checked;
  form: UseFormReturn<ScheduleValues>;
  /** What the plan of the line leaves open now; undefined if that is not known. */
  now: FindingsRead | undefined;
}

function ScheduleCheck({ checked, form, now }: ScheduleCheckProps) {
  const { schedules } = usePlanner();
  const { serviceLineId, timeZone } = form.getValues();
  const isPlanned = schedules.some((schedule) => schedule.serviceLineId === serviceLineId);
  const before = isPlanned ? gapsInWords(now) : 'Nobody is planned on this line yet.';
  return (
    <CheckResult
      checked={checked}
      zone={timeZone}
      title={(summary) => `Saving leaves ${summary} in the next 52 weeks.`}
    >
      {before !== null && <p>{before}</p>}
    </CheckResult>
  );
}

function gapsInWords(now: FindingsRead | undefined): string | null {
  if (now === undefined) return null;
  return now.gapTotal === 0 ? 'The line has no gaps now.' : `The line has ${pluralize(now.gapTotal, 'gap')} now.`;
}

/** A new schedule is of the line that the page shows, or of the planner's line, if there is only one. */
function useFirstValues(schedule: CallScheduleRead | null, line: string | undefined): ScheduleValues {
  const { serviceLines } = useMe();
  const [only, ...others] = serviceLines;
  const zoneFor = useDefaultZone();
  if (schedule !== null) return valuesOf(schedule);
  const shown = serviceLines.find(({ id }) => String(id) === line);
  const lineId = shown?.id ?? (only === undefined || others.length > 0 ? '' : only.id);
  return newSchedule(lineId, zoneFor(lineId));
}

function Removed() {
  return (
    <Banner tone="danger" announce="alert" title="Someone else has removed this call schedule.">
      <p>Your changes cannot be saved. You can add a new call schedule instead.</p>
    </Banner>
  );
}
