import { useEffect, useRef } from 'react';

import { messages } from '@/api/contract/messages.gen';
import { useContractForm } from '@/api/contract-form';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { PhoneField } from '@/shared/forms/phone-field';
import { FormDialog } from '@/drafts/form-dialog';

interface Values {
  callbackNumber: string;
}

const rules = [{ kind: 'required', field: 'callbackNumber', message: messages.REQUIRED }] as const;

/** The number at the bedside; unchanged it closes without a call. */
export function PhoneDialog(props: ConsultDialogProps<DialogValues>) {
  const { consult, draft, draftKey, closed, save, onClose, onDone } = props;
  const { callbackNumber } = consult;
  const form = useContractForm<Values>('ChangeConsult', { defaultValues: { callbackNumber }, draft, rules });
  const { getValues, reset } = form;
  const shown = useRef(callbackNumber);
  // A number that a colleague saves while the dialog is open shows here, and is not overwritten unless this user types.
  useEffect(() => {
    if (getValues('callbackNumber') === shown.current && callbackNumber !== shown.current) reset({ callbackNumber });
    shown.current = callbackNumber;
  }, [getValues, reset, callbackNumber]);

  const submit = async (values: Values) => {
    if (values.callbackNumber === callbackNumber) {
      onDone();
      return;
    }
    try {
      await save({ callbackNumber: values.callbackNumber });
      onDone('Bedside phone number changed.');
    } catch {
      // The specification closes the dialog here too.
      onClose({ ...values });
    }
  };
  return (
    <FormDialog
      title="Edit bedside phone number"
      form={form}
      draftKey={draftKey}
      submitLabel="Save"
      heading={<DialogPatient consult={consult} />}
      closed={closed}
      onSubmit={submit}
      onClose={(typed) => onClose(typed && { ...typed })}
    >
      <PhoneField control={form.control} name="callbackNumber" label="Bedside Phone Number" required data-autofocus />
    </FormDialog>
  );
}
