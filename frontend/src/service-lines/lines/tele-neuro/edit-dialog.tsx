import { Button, Modal, Stack } from '@mantine/core';

import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { Form } from '@/shared/forms/form';
import { PhoneField } from '@/shared/forms/phone-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextField } from '@/shared/forms/text-field';
import { useTypedInput } from '@/shared/hooks/use-typed-input';
import { DialogFoot } from '@/shared/ui/dialog-foot';

import { changesBetween } from '../../base/changes-between';
import { DialogPatient } from '../../base/dialog-patient';
import { type ConsultOf, type EditDialogProps, isConsultOf } from '../../define';
import { questions } from './copy';

interface Values {
  callbackNumber: string;
  /** Not asked here, and yet a part of what is checked. */
  reason: string;
  TeleNeuroConsultDetail: { neuroPatientId: string; physicianName: string; physicianNumber: string };
}

/** What was asked of neurology, as it can still be corrected; unchanged it closes without a call. */
export function EditDialog({ consult, ...props }: EditDialogProps) {
  return isConsultOf('tele-neuro', consult) ? <NeuroEditDialog {...props} consult={consult} /> : null;
}

function NeuroEditDialog(props: EditDialogProps & { consult: ConsultOf<'tele-neuro'> }) {
  const { consult, contract, draft, keepAs, closed, save, onClose, onDone } = props;
  const form = useContractForm<Values>(contract.requestSchema, { defaultValues: valuesOf(consult), draft });
  const { control } = form;
  const { isDirty, isSubmitting } = form.formState;
  useTypedInput(form, keepAs);

  const close = () => {
    if (!isSubmitting) onClose(isDirty ? { ...form.getValues() } : null);
  };
  const submit = async (values: Values) => {
    const { callbackNumber, TeleNeuroConsultDetail } = consult;
    const change = changesBetween(
      { callbackNumber, TeleNeuroConsultDetail: { ...TeleNeuroConsultDetail } },
      { ...values },
    );
    if (Object.keys(change).length === 0) {
      onDone();
      return;
    }
    try {
      await save(change);
      onDone('Consult changed.');
    } catch {
      // The specification closes the dialog here too.
      onClose({ ...form.getValues() });
    }
  };
  return (
    <Modal opened onClose={close} title="Edit Consult" closeOnClickOutside={false}>
      <Form form={form} onSubmit={submit}>
        <Stack gap="lg">
          <DialogPatient consult={consult} />
          {closed}
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
          <PhoneField
            control={control}
            name="TeleNeuroConsultDetail.physicianNumber"
            label={questions.physicianNumber}
          />
          <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
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

function valuesOf({ callbackNumber, reason, TeleNeuroConsultDetail: detail }: ConsultOf<'tele-neuro'>): Values {
  return {
    callbackNumber,
    reason: reason ?? '',
    TeleNeuroConsultDetail: { ...detail, physicianNumber: detail.physicianNumber ?? '' },
  };
}
