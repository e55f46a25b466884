import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/call-schedules.gen';
import { useCheckedForm } from '@/api/contract-form';
import type { CallScheduleRead } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { SelectField } from '@/shared/forms/select-field';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';
import { toastSuccess } from '@/shared/ui/toasts';

import { asksFor, bodyOf, type ChangeValues, checkChange, valuesOf } from './change-form';
import { CheckResult } from './check-result';
import { type NewChange, scheduleIn, usePlanner } from './planner-context';
import { LONGEST_PLAN_MS, plannablePeopleQuery, planQuery, useAddChange, useCheckChange } from './queries';
import { useCheckBeforeSave } from './use-check-before-save';
import { nameIn, peopleIn } from './words';

export interface ChangeDialogProps {
  schedule: CallScheduleRead;
  isRemoved: boolean;
  begun: NewChange;
  onClose: () => void;
}

/** Departs from the rotations for a time: someone is added, removed or replaced, or is the only one. */
export function ChangeDialog({ schedule, isRemoved, begun, onClose }: ChangeDialogProps) {
  const form = useCheckedForm<ChangeValues>(checkChange, valuesOf(begun));
  const { schedules } = usePlanner();
  const scheduleId = useWatch({ control: form.control, name: 'scheduleId' });
  const chosen = scheduleIn(schedules, Number(scheduleId)) ?? schedule;
  const { mutateAsync: ask } = useCheckChange();
  const { checked, check } = useCheckBeforeSave(form, { bodyOf, ask });
  const { mutateAsync: add } = useAddChange();
  const submit = async (values: ChangeValues) => {
    if (!(await check(values))) return;
    await add(bodyOf(values));
    toastSuccess('The plan has changed.');
    onClose();
  };
  return (
    <FormDialog
      title="Change for a Time"
      size="lg"
      form={form}
      draftKey={`call-schedule/${schedule.id}/change`}
      submitLabel={checked === null ? 'Save Change' : 'Save Anyway'}
      closeLabel="Cancel"
      expected="saved"
      losesInput
      closed={isRemoved ? <Banner tone="danger" announce="alert" title="This call schedule was removed." /> : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChangeFields form={form} schedule={schedule} chosen={chosen} hasTime={begun.startsAt !== undefined} />
      <InView>
        {checked !== null && (
          <CheckResult checked={checked} zone={chosen.timeZone} title={(summary) => `This change leaves ${summary}.`} />
        )}
      </InView>
    </FormDialog>
  );
}

interface ChangeFieldsProps {
  form: UseFormReturn<ChangeValues>;
  schedule: CallScheduleRead;
  /** The one that is chosen in the form. */
  chosen: CallScheduleRead;
  /** The dialog was opened for a certain time, so that the person is what is missing. */
  hasTime: boolean;
}

function ChangeFields({ form: { control }, schedule, chosen, hasTime }: ChangeFieldsProps) {
  const { schedules } = usePlanner();
  const [kind, startsAt, endsAt] = useWatch({ control, name: ['kind', 'startsAt', 'endsAt'] });
  // The others that a gap may concern.
  const alike = schedules.filter(
    ({ serviceLineId, primary }) => serviceLineId === schedule.serviceLineId && primary === schedule.primary,
  );
  const { present, planned } = usePersonOptions(chosen, useOnCall(chosen, { startsAt, endsAt }));
  const { user, replaced } = asksFor(kind);
  const inZone = { control, zone: chosen.timeZone, required: true } as const;
  return (
    <>
      {alike.length > 1 ? (
        <SelectField
          control={control}
          name="scheduleId"
          label="Call Schedule"
          options={alike.map(({ id, name }) => ({ value: id, label: name }))}
          blank={null}
        />
      ) : (
        <Text>
          {schedule.serviceLineName}, {schedule.name}
        </Text>
      )}
      <SingleChoiceField
        control={control}
        name="kind"
        label="What Changes"
        options={choices.ChangeKind}
        required
        data-autofocus={!hasTime}
      />
      <DateTimeField {...inZone} name="startsAt" label="From" />
      <DateTimeField {...inZone} name="endsAt" label="Until" />
      {user && (
        <SelectField
          control={control}
          name="userId"
          label="Who Is on Call"
          options={present}
          blank={kind === 'only' ? 'Nobody' : 'Choose one'}
          required={kind !== 'only'}
          data-autofocus={hasTime}
        />
      )}
      {replaced && (
        <SelectField
          control={control}
          name="replacedUserId"
          label={kind === 'replace' ? 'Instead of' : 'Who Is Not on Call'}
          options={planned}
          required
        />
      )}
    </>
  );
}

/** Who is planned at some time of the change; nobody while that is not known. */
function useOnCall({ id }: CallScheduleRead, time: { startsAt: string; endsAt: string }): ReadonlySet<number> {
  const length = Date.parse(time.endsAt) - Date.parse(time.startsAt);
  const enabled = length > 0 && length <= LONGEST_PLAN_MS;
  const { data } = useQuery({ ...planQuery(time.startsAt, time.endsAt), enabled });
  const shifts = data?.shifts.filter(({ scheduleId }) => scheduleId === id) ?? [];
  return new Set(shifts.map(({ userId }) => userId));
}

/** Everybody who may go on call for the line; and whoever is on call at the time, before all others who may be planned. */
function usePersonOptions({ serviceLineId, rotations }: CallScheduleRead, onCall: ReadonlySet<number>) {
  const { people } = usePlanner();
  const { data = [] } = useQuery(plannablePeopleQuery(serviceLineId));
  const present = data.map((person) => ({
    value: person.id,
    label: person.hasContact ? fullName(person) : `${fullName(person)} (no verified contact)`,
  }));
  const named = new Map([...people, ...peopleIn(data)]);
  const inRotations = rotations.flatMap(({ userIds }) => userIds);
  const planned = [...new Set([...onCall, ...inRotations, ...data.map(({ id }) => id)])].map((id) => ({
    value: id,
    label: onCall.has(id) ? `${nameIn(named, id)} (on call then)` : nameIn(named, id),
  }));
  return { present, planned };
}
