import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { useMe } from '@/session/me';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { ZoneField } from '@/shared/forms/zone-field';
import { notificationLabel } from '@/shared/lib/notification-label';

import { usePlanner } from './planner-context';
import { plannablePeopleQuery } from './queries';
import { Rotations } from './rotations';
import type { ScheduleValues } from './schedule-form';

export interface ScheduleFieldsProps {
  form: UseFormReturn<ScheduleValues>;
  isNew: boolean;
}

const purposes = [true, false].map((value) => ({ value, label: notificationLabel(value) }));

/** What a call schedule is, and its rotations. */
export function ScheduleFields({ form, isNew }: ScheduleFieldsProps) {
  const { schedules } = usePlanner();
  const { control } = form;
  const { serviceLines } = useMe();
  const serviceLineId = useWatch({ control, name: 'serviceLineId' });
  const line = serviceLines.find(({ id }) => id === serviceLineId);
  const people = useQuery(plannablePeopleQuery(serviceLineId === '' ? null : serviceLineId));
  return (
    <>
      {isNew && serviceLines.length > 1 && (
        <SelectField
          control={control}
          name="serviceLineId"
          label="Service Line"
          options={serviceLines.map(({ id, name }) => ({ value: id, label: name }))}
          required
          data-autofocus
        />
      )}
      <TextField
        control={control}
        name="name"
        label="Name"
        description="What this group is called, for example First call"
        limit={constants.SHORT_TEXT_LIMIT}
        required
        data-autofocus={!isNew || serviceLines.length === 1}
      />
      <ZoneField
        control={control}
        name="timeZone"
        label="Time Zone"
        description="All times below are in this zone."
        used={schedules.map(({ timeZone }) => timeZone)}
        required
      />
      {line?.FeaturesByServiceLines.primaryCheckinOn === true && (
        <SingleChoiceField
          control={control}
          name="primary"
          label="Notifications"
          options={purposes}
          variant="bar"
          required
        />
      )}
      <Rotations form={form} people={people.data} />
    </>
  );
}
