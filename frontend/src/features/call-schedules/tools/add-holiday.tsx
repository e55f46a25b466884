import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import type { HolidayRead } from '@/api/generated/types.gen';

import classes from './tools.module.css';

export interface AddHolidayProps {
  /** Those that are listed. */
  holidays: readonly HolidayRead[];
  busy: boolean;
  onAdd: (added: HolidayRead[], onSuccess: () => void) => void;
}

const EMPTY: HolidayRead = { day: '', name: '' };

export function AddHoliday({ holidays, busy, onAdd }: AddHolidayProps) {
  const [values, setValues] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const { day, name } = values;
  const listed = holidays.find((holiday) => holiday.day === day);
  const taken = listed === undefined ? null : `This day is in the list as ${listed.name}.`;
  const dayError = day === '' ? messages.REAL_DATE : taken;
  const nameError = name.trim() === '' ? messages.REQUIRED : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || dayError !== null || nameError !== null) return;
    onAdd([{ day, name: name.trim() }], () => {
      setValues(EMPTY);
      setTried(false);
    });
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Add a holiday">
      <TextInput
        type="date"
        label="Day"
        required
        value={day}
        error={isTried && dayError}
        onChange={(event) => setValues({ ...values, day: event.currentTarget.value })}
      />
      <TextInput
        className={classes.name}
        label="Name"
        required
        maxLength={constants.SHORT_TEXT_LIMIT}
        value={name}
        error={isTried && nameError}
        onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
      />
      <Button type="submit" loading={busy}>
        Add Holiday
      </Button>
    </form>
  );
}
