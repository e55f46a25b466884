import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import { useContractForm } from '@/api/contract-form';
import { showServerErrors } from '@/api/show-server-errors';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import { NotSaved } from '@/service-lines/base/not-saved';
import type { Consult } from '@/consults/consult';
import { useMe } from '@/session/me';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextAreaField } from '@/shared/forms/text-field';
import { useDraft } from '@/drafts/use-draft';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { DialogFoot } from '@/shared/ui/dialog-foot';

import type { Addition } from './queries';

export interface AddDialogProps {
  consult: Consult;
  addition: Addition['docType'];
  /** What was typed before the dialog was closed. */
  draft: string;
  /** It is under way. */
  busy: boolean;
  /** Rejects where the server refuses, which is said by then. */
  save: (addition: Addition) => Promise<unknown>;
  onClose: (draft: string) => void;
}

const ADDEND = 'Addend';
const MARK = 'Mark in Error';

/** What became of the last press. */
type Failed = { readonly failure: unknown } | null;

/** Addends a signed note, or marks it in error; who has no Medipac ID is told that they cannot. */
export function AddDialog(props: AddDialogProps) {
  const { medipacId } = useMe();
  if (medipacId === null) return <NoMedipacId onClose={() => props.onClose(props.draft)} />;
  return props.addition === 'Addendum' ? <AddendDialog {...props} /> : <ErrorDialog {...props} />;
}

function NoMedipacId({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Provider Medipac ID Not Found" withCloseButton={false}>
      <Text component="div">{messages.CANNOT_ADD}</Text>
      <DialogFoot>
        <Button onClick={onClose} data-autofocus>
          Ok
        </Button>
      </DialogFoot>
    </Modal>
  );
}

function AddendDialog({ consult, draft, save, onClose }: AddDialogProps) {
  const form = useContractForm<{ content: string }>('RequiredAddendum', {
    defaultValues: { content: '' },
    draft: draft === '' ? null : { content: draft },
  });
  const { isSubmitting } = form.formState;
  const [failed, setFailed] = useState<Failed>(null);
  useDraft(form, `consult/${consult.id}/addendum`);
  const close = () => {
    if (!isSubmitting) onClose(form.getValues('content'));
  };
  const addend = async ({ content }: { content: string }) => {
    setFailed(null);
    try {
      await save({ docType: 'Addendum', content });
    } catch (failure) {
      if (!showServerErrors(form, failure)) setFailed({ failure });
    }
  };
  return (
    <Modal opened onClose={close} title="Addend Signoff Note" size="lg" closeOnClickOutside={false}>
      <Form form={form} onSubmit={addend}>
        <Stack gap="lg">
          <DialogPatient consult={consult} />
          <TextAreaField
            control={form.control}
            name="content"
            label="Addendum"
            limit={constants.ADDENDUM_LIMIT}
            minRows={6}
            required
            data-autofocus
          />
          {failed !== null && <NotSaved failure={failed.failure} button={ADDEND} />}
          <DialogFoot>
            <Button variant="default" onClick={close} disabled={isSubmitting}>
              Close
            </Button>
            <SubmitButton label={ADDEND} busy={isSubmitting} />
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}

function ErrorDialog({ consult, draft, busy, save, onClose }: AddDialogProps) {
  const [failed, setFailed] = useState<Failed>(null);
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
