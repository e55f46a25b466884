import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { counted } from '@/shared/lib/counted';
import { ageInYears, dayOf, formatBirthDate, formatDayInWords } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { dayOfTyped, isWholeDay, shapeDay, troubleOfDay, withCentury } from '@/shared/lib/typed-day';

import classes from './form.module.css';
import { ShapedInput } from './shaped-input';
import { asText, type FieldProps, useField } from './use-field';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is shown for a value of the form. */
function typedOfDay(value: string): string {
  return ISO_DAY.test(value) ? formatBirthDate(value) : value;
}

/**
 * A birth date typed as mm/dd/yyyy, or as mm/dd/yy, whose century is then filled in and said in words. The value is yyyy-MM-dd, or what was
 * typed, for the schema to refuse.
 */
export function BirthDateField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  const value = asText(field.value);
  const [shown, setShown] = useState({ value, typed: typedOfDay(value) });
  const [understood, setUnderstood] = useState<string | null>(null);
  if (shown.value !== value) setShown({ value, typed: typedOfDay(value) });
  const change = (text: string) => {
    const next = dayOfTyped(text) ?? text;
    setShown({ value: next, typed: text });
    setUnderstood(null);
    field.set(next);
    return next;
  };
  const completeYear = () => {
    const complete = withCentury(shown.typed, 'birth', dayOf(serverNow()));
    if (complete !== null) setUnderstood(change(complete));
  };
  return (
    <div>
      <ShapedInput
        id={field.id}
        name={props.name}
        label={props.label}
        description={props.description}
        required={props.required ?? false}
        disabled={props.disabled ?? false}
        readOnly={field.readOnly}
        shape={shapeDay}
        isWhole={isWholeDay}
        placeholder="mm/dd/yyyy"
        inputMode="numeric"
        maw="12.5rem"
        value={shown.typed}
        error={field.error}
        onText={({ text }) => change(text)}
        onKeyDown={({ key }) => key === 'Enter' && completeYear()}
        onBlur={() => {
          completeYear();
          field.onBlur();
        }}
        inputRef={ref}
      />
      <div className={classes.hint} role="status">
        {understood === value && wordsOf(understood)}
      </div>
    </div>
  );
}

/** Null for a day that does not exist, which the schema refuses. */
function wordsOf(day: string): string | null {
  if (troubleOfDay(day) !== null) return null;
  const age = ageInYears(day, serverNow());
  return `Understood as ${formatDayInWords(day)} (${counted(age, 'year')} old).`;
}
