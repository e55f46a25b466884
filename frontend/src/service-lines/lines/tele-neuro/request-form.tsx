import { constants } from '@/api/contract/constants.gen';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField } from '@/shared/forms/text-field';

import { RequestFormFrame } from '../../base/request-form';
import { useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';
import { NeuroFields, type NeuroValues } from './neuro-fields';

const empty: NeuroValues = {
  callbackNumber: '',
  reason: '',
  TeleNeuroConsultDetail: { neuroPatientId: '', physicianName: '', physicianNumber: '' },
};

/** Neurology's ID for the patient, the referring physician, and the reason for the call. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<NeuroValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      <NeuroFields control={control} />
      <TextAreaField control={control} name="reason" label="Call Reason" limit={constants.SHORT_TEXT_LIMIT} required />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
