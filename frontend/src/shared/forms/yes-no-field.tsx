import type { FieldValues } from 'react-hook-form';

import { SingleChoiceField } from './choice-fields';
import type { FieldProps } from './use-field';

const yesNo = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
] as const;

const yesNoUnknown = [...yesNo, { value: null, label: 'Unknown' }] as const;

/** Its value is true or false. */
export function YesNoField<V extends FieldValues>(props: FieldProps<V>) {
  return <SingleChoiceField {...props} options={yesNo} variant="bar" />;
}

/** Its value is true, false, or null for Unknown. */
export function YesNoUnknownField<V extends FieldValues>(props: FieldProps<V>) {
  return <SingleChoiceField {...props} options={yesNoUnknown} variant="bar" />;
}
