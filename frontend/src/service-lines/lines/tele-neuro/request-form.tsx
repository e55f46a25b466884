import { constants } from '@/api/contract/constants.gen';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField, TextField } from '@/shared/forms/text-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';
import { questions } from './copy';

interface NeuroValues extends RequestValues {
  reason: string;
  TeleNeuroConsultDetail: { neuroPatientId: string; physicianName: string; physicianNumber: string };
}

const empty: NeuroValues = {
  callbackNumber: '',
  reason: '',
  TeleNeuroConsultDetail: { neuroPatientId: '', physicianName: '', physicianNumber: '' },
};

/** Whom neurology knows the patient as, who refers them, and why. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<NeuroValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      <TextField
        control={control}
        name="TeleNeuroConsultDetail.neuroPatientId"
        label={questions.neuroPatientId}
        limit={constants.SHORT_TEXT_LIMIT}
        required
      />
      <TextField
        control={control}
        name="TeleNeuroConsultDetail.physicianName"
        label={questions.physicianName}
        limit={constants.SHORT_TEXT_LIMIT}
        required
      />
      <PhoneField control={control} name="TeleNeuroConsultDetail.physicianNumber" label={questions.physicianNumber} />
      <TextAreaField control={control} name="reason" label="Call Reason" limit={constants.SHORT_TEXT_LIMIT} required />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
