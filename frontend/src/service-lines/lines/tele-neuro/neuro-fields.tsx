import type { Control } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { Fields } from '@/api/rules';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextField } from '@/shared/forms/text-field';

import type { RequestValues } from '../../base/use-request-form';
import { questions } from './copy';

/** The values of the request form, and of the dialog that corrects a request. */
export interface NeuroValues extends RequestValues {
  reason: string;
  TeleNeuroConsultDetail: { neuroPatientId: string; physicianName: string; physicianNumber: string };
  /** The values that the dialog started with, saved in its draft so that someone else's changes are not undone. */
  before?: Fields;
}

/** Neurology's ID for the patient, and the referring physician. */
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
