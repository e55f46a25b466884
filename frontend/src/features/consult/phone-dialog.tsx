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

/** Corrects the bedside phone number. Without changes it closes without a request. */
export function PhoneDialog(props: ConsultDialogProps<DialogValues>) {
  const { consult, draft, draftKey, closed, save, onClose, onDone } = props;
  const { callbackNumber } = consult;
  const form = useContractForm<Values>('ChangeConsult', { defaultValues: { callbackNumber }, draft, rules });
  const { getValues, reset } = form;
  const shown = useRef(callbackNumber);
  // Shows a number that someone else saves while the dialog is open, unless this user has edited the field.
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
      onDone('Bedside phone number updated.');
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
