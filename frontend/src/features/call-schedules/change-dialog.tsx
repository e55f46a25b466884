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
import { toastSuccess } from '@/shared/ui/toasts';

import { asksFor, bodyOf, type ChangeValues, checkChange, valuesOf } from './change-form';
import { type NewChange, scheduleIn, usePlanner } from './planner-context';
import { plannablePeopleQuery, useAddChange } from './queries';
import { nameIn } from './words';

export interface ChangeDialogProps {
  schedule: CallScheduleRead;
  isRemoved: boolean;
  begun: NewChange;
  onClose: () => void;
}

/** Departs from the rotations for a time: someone is added, removed or replaced, or is the only one. */
export function ChangeDialog({ schedule, isRemoved, begun, onClose }: ChangeDialogProps) {
  const form = useCheckedForm<ChangeValues>(checkChange, valuesOf(begun));
  const { mutateAsync: add } = useAddChange();
  const submit = async (values: ChangeValues) => {
    await add({ scheduleId: Number(values.scheduleId), body: bodyOf(values) });
    toastSuccess('The plan has changed.');
    onClose();
  };
  return (
    <FormDialog
      title="Change for a Time"
      size="lg"
      form={form}
      draftKey={`call-schedule/${schedule.id}/change`}
      submitLabel="Save Change"
      closeLabel="Cancel"
      expected="saved"
      losesInput
      closed={isRemoved ? <Banner tone="danger" announce="alert" title="This call schedule was removed." /> : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChangeFields form={form} schedule={schedule} hasTime={begun.startsAt !== undefined} />
    </FormDialog>
  );
}

interface ChangeFieldsProps {
  form: UseFormReturn<ChangeValues>;
  schedule: CallScheduleRead;
  /** The dialog was opened for a certain time, so that the person is what is missing. */
  hasTime: boolean;
}

function ChangeFields({ form: { control }, schedule, hasTime }: ChangeFieldsProps) {
  const { schedules } = usePlanner();
  const [kind, scheduleId] = useWatch({ control, name: ['kind', 'scheduleId'] });
  // The others that a gap may concern.
  const alike = schedules.filter(
    ({ serviceLineId, primary }) => serviceLineId === schedule.serviceLineId && primary === schedule.primary,
  );
  const chosen = scheduleIn(schedules, Number(scheduleId)) ?? schedule;
  const { present, planned } = usePersonOptions(chosen);
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

/** Everybody who may go on call for the line, and everybody who is in the schedule's rotations or was added to it. */
function usePersonOptions({ serviceLineId, rotations }: CallScheduleRead) {
  const { people } = usePlanner();
  const { data = [] } = useQuery(plannablePeopleQuery(serviceLineId));
  const present = data.map((person) => ({
    value: person.id,
    label: person.hasContact ? fullName(person) : `${fullName(person)} (no verified contact)`,
  }));
  const inRotations = new Set(rotations.flatMap(({ userIds }) => userIds));
  const planned = [...inRotations].map((id) => ({ value: id, label: nameIn(people, id) }));
  const others = data.filter(({ id }) => !inRotations.has(id));
  return { present, planned: [...planned, ...others.map((person) => ({ value: person.id, label: fullName(person) }))] };
}
