import { Button } from '@mantine/core';
import { useWatch } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { useContractForm } from '@/api/contract-form';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { Consult } from '@/consults/consult';
import { PhoneField } from '@/shared/forms/phone-field';
import { FormDialog } from '@/drafts/form-dialog';

import { noteDraftKey } from '../use-note-dialogs';
import classes from './fax-dialog.module.css';

export interface FaxDialogProps {
  consult: Consult;
  /** What was typed before the dialog was last closed; null for nothing. */
  draft: string | null;
  /** Rejects if the fax is not sent. By then everything except an invalid number has been reported. */
  send: (faxNumber: string) => Promise<unknown>;
  onClose: (draft: string | null) => void;
}

const rules = [{ kind: 'required', field: 'faxNumber', message: messages.REQUIRED }] as const;

/** Asks for the number to fax a signed note to. Starts with the number of the request or of the last fax, and offers the location's number if it is a different one. */
export function FaxDialog({ consult, draft, send, onClose }: FaxDialogProps) {
  const form = useContractForm<{ faxNumber: string }>('FaxNote', {
    defaultValues: { faxNumber: consult.additionalData.faxNumber ?? '' },
    draft: draft === null ? null : { faxNumber: draft },
    rules,
  });
  const faxNumber = useWatch({ control: form.control, name: 'faxNumber' });
  const { faxNumber: locationNumber, displayName } = consult.Encounter.location;
  return (
    <FormDialog
      title="Fax Stroke Signoff Note"
      form={form}
      draftKey={noteDraftKey(consult, 'Fax')}
      submitLabel="Send"
      submitDisabled={faxNumber.trim() === ''}
      expected="sent"
      heading={<DialogPatient consult={consult} />}
      onSubmit={async (values) => {
        await send(values.faxNumber);
      }}
      onClose={(typed) => onClose(typed?.faxNumber ?? null)}
    >
      <PhoneField control={form.control} name="faxNumber" label="Fax Number" required data-autofocus />
      {locationNumber !== null && faxNumber !== locationNumber && (
        <Button
          variant="default"
          classNames={{ root: classes.offer ?? '', label: classes.offerLabel ?? '' }}
          onClick={() => {
            form.setValue('faxNumber', locationNumber, { shouldDirty: true });
            // The pressed button disappears.
            form.setFocus('faxNumber');
          }}
        >
          Use {locationNumber} ({displayName})
        </Button>
      )}
    </FormDialog>
  );
}
