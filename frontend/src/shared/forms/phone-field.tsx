import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { isCompletePhone, formatTypedPhone } from '@/shared/lib/typed-phone';

import classes from './form.module.css';
import { FormattedInput } from './formatted-input';
import { asText, type FieldProps, inputProps, useField } from './use-field';

/** A phone number as (###) ###-####, which is also its value. */
export function PhoneField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  const value = asText(field.value);
  const [truncated, setTruncated] = useState<string | null>(null);
  return (
    <div>
      <FormattedInput
        {...inputProps(props, field)}
        placeholder="(555) 555-5555"
        inputMode="tel"
        maw="16.25rem"
        value={value}
        format={formatTypedPhone}
        isComplete={isCompletePhone}
        onText={({ text, tooLong = false }) => {
          setTruncated(tooLong ? text : null);
          if (text !== value) field.set(text);
        }}
        inputRef={ref}
      />
      <div className={classes.note} role="status">
        {truncated === value && messages.PHONE_TOO_LONG}
      </div>
    </div>
  );
}
