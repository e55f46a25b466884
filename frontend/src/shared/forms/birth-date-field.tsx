import type { FieldValues } from 'react-hook-form';

import { ageInYears } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';
import { serverNow } from '@/shared/lib/server-clock';

import { DayField } from './day-field';
import type { FieldProps } from './use-field';

/** A birth date; where the century was added, the age shows whether it is the right one. */
export function BirthDateField<V extends FieldValues>(props: FieldProps<V>) {
  return (
    <DayField {...props} kind="birth" note={(day) => ` (${pluralize(ageInYears(day, serverNow()), 'year')} old)`} />
  );
}
