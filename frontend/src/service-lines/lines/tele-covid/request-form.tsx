import { choices } from '@/api/contract/choices/service-lines.gen';
import { constants } from '@/api/contract/constants.gen';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField } from '@/shared/forms/text-field';
import { YesNoUnknownField } from '@/shared/forms/yes-no-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';

interface CovidValues extends RequestValues {
  reason: string;
  TeleCOVIDConsultDetail: Record<(typeof choices.UnstableQuestion)[number]['value'], boolean | '' | null>;
}

const empty: CovidValues = {
  callbackNumber: '',
  reason: '',
  TeleCOVIDConsultDetail: {
    isChangeInRespiratoryStatus: '',
    isChangeInBloodPressure: '',
    isAnotherUnstableCondition: '',
  },
};

/** How the patient is unstable, if known. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<CovidValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      {choices.UnstableQuestion.map(({ value, label }) => (
        <YesNoUnknownField
          key={value}
          control={control}
          name={`TeleCOVIDConsultDetail.${value}`}
          label={label}
          required
        />
      ))}
      <TextAreaField control={control} name="reason" label="Call Reason" limit={constants.SHORT_TEXT_LIMIT} required />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
