import { choices } from '@/api/contract/choices/service-lines.gen';
import { constants } from '@/api/contract/constants.gen';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField } from '@/shared/forms/text-field';
import { YesNoField } from '@/shared/forms/yes-no-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';

interface IcuValues extends RequestValues {
  reason: string;
  TeleICUConsultDetail: Record<(typeof choices.UnstableQuestion)[number]['value'], boolean | ''>;
}

const empty: IcuValues = {
  callbackNumber: '',
  reason: '',
  TeleICUConsultDetail: {
    isChangeInRespiratoryStatus: '',
    isChangeInBloodPressure: '',
    isAnotherUnstableCondition: '',
  },
};

/** How the patient is unstable. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<IcuValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      {choices.UnstableQuestion.map(({ value, label }) => (
        <YesNoField key={value} control={control} name={`TeleICUConsultDetail.${value}`} label={label} required />
      ))}
      <TextAreaField control={control} name="reason" label="Call Reason" limit={constants.SHORT_TEXT_LIMIT} required />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
