import { Button, Modal, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { messages } from '@/api/contract/messages.gen';
import { useContractForm } from '@/api/contract-form';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { Form } from '@/shared/forms/form';
import { PhoneField } from '@/shared/forms/phone-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useDraft } from '@/drafts/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';

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
  const { isDirty, isSubmitting } = form.formState;
  useDraft(form, draftKey);
  const shown = useRef(callbackNumber);
  // What a colleague saves meanwhile shows here, and is not undone by who typed nothing.
  useEffect(() => {
    if (getValues('callbackNumber') === shown.current && callbackNumber !== shown.current) reset({ callbackNumber });
    shown.current = callbackNumber;
  }, [getValues, reset, callbackNumber]);

  const close = () => {
    if (!isSubmitting) onClose(isDirty ? { ...form.getValues() } : null);
  };
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
    <Modal opened onClose={close} title="Edit bedside phone number" closeOnClickOutside={false}>
      <Form form={form} onSubmit={submit}>
        <Stack gap="lg">
          <DialogPatient consult={consult} />
          {closed}
          <PhoneField
            control={form.control}
            name="callbackNumber"
            label="Bedside Phone Number"
            required
            data-autofocus
          />
          <DialogFoot>
            <Button variant="default" onClick={close} disabled={isSubmitting}>
              Close
            </Button>
            <SubmitButton label="Save" busy={isSubmitting} disabled={closed !== null} />
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}
