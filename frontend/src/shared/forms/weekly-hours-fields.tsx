import type { Control, FieldPath, FieldValues } from 'react-hook-form';

import { DAY_NAMES, type WeeklyHours } from '@/shared/lib/weekly-hours';
import { zoneInWords } from '@/shared/lib/zone-in-words';

import { RepeatedRow, type RepeatedRowProps } from './field-row';
import { SelectField } from './select-field';
import { TextField } from './text-field';
import classes from './weekly-hours-fields.module.css';

const DAYS = DAY_NAMES.map((label, index) => ({ value: index + 1, label }));

export interface WeeklyHoursFieldsProps<V extends FieldValues> extends Pick<RepeatedRowProps, 'removal'> {
  control: Control<V>;
  /** What tells these hours apart from others of the form. */
  row: string;
  /** Where each part is in the form. */
  nameOf: (part: keyof WeeklyHours) => FieldPath<V>;
  zones: readonly string[];
  /** The labels of the two times. */
  labels: readonly [string, string];
}

/** Some days of the week and the time between two moments of each, in a zone. */
export function WeeklyHoursFields<V extends FieldValues>({
  control,
  row,
  nameOf,
  zones,
  labels,
  removal,
}: WeeklyHoursFieldsProps<V>) {
  const options = zones.map((zone) => ({ value: zone, label: zoneInWords(zone) }));
  const [opens, closes] = labels;
  return (
    <RepeatedRow className={classes.hours} label={row} removal={removal}>
      <SelectField control={control} name={nameOf('firstDay')} label="From" options={DAYS} blank={null} />
      <SelectField control={control} name={nameOf('lastDay')} label="To" options={DAYS} blank={null} />
      <TextField control={control} name={nameOf('opens')} label={opens} placeholder="08:00" required />
      <TextField control={control} name={nameOf('closes')} label={closes} placeholder="17:00" required />
      <SelectField control={control} name={nameOf('zone')} label="Time Zone" options={options} blank={null} />
    </RepeatedRow>
  );
}
