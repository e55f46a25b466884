import { useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/transfers.gen';
import { constants } from '@/api/contract/constants.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextField } from '@/shared/forms/text-field';

import { useFacilityOptions } from './facilities';
import { FacilityFields, type FacilityValues, ModeNotice, noFacility } from './facility-fields';
import { useFacilityForm } from './use-facility-form';

interface Values extends FacilityValues {
  referringPhysician: string;
  referringLocationNumber: string;
  strokeLevel: string;
}

/** Requests the transfer of the consult's patient. It stays open with its input until the server has it. */
export function TransferDialog(props: ConsultDialogProps<DialogValues>) {
  const { consult, draft, draftKey, closed, save, onClose, onDone } = props;
  const options = useFacilityOptions(consult);
  const form = useFacilityForm<Values>('RequestTransfer', options, draft, {
    ...noFacility,
    referringPhysician: '',
    referringLocationNumber: consult.Encounter.location.phoneNumberAtLocation ?? consult.callbackNumber,
    strokeLevel: '',
  });
  const mode = useWatch({ control: form.control, name: 'preferredTransportationMode' });
  const submit = async (values: Values) => {
    await save({ ...values });
    onDone('Transfer requested.');
  };
  return (
    <FormDialog
      title="Transfer request"
      size="lg"
      form={form}
      draftKey={draftKey}
      submitLabel="Request Transfer"
      expected="requested"
      heading={<DialogPatient consult={consult} />}
      closed={closed}
      onSubmit={submit}
      onClose={(typed) => onClose(typed && { ...typed })}
    >
      <TextField
        control={form.control}
        name="referringPhysician"
        label="Referring Physician"
        limit={constants.SHORT_TEXT_LIMIT}
        required
        data-autofocus
      />
      <PhoneField control={form.control} name="referringLocationNumber" label="Referring Location Number" required />
      <FacilityFields form={form} options={options} />
      <SingleChoiceField
        control={form.control}
        name="strokeLevel"
        label="Stroke Level"
        options={choices.StrokeLevel}
        variant="bar"
        required
      />
      <ModeNotice mode={mode} />
    </FormDialog>
  );
}
