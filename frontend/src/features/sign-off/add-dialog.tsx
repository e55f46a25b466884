import { Button, Modal, Text } from '@mantine/core';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import { useContractForm } from '@/api/contract-form';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import { NotSaved } from '@/drafts/not-saved';
import type { Consult } from '@/consults/consult';
import { useMe } from '@/session/me';
import { TextAreaField } from '@/shared/forms/text-field';
import { FormDialog } from '@/drafts/form-dialog';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { DialogFooter } from '@/shared/ui/dialog-footer';

import type { Addition } from './queries';
import { noteDraftKey } from './use-note-dialogs';

export interface AddDialogProps {
  consult: Consult;
  addition: Addition['docType'];
  /** The addendum that was typed before the dialog was closed; null for none. Marking in error leaves it as it is. */
  draft: string | null;
  /** Whether the addition is being saved. */
  busy: boolean;
  /** Rejects if the server refuses, which has been reported by then. */
  save: (addition: Addition) => Promise<unknown>;
  onClose: (draft: string | null) => void;
}

const MARK = 'Mark in Error';

/** Adds to a signed note, or marks it in error; a user without a Medipac ID sees why they cannot. */
export function AddDialog(props: AddDialogProps) {
  const { medipacId } = useMe();
  if (medipacId === null) return <NoMedipacId onClose={() => props.onClose(props.draft)} />;
  return props.addition === 'Addendum' ? <AddendDialog {...props} /> : <ErrorDialog {...props} />;
}

function NoMedipacId({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Provider Medipac ID Not Found" withCloseButton={false}>
      <Text component="div">{messages.CANNOT_ADD}</Text>
      <DialogFooter>
        <Button onClick={onClose} data-autofocus>
          Ok
        </Button>
      </DialogFooter>
    </Modal>
  );
}

function AddendDialog({ consult, draft, save, onClose }: AddDialogProps) {
  const form = useContractForm<{ content: string }>('RequiredAddendum', {
    defaultValues: { content: '' },
    draft: draft === null ? null : { content: draft },
  });
  return (
    <FormDialog
      title="Addend Signoff Note"
      size="lg"
      form={form}
      draftKey={noteDraftKey(consult, 'Addendum')}
      submitLabel="Addend"
      expected="saved"
      heading={<DialogPatient consult={consult} />}
      onSubmit={async ({ content }) => {
        await save({ docType: 'Addendum', content });
      }}
      onClose={(typed) => onClose(typed?.content ?? null)}
    >
      <TextAreaField
        control={form.control}
        name="content"
        label="Addendum"
        limit={constants.ADDENDUM_LIMIT}
        minRows={6}
        required
        data-autofocus
      />
    </FormDialog>
  );
}

function ErrorDialog({ consult, draft, busy, save, onClose }: AddDialogProps) {
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  return (
    <ConfirmDialog
      opened
      title="Mark in Error Signoff Note"
      confirmLabel={MARK}
      danger
      busy={busy}
      onCancel={() => onClose(draft)}
      onConfirm={() => {
        setFailed(null);
        save({ docType: 'Error' }).catch((failure: unknown) => setFailed({ failure }));
      }}
    >
      <DialogPatient consult={consult} />
      <p>{messages.NOTE_IN_ERROR}</p>
      {failed !== null && <NotSaved failure={failed.failure} button={MARK} />}
    </ConfirmDialog>
  );
}
