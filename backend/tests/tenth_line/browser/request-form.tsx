import { useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/service-lines.gen';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextField } from '@/shared/forms/text-field';
import { YesNoField } from '@/shared/forms/yes-no-field';

import { RequestFormFrame } from '../../base/request-form';
import { type RequestValues, useRequestForm } from '../../base/use-request-form';
import type { RequestFormProps } from '../../request-form';

interface DermatologyValues extends RequestValues {
  TeleDermatologyConsultDetail: { bodySite: string; isSpreading: boolean | undefined; growth: string };
}

const empty: DermatologyValues = {
  callbackNumber: '',
  TeleDermatologyConsultDetail: { bodySite: '', isSpreading: undefined, growth: '' },
};

/** Where it is and how fast it grows. */
export function RequestForm(props: RequestFormProps) {
  const state = useRequestForm<DermatologyValues>(props, empty);
  const { control } = state.form;
  const spreading = useWatch({ control, name: 'TeleDermatologyConsultDetail.isSpreading' });
  return (
    <RequestFormFrame {...props} state={state}>
      <SingleChoiceField
        control={control}
        name="TeleDermatologyConsultDetail.bodySite"
        label="Body Site"
        options={choices.BodySite}
        required
      />
      <YesNoField control={control} name="TeleDermatologyConsultDetail.isSpreading" label="Is it spreading?" required />
      {spreading === true && (
        <TextField control={control} name="TeleDermatologyConsultDetail.growth" label="How fast" required />
      )}
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </RequestFormFrame>
  );
}
