import { useCheckedForm, checkByContract } from '@/api/contract-form';
import { constants } from '@/api/contract/constants.gen';
import type { HolidayRead } from '@/api/generated/types.gen';
import { DayField } from '@/shared/forms/day-field';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextField } from '@/shared/forms/text-field';

import classes from './tools.module.css';

export interface AddHolidayProps {
  /** Those that are listed. */
  holidays: readonly HolidayRead[];
  /** Resolves to whether they were added. */
  onAdd: (added: HolidayRead[]) => Promise<boolean>;
}

const EMPTY: HolidayRead = { day: '', name: '' };

/** Adds one day to the list; what was typed stays until it is there. */
export function AddHoliday({ holidays, onAdd }: AddHolidayProps) {
  const form = useCheckedForm<HolidayRead>(async (values) => {
    const { data, errors } = await checkByContract('HolidayFields', { ...values });
    const listed = holidays.find(({ day }) => day === values.day);
    if (listed === undefined) return { data, errors };
    return { data, errors: new Map([...errors, ['day', `This day is in the list as ${listed.name}.`]]) };
  }, EMPTY);
  const { control, formState } = form;
  const submit = async (holiday: HolidayRead) => {
    if (await onAdd([holiday])) form.reset(EMPTY);
  };
  return (
    <Form form={form} onSubmit={submit} className={classes.form}>
      <DayField control={control} name="day" label="Day" required />
      <div className={classes.name}>
        <TextField control={control} name="name" label="Name" cap={constants.SHORT_TEXT_LIMIT} required />
      </div>
      <SubmitButton label="Add Holiday" busy={formState.isSubmitting} />
    </Form>
  );
}
