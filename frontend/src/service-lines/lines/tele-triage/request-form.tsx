import { choices } from '@/api/contract/choices/service-lines.gen';
import { constants } from '@/api/contract/constants.gen';
import { useIsCheckedIn } from '@/session/me';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField } from '@/shared/forms/text-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';
import { questions } from './copy';

interface TriageValues extends RequestValues {
  TeleTriageConsultDetail: { chiefComplaint: string; vitalSigns: string; jobDescription: string };
}

const emptyRecord = { chiefComplaint: '', vitalSigns: '', jobDescription: '' };

/** Why the patient came. If the unit has a video cart with a phone, that is the default callback number. */
export function RequestForm(props: RequestFormProps) {
  const cart = props.unit.VidyoRooms.find(({ phoneNumber }) => phoneNumber !== null);
  const state = useRequestForm<TriageValues>(props, {
    callbackNumber: cart?.phoneNumber ?? '',
    TeleTriageConsultDetail: emptyRecord,
  });
  const { control } = state.form;
  const isCheckedIn = useIsCheckedIn();
  return (
    <RequestFormFrame {...props} state={state}>
      {!isCheckedIn && (
        <SingleChoiceField
          control={control}
          name="TeleTriageConsultDetail.jobDescription"
          label={questions.jobDescription}
          options={choices.TriageJobDescription}
          required
        />
      )}
      <TextAreaField
        control={control}
        name="TeleTriageConsultDetail.chiefComplaint"
        label={questions.chiefComplaint}
        limit={constants.SHORT_TEXT_LIMIT}
        required
      />
      <TextAreaField
        control={control}
        name="TeleTriageConsultDetail.vitalSigns"
        label={questions.vitalSigns}
        limit={constants.SHORT_TEXT_LIMIT}
      />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
