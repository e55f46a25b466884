import { choices } from '@/api/contract/choices/service-lines.gen';
import { constants } from '@/api/contract/constants.gen';
import { FlagChipsField } from '@/shared/forms/flag-chips-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField } from '@/shared/forms/text-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';

interface ToxicologyValues extends RequestValues {
  reason: string;
  TeleToxicologyConsultDetail: Record<(typeof choices.ToxicologyCondition)[number]['value'], boolean>;
}

const empty: ToxicologyValues = {
  callbackNumber: '',
  reason: '',
  TeleToxicologyConsultDetail: { isEnvenomation: false, isAddictionRelated: false, isOther: false },
};

/** The suspected conditions and the reason for the call. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<ToxicologyValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      <FlagChipsField
        control={control}
        name="TeleToxicologyConsultDetail"
        label="Condition"
        flags={choices.ToxicologyCondition.map(({ value, label }) => ({
          name: `TeleToxicologyConsultDetail.${value}` as const,
          label,
        }))}
        required
      />
      <TextAreaField control={control} name="reason" label="Call Reason" limit={constants.SHORT_TEXT_LIMIT} required />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
