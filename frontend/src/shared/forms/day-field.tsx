import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { dayOf, formatDay, formatDayInWords } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import {
  parseTypedDay,
  isCompleteDay,
  formatTypedDay,
  dayError,
  type DayKind,
  withCentury,
} from '@/shared/lib/typed-day';

import classes from './form.module.css';
import { FormattedInput } from './formatted-input';
import { asText, type FieldProps, inputProps, useField } from './use-field';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

export interface DayFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** Which century completes a year of two digits; an event's by default. */
  kind?: DayKind;
  /** What is added to the words of a completed day. */
  note?: (day: string) => string;
}

/** The text shown for a form value. */
function displayedDay(value: string): string {
  return ISO_DAY.test(value) ? formatDay(value) : value;
}

/**
 * A day typed as mm/dd/yyyy, or as mm/dd/yy, in which case the century is added and the date is shown in words. The value is
 * yyyy-MM-dd, or the typed text if it is not a day, which the schema rejects.
 */
export function DayField<V extends FieldValues>({ kind = 'event', note = () => '', ...props }: DayFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const value = asText(field.value);
  const [shown, setShown] = useState({ value, typed: displayedDay(value) });
  const [completed, setCompleted] = useState<string | null>(null);
  if (shown.value !== value) setShown({ value, typed: displayedDay(value) });
  const change = (text: string) => {
    const next = parseTypedDay(text) ?? text;
    setShown({ value: next, typed: text });
    setCompleted(null);
    field.set(next);
    return next;
  };
  const completeYear = () => {
    const complete = withCentury(shown.typed, kind, dayOf(serverNow()));
    if (complete !== null) setCompleted(change(complete));
  };
  // A day that does not exist is rejected by the schema.
  const isHinted = completed !== null && completed === value && dayError(completed) === null;
  return (
    <div>
      <FormattedInput
        {...inputProps(props, field)}
        format={formatTypedDay}
        isComplete={isCompleteDay}
        placeholder="mm/dd/yyyy"
        inputMode="numeric"
        maw="12.5rem"
        value={shown.typed}
        onText={({ text }) => change(text)}
        onKeyDown={({ key }) => key === 'Enter' && completeYear()}
        onBlur={() => {
          completeYear();
          field.onBlur();
        }}
        inputRef={ref}
      />
      <div className={classes.hint} role="status">
        {isHinted && `Set to ${formatDayInWords(completed)}${note(completed)}.`}
      </div>
    </div>
  );
}
