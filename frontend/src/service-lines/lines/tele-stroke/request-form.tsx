import { type Control, useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/service-lines.gen';
import { constants } from '@/api/contract/constants.gen';
import { MultiChoiceField } from '@/shared/forms/choice-fields';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { OtherChoiceField } from '@/shared/forms/other-choice-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextAreaField } from '@/shared/forms/text-field';
import { YesNoField, YesNoUnknownField } from '@/shared/forms/yes-no-field';

import { NihssField } from '../../base/nihss-field';
import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';
import { questions } from './copy';

interface SelectionWithOther {
  selected: string[];
  other: string | null;
}

/** Empty text means unanswered; null means Unknown or Not Done. */
interface StrokeValues extends RequestValues {
  TeleStrokeConsultDetail: {
    potentialThrombolytic: boolean | '';
    suspectedLargeVesselOcclusion: boolean | '';
    edArrivalDate: string | null;
    lastKnownWell: string | null;
    clinicalConcern: string;
    nihss: number | '' | null;
    notableSymptoms: SelectionWithOther;
    isOnAnticoagulants: boolean | '' | null;
    anticoagulants: SelectionWithOther;
    baselineFunctionalStatus: string[];
  };
}

const empty: StrokeValues = {
  callbackNumber: '',
  TeleStrokeConsultDetail: {
    potentialThrombolytic: '',
    suspectedLargeVesselOcclusion: '',
    edArrivalDate: '',
    lastKnownWell: '',
    clinicalConcern: '',
    nihss: '',
    notableSymptoms: { selected: [], other: null },
    isOnAnticoagulants: '',
    anticoagulants: { selected: [], other: null },
    baselineFunctionalStatus: [],
  },
};

/** What a neurologist needs to know within minutes. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<StrokeValues>(props, empty);
  const { control } = state.form;
  return (
    <RequestFormFrame {...props} state={state}>
      <Timing control={control} zone={props.unit.timeZone} />
      <Findings control={control} />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}

interface QuestionsProps {
  control: Control<StrokeValues>;
}

function Timing({ control, zone }: QuestionsProps & { zone: string }) {
  return (
    <>
      <YesNoField
        control={control}
        name="TeleStrokeConsultDetail.potentialThrombolytic"
        label={questions.potentialThrombolytic}
        required
      />
      <YesNoField
        control={control}
        name="TeleStrokeConsultDetail.suspectedLargeVesselOcclusion"
        label={questions.suspectedLargeVesselOcclusion}
        required
      />
      <DateTimeField
        control={control}
        name="TeleStrokeConsultDetail.edArrivalDate"
        label={questions.edArrivalDate}
        zone={zone}
        withUnknown
        required
      />
      <DateTimeField
        control={control}
        name="TeleStrokeConsultDetail.lastKnownWell"
        label={questions.lastKnownWell}
        zone={zone}
        withUnknown
        required
      />
      <NihssField control={control} name="TeleStrokeConsultDetail.nihss" label={questions.nihss} required />
    </>
  );
}

function Findings({ control }: QuestionsProps) {
  const onAnticoagulants = useWatch({ control, name: 'TeleStrokeConsultDetail.isOnAnticoagulants' });
  return (
    <>
      <OtherChoiceField
        control={control}
        name="TeleStrokeConsultDetail.notableSymptoms"
        label={questions.notableSymptoms}
        options={choices.NotableSymptom}
        required
      />
      <YesNoUnknownField
        control={control}
        name="TeleStrokeConsultDetail.isOnAnticoagulants"
        label={questions.isOnAnticoagulants}
        required
      />
      {onAnticoagulants === true && (
        <OtherChoiceField
          control={control}
          name="TeleStrokeConsultDetail.anticoagulants"
          label={questions.anticoagulants}
          options={choices.Anticoagulant}
          required
        />
      )}
      <MultiChoiceField
        control={control}
        name="TeleStrokeConsultDetail.baselineFunctionalStatus"
        label={questions.baselineFunctionalStatus}
        options={choices.BaselineFunctionalStatus}
        exclusive="Unknown"
        required
      />
      <TextAreaField
        control={control}
        name="TeleStrokeConsultDetail.clinicalConcern"
        label={questions.clinicalConcern}
        limit={constants.SHORT_TEXT_LIMIT}
      />
    </>
  );
}
