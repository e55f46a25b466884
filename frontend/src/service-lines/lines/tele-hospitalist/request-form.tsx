import { constants } from '@/api/contract/constants.gen';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField } from '@/shared/forms/text-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';

interface HospitalistValues extends RequestValues {
  reason: string;
}

const empty: HospitalistValues = { callbackNumber: '', reason: '' };

/** The reason for the call; the line has no questions of its own. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<HospitalistValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      <TextAreaField control={control} name="reason" label="Call Reason" limit={constants.SHORT_TEXT_LIMIT} required />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
