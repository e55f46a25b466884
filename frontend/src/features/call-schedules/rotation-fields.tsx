import { type Control, useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/call-schedules.gen';
import type { PlannablePerson } from '@/api/generated/types.gen';
import { DayField } from '@/shared/forms/day-field';
import { NumberField } from '@/shared/forms/number-field';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { TimeField } from '@/shared/forms/time-field';

import { layers } from './layers';
import { PeopleField } from './people-field';
import classes from './schedule-dialog.module.css';
import type { ScheduleValues } from './schedule-form';
import { WeekdaysField } from './weekdays-field';
import type { People } from './words';

export interface RotationFieldsProps {
  control: Control<ScheduleValues>;
  index: number;
  /** Everybody who may go on call for the line; undefined until it is known. */
  people: readonly PlannablePerson[] | undefined;
  named: People;
}

/** When a rotation has shifts, how long a turn lasts, and who takes turns. */
export function RotationFields({ control, index, people, named }: RotationFieldsProps) {
  const name = `rotations.${index}` as const;
  const [beginsAt, endsAt] = useWatch({ control, name: [`${name}.beginsAt`, `${name}.endsAt`] });
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        <TextField control={control} name={`${name}.name`} label="Rotation Name" required />
        <SelectField control={control} name={`${name}.layer`} label="Layer" options={layers} blank={null} />
      </div>
      <div className={classes.pair}>
        <DayField control={control} name={`${name}.startsOn`} label="First Day" required />
        <DayField control={control} name={`${name}.endsOn`} label="Last Day" description="Blank for no end" />
      </div>
      <WeekdaysField control={control} name={`${name}.weekdays`} label="Days on Which a Shift Begins" required />
      <div className={classes.pair}>
        <TimeField control={control} name={`${name}.beginsAt`} label="Shift Begins" required />
        <TimeField
          control={control}
          name={`${name}.endsAt`}
          label="Shift Ends"
          description={endInWords(beginsAt, endsAt)}
          required
        />
      </div>
      <div className={classes.pair}>
        <NumberField control={control} name={`${name}.turnLength`} label="Each Turn Lasts" required />
        <SelectField
          control={control}
          name={`${name}.turnUnit`}
          label="Counted in"
          options={choices.TurnUnit}
          blank={null}
        />
      </div>
      <SelectField
        control={control}
        name={`${name}.holidays`}
        label="Holidays"
        options={choices.HolidayRule}
        blank={null}
      />
      <PeopleField
        control={control}
        name={`${name}.userIds`}
        label="People, in the Order of Their Turns"
        people={people}
        named={named}
        required
      />
    </div>
  );
}

/** Undefined for an end on the same day. */
function endInWords(beginsAt: string, endsAt: string): string | undefined {
  if (endsAt === beginsAt) return 'On the next day: around the clock';
  return endsAt < beginsAt ? 'On the next day' : undefined;
}
