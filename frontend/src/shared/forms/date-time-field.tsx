import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { dayOf, formatDayInWords, viewerZone, zoneNameAt } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { parseTypedDay, isCompleteDay, formatTypedDay, dayError, withCentury } from '@/shared/lib/typed-day';
import {
  joinMoment,
  joinTyped,
  lastDayWith,
  parseTypedTime,
  showTime,
  splitMoment,
  splitTyped,
  type TypedMoment,
} from '@/shared/lib/typed-time';

import { ChoiceInput } from './choices';
import classes from './date-time-field.module.css';
import { FieldGroup, groupProps } from './field-group';
import formClasses from './form.module.css';
import { FormattedInput } from './formatted-input';
import { type Field, type FieldProps, useField } from './use-field';

export interface DateTimeFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** The IANA zone of the day and time: the location's. */
  zone?: string;
  /** Offers Unknown, stored as null, which clears and disables the rest. */
  withUnknown?: boolean;
  /** For a time that is ahead. */
  withoutNow?: boolean;
}

const MINUTE = 60_000;

/**
 * A day and a time with a Now button. A time may be typed as `1405` or `2:05p`, and a year with two digits. A time without a day is
 * interpreted as the last such time, and what was completed is shown in words. The value is ISO 8601 in UTC, null for Unknown, and blank
 * text while unanswered. An incomplete value, or a time that the zone's clocks skip, stays as typed, so that the schema rejects it and a
 * draft can restore it.
 */
export function DateTimeField<V extends FieldValues>({
  zone = viewerZone(),
  withUnknown = false,
  withoutNow = false,
  ...props
}: DateTimeFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const { typed, completion, change, commitDay, commitTime } = useTypedMoment(field, zone);
  const unknown = field.value === null;
  const invalid = field.error !== undefined;
  // The zone has different names in summer and winter, and an hour that occurs twice has both.
  const zoneName = zoneNameAt(isMoment(field.value) ? field.value : serverNow(), zone);
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <div className={classes.row}>
        <FormattedInput
          id={field.id}
          label="Date"
          labelProps={{ className: classes.part }}
          format={formatTypedDay}
          isComplete={isCompleteDay}
          placeholder="mm/dd/yyyy"
          inputMode="numeric"
          className={classes.day}
          value={typed.day}
          disabled={unknown}
          readOnly={field.readOnly}
          error={invalid}
          onText={({ text }) => change({ ...typed, day: text })}
          onKeyDown={({ key }) => key === 'Enter' && commitDay()}
          onBlur={commitDay}
          inputRef={ref}
        />
        <TextInput
          id={`${field.id}-time`}
          label={`Time (${zoneName})`}
          labelProps={{ className: classes.part }}
          placeholder="1405 or 2:05p"
          className={classes.time}
          value={typed.time}
          disabled={unknown}
          readOnly={field.readOnly}
          error={invalid}
          onChange={(event) => change({ ...typed, time: event.currentTarget.value })}
          onKeyDown={({ key }) => key === 'Enter' && commitTime()}
          onBlur={commitTime}
        />
        {!withoutNow && (
          <Button variant="default" disabled={unknown} onClick={() => field.set(currentMinute())}>
            Now
          </Button>
        )}
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
      <div className={formClasses.hint} role="status">
        {completion}
      </div>
    </FieldGroup>
  );
}

/** What was completed automatically, and the hint that says so. */
interface Completion {
  readonly day: string;
  /** Present if the day was derived from it. */
  readonly time?: string;
  readonly hint: string;
}

const stillApplies = ({ day, time }: Completion, typed: TypedMoment) =>
  day === typed.day && (time === undefined || time === typed.time);

function useTypedMoment(field: Omit<Field, 'ref'>, zone: string) {
  const { value } = field;
  const [shown, setShown] = useState({ value, typed: typedOf(value, zone) });
  const [completion, setCompletion] = useState<Completion | null>(null);
  if (shown.value !== value) setShown({ value, typed: typedOf(value, zone) });
  const change = (typed: TypedMoment) => {
    const next = valueOf(typed, zone);
    setShown({ value: next, typed });
    field.set(next);
  };
  const commitDay = () => {
    const day = withCentury(shown.typed.day, 'event', dayOf(serverNow(), zone));
    if (day !== null) {
      change({ ...shown.typed, day });
      setCompletion({ day, hint: `Set to ${inWords(day)}.` });
    }
    field.onBlur();
  };
  const commitTime = () => {
    const time = parseTypedTime(shown.typed.time);
    if (time !== null && shown.typed.day === '') {
      const clock = showTime(time);
      const day = lastDayWith(clock, zone, serverNow());
      change({ day, time: clock });
      setCompletion({ day, time: clock, hint: `Set to ${inWords(day, zone)}, at ${clock}.` });
    }
    // The same text is not parsed again, because it may mean the second of two ambiguous times.
    else if (time !== null && showTime(time) !== shown.typed.time) change({ ...shown.typed, time: showTime(time) });
    field.onBlur();
  };
  return {
    typed: shown.typed,
    completion: completion !== null && stillApplies(completion, shown.typed) ? completion.hint : null,
    change,
    commitDay,
    commitTime,
  };
}

/** A day mm/dd/yyyy in words; with a zone, preceded by today or yesterday. */
function inWords(typed: string, zone?: string): string {
  const day = parseTypedDay(typed);
  // A day that does not exist is rejected by the schema.
  if (day === null || dayError(day) !== null) return typed;
  if (zone === undefined) return formatDayInWords(day);
  return `${day === dayOf(serverNow(), zone) ? 'today' : 'yesterday'}, ${formatDayInWords(day)}`;
}

function valueOf(typed: TypedMoment, zone: string): string {
  if (typed.day === '' && typed.time === '') return '';
  return joinMoment(typed.day, typed.time, zone) ?? joinTyped(typed);
}

function typedOf(value: unknown, zone: string): TypedMoment {
  if (typeof value !== 'string') return { day: '', time: '' };
  return isMoment(value) ? splitMoment(value, zone) : splitTyped(value);
}

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && value.includes('T') && !Number.isNaN(Date.parse(value));
}

/** Whole minutes, as the two inputs show them. */
function currentMinute(): string {
  return new Date(Math.floor(serverNow() / MINUTE) * MINUTE).toISOString();
}
