import type { Control } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { Fields } from '@/api/rules';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextField } from '@/shared/forms/text-field';

import type { RequestValues } from '../../base/use-request-form';
import { questions } from './copy';

/** What the form of a request holds, and the dialog that corrects one. */
export interface NeuroValues extends RequestValues {
  reason: string;
  TeleNeuroConsultDetail: { neuroPatientId: string; physicianName: string; physicianNumber: string };
  /** What the dialog began with, kept with what is typed: a change that somebody else makes meanwhile is not undone. */
  before?: Fields;
}

/** Whom neurology knows the patient as, and who refers them. */
export function NeuroFields({ control }: { control: Control<NeuroValues> }) {
  return (
    <>
      <TextField
        control={control}
        name="TeleNeuroConsultDetail.neuroPatientId"
        label={questions.neuroPatientId}
        limit={constants.SHORT_TEXT_LIMIT}
        required
        data-autofocus
      />
      <TextField
        control={control}
        name="TeleNeuroConsultDetail.physicianName"
        label={questions.physicianName}
        limit={constants.SHORT_TEXT_LIMIT}
        required
      />
      <PhoneField control={control} name="TeleNeuroConsultDetail.physicianNumber" label={questions.physicianNumber} />
    </>
  );
}
