import { FlagChipsField } from '@/shared/forms/flag-chips-field';
import { PhoneField } from '@/shared/forms/phone-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';
import { callReasons } from './copy';

interface PsychValues extends RequestValues {
  TelePsychConsultDetail: Record<(typeof callReasons)[number]['flag'], boolean> & { otherReason: string | null };
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

/** What the psychiatrist is asked for. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<PsychValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      <FlagChipsField
        control={control}
        name="TelePsychConsultDetail"
        label="Reason for the Call"
        flags={callReasons.map(({ flag, label }) => ({ name: `TelePsychConsultDetail.${flag}` as const, label }))}
        other={{ name: 'TelePsychConsultDetail.otherReason', label: 'Other' }}
        required
      />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
