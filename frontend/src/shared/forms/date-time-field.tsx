import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { foreignZoneName, viewerZone } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { joinMoment, mostRecentDay, parseTypedTime, showTime, splitMoment } from '@/shared/lib/typed-time';

import { shapePastedDay } from './birth-date-field';
import { ChoiceInput } from './choices';
import classes from './date-time-field.module.css';
import { FieldGroup } from './field-group';
import { MaskedInput } from './masked-input';
import { type Field, type FieldProps, useField } from './use-field';
import { groupProps } from './yes-no-field';

export interface DateTimeFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** The IANA zone in which day and time are meant: the location's. */
  zone?: string;
  /** Offers Unknown, stored as null, which clears and disables the rest. */
  withUnknown?: boolean;
}

interface Typed {
  day: string;
  time: string;
}

/**
 * A day and a time with Now, where a time may be typed as `1405` or `2:05p`. The value is ISO 8601 in UTC, null for
 * Unknown and blank text while nothing is answered; half an answer stays as it was typed, so that the schema refuses it
 * and a draft brings it back.
 */
export function DateTimeField<V extends FieldValues>({
  zone = viewerZone(),
  withUnknown = false,
  ...props
}: DateTimeFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const { typed, change, leaveTime } = useTypedMoment(field, zone);
  const unknown = field.value === null;
  const invalid = field.error !== undefined;
  const zoneName = foreignZoneName(serverNow(), zone);
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <div className={classes.row}>
        <MaskedInput
          id={field.id}
          label="Date"
          labelProps={{ className: classes.part }}
          mask="00/00/0000"
          prepare={shapePastedDay}
          placeholder="mm/dd/yyyy"
          inputMode="numeric"
          autoComplete="off"
          className={classes.day}
          value={typed.day}
          disabled={unknown}
          error={invalid}
          onText={(day) => change({ ...typed, day })}
          onBlur={field.onBlur}
          inputRef={ref}
        />
        <TextInput
          id={`${field.id}-time`}
          label={zoneName === null ? 'Time' : `Time (${zoneName})`}
          labelProps={{ className: classes.part }}
          placeholder="1405 or 2:05p"
          autoComplete="off"
          className={classes.time}
          value={typed.time}
          disabled={unknown}
          error={invalid}
          onChange={(event) => change({ ...typed, time: event.currentTarget.value })}
          onBlur={leaveTime}
        />
        <Button variant="default" disabled={unknown} onClick={() => change(splitMoment(serverNow(), zone))}>
          Now
        </Button>
        {withUnknown && (
          <ChoiceInput
            type="checkbox"
            id={`${field.id}-unknown`}
            name={`${field.id}-unknown`}
            checked={unknown}
            invalid={false}
            label="Unknown"
            onToggle={() => field.set(unknown ? '' : null)}
            onBlur={field.onBlur}
          />
        )}
      </div>
    </FieldGroup>
  );
}

function useTypedMoment(field: Omit<Field, 'ref'>, zone: string) {
  const { value } = field;
  const [shown, setShown] = useState({ value, typed: typedOf(value, zone) });
  if (shown.value !== value) setShown({ value, typed: typedOf(value, zone) });
  const change = (typed: Typed) => {
    const next = valueOf(typed, zone);
    setShown({ value: next, typed });
    field.set(next);
  };
  const leaveTime = () => {
    const time = parseTypedTime(shown.typed.time);
    if (time !== null) {
      change({
        time: showTime(time),
        day: shown.typed.day === '' ? mostRecentDay(time, serverNow(), zone) : shown.typed.day,
      });
    }
    field.onBlur();
  };
  return { typed: shown.typed, change, leaveTime };
}

function valueOf({ day, time }: Typed, zone: string): string {
  if (day === '' && time === '') return '';
  return joinMoment(day, time, zone) ?? `${day} ${time}`;
}

function typedOf(value: unknown, zone: string): Typed {
  if (typeof value !== 'string') return { day: '', time: '' };
  if (!Number.isNaN(Date.parse(value)) && value.includes('T')) return splitMoment(value, zone);
  const [day = '', ...time] = value.split(' ');
  return { day, time: time.join(' ') };
}
