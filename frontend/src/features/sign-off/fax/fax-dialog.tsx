import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { useContractForm } from '@/api/contract-form';
import { showServerErrors } from '@/api/show-server-errors';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import { NotSaved } from '@/service-lines/base/not-saved';
import type { Consult } from '@/consults/consult';
import { Form } from '@/shared/forms/form';
import { PhoneField } from '@/shared/forms/phone-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useDraft } from '@/drafts/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';

export interface FaxDialogProps {
  consult: Consult;
  /** What was typed before the dialog was closed; null for nothing. */
  draft: string | null;
  /** Rejects where it is not sent, which is said by then unless it is about the number. */
  send: (faxNumber: string) => Promise<unknown>;
  onClose: (draft: string | null) => void;
}

const SEND = 'Send';
const rules = [{ kind: 'required', field: 'faxNumber', message: messages.REQUIRED }] as const;

/** Asks where a signed note is to be faxed; begins with the number that the consult was asked for with, or that was faxed to last. */
export function FaxDialog({ consult, draft, send, onClose }: FaxDialogProps) {
  const form = useContractForm<{ faxNumber: string }>('FaxNote', {
    defaultValues: { faxNumber: consult.additionalData.faxNumber ?? '' },
    draft: draft === null ? null : { faxNumber: draft },
    rules,
  });
  const { isDirty, isSubmitting } = form.formState;
  const faxNumber = useWatch({ control: form.control, name: 'faxNumber' });
  useDraft(form, `consult/${consult.id}/fax`);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const close = () => {
    if (!isSubmitting) onClose(isDirty ? form.getValues('faxNumber') : null);
  };
  const submit = async (values: { faxNumber: string }) => {
    setFailed(null);
    try {
      await send(values.faxNumber);
    } catch (failure) {
      if (!showServerErrors(form, failure)) setFailed({ failure });
    }
  };
  return (
    <Modal opened onClose={close} title="Fax Stroke Signoff Note" closeOnClickOutside={false}>
      <Form form={form} onSubmit={submit}>
        <Stack gap="lg">
          <DialogPatient consult={consult} />
          <PhoneField control={form.control} name="faxNumber" label="Fax Number" required data-autofocus />
          {failed !== null && <NotSaved failure={failed.failure} button={SEND} wanted="sent" />}
          <DialogFoot>
            <Button variant="default" onClick={close} disabled={isSubmitting}>
              Close
            </Button>
            <SubmitButton label={SEND} busy={isSubmitting} disabled={faxNumber.trim() === ''} />
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}
