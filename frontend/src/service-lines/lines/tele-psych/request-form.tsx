import { choices } from '@/api/contract/choices/service-lines.gen';
import { FlagChipsField } from '@/shared/forms/flag-chips-field';
import { PhoneField } from '@/shared/forms/phone-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';

const reasons = choices.PsychCallReason;
const flags = reasons.filter((reason) => reason.value !== 'otherReason');
const other = reasons.find((reason) => reason.value === 'otherReason')?.label ?? '';

interface PsychValues extends RequestValues {
  TelePsychConsultDetail: Record<(typeof flags)[number]['value'], boolean> & { otherReason: string | null };
}

const empty: PsychValues = {
  callbackNumber: '',
  TelePsychConsultDetail: {
    isPrnMedicationRecommendations: false,
    isComplexCaseRecommendations: false,
    isComplexOrReevaluateNeedForInpatientBhuAdmissions: false,
    isOutpatientReferralAndLevelOfCareRecommendations: false,
    isManagementIntoxicationWithdrawalSymptomsRecommendations: false,
    otherReason: null,
  },
};

/** The reasons for the call. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<PsychValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      <FlagChipsField
        control={control}
        name="TelePsychConsultDetail"
        label="Reason for the Call"
        flags={flags.map(({ value, label }) => ({ name: `TelePsychConsultDetail.${value}` as const, label }))}
        other={{ name: 'TelePsychConsultDetail.otherReason', label: other }}
        required
      />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
