import { Button, Modal, Stack } from '@mantine/core';

import { constants } from '@/api/contract/constants.gen';
import { lines } from '@/api/contract/lines.gen';
import { useContractForm } from '@/api/contract-form';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps } from '@/service-lines/define';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextAreaField } from '@/shared/forms/text-field';
import { useDraft } from '@/drafts/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';

interface Values {
  completeType: string;
  cancellationReason: string;
}

const defaultValues: Values = { completeType: 'cancelled', cancellationReason: '' };

/** Asks why; it closes after a failure too, and opening it again shows what was typed. */
export function CancelDialog({ consult, draft, draftKey, closed, save, onClose, onDone }: ConsultDialogProps) {
  // A line that is newer than this page has its rules on the server only.
  const schema = lines.find(({ slug }) => slug === consult.serviceLineSlug)?.completionSchema ?? 'CompleteConsult';
  const form = useContractForm<Values>(schema, { defaultValues, draft });
  const { isDirty, isSubmitting } = form.formState;
  useDraft(form, draftKey);

  const close = () => {
    if (!isSubmitting) onClose(isDirty ? { ...form.getValues() } : null);
  };
  const cancel = async (values: Values) => {
    try {
      await save(values.cancellationReason);
      onDone('Consult cancelled.');
    } catch {
      // The specification closes the dialog here too.
      onClose({ ...values });
    }
  };
  return (
    <Modal opened onClose={close} title="Cancel Consult Request" closeOnClickOutside={false}>
      <Form form={form} onSubmit={cancel}>
        <Stack gap="lg">
          <DialogPatient consult={consult} />
          {closed}
          <TextAreaField
            control={form.control}
            name="cancellationReason"
            label="Reason"
            limit={constants.SHORT_TEXT_LIMIT}
            required
            data-autofocus
          />
          <DialogFoot>
            <Button variant="default" onClick={close} disabled={isSubmitting}>
              {closed === null ? 'Keep Consult' : 'Close'}
            </Button>
            <SubmitButton label="Cancel Consult" color="red" busy={isSubmitting} disabled={closed !== null} />
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}
