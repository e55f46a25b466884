import { type Control, useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/service-lines.gen';
import { constants } from '@/api/contract/constants.gen';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { OtherChoiceField } from '@/shared/forms/other-choice-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField } from '@/shared/forms/text-field';
import { YesNoUnknownField } from '@/shared/forms/yes-no-field';

import { NihssField } from '../../base/nihss-field';
import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';
import { kinds, questions } from './copy';

/** Empty text means unanswered; null means Unknown or Not Done. */
interface AcuteStrokeValues extends RequestValues {
  reason: string;
  AcuteStrokeConsultDetail: {
    isAcute: boolean | '';
    lastKnownWell: string;
    symptomDiscovery: string;
    nihss: number | '' | null;
    contraindications: string;
    isOnAnticoagulants: boolean | '' | null;
    anticoagulants: { selected: string[]; other: string | null };
  };
}

const empty: AcuteStrokeValues = {
  callbackNumber: '',
  reason: '',
  AcuteStrokeConsultDetail: {
    isAcute: '',
    lastKnownWell: '',
    symptomDiscovery: '',
    nihss: '',
    contraindications: '',
    isOnAnticoagulants: '',
    anticoagulants: { selected: [], other: null },
  },
};

/** One of two short forms; only the acute one has Emergency. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<AcuteStrokeValues>(props, empty);
  const { control } = state.form;
  const isAcute = useWatch({ control, name: 'AcuteStrokeConsultDetail.isAcute' });
  return (
    <RequestFormFrame {...props} state={state} emergency={isAcute !== false}>
      <SingleChoiceField
        control={control}
        name="AcuteStrokeConsultDetail.isAcute"
        label="Acute or Follow-up"
        options={kinds}
        variant="bar"
        required
      />
      {isAcute === true && <AcuteQuestions control={control} zone={props.unit.timeZone} />}
      {isAcute === false && (
        <TextAreaField
          control={control}
          name="reason"
          label="Call Reason"
          limit={constants.SHORT_TEXT_LIMIT}
          required
        />
      )}
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}

function AcuteQuestions({ control, zone }: { control: Control<AcuteStrokeValues>; zone: string }) {
  const onAnticoagulants = useWatch({ control, name: 'AcuteStrokeConsultDetail.isOnAnticoagulants' });
  return (
    <>
      <DateTimeField
        control={control}
        name="AcuteStrokeConsultDetail.lastKnownWell"
        label={questions.lastKnownWell}
        zone={zone}
      />
      <DateTimeField
        control={control}
        name="AcuteStrokeConsultDetail.symptomDiscovery"
        label={questions.symptomDiscovery}
        zone={zone}
      />
      <NihssField control={control} name="AcuteStrokeConsultDetail.nihss" label={questions.nihss} />
      <TextAreaField
        control={control}
        name="AcuteStrokeConsultDetail.contraindications"
        label={questions.contraindications}
        limit={constants.SHORT_TEXT_LIMIT}
      />
      <YesNoUnknownField
        control={control}
        name="AcuteStrokeConsultDetail.isOnAnticoagulants"
        label={questions.isOnAnticoagulants}
      />
      {onAnticoagulants === true && (
        <OtherChoiceField
          control={control}
          name="AcuteStrokeConsultDetail.anticoagulants"
          label={questions.anticoagulants}
          options={choices.Anticoagulant}
          required
        />
      )}
    </>
  );
}
