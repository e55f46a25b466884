import { Button, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { ChangedSinceError, isApiError } from '@/api/errors';
import { showServerErrors } from '@/api/show-server-errors';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useDraft } from '@/drafts/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { toastRefusal } from '@/shared/ui/toasts';

import type { CompletionDialogProps } from '../define';
import { DialogPatient } from './dialog-patient';
import { NotSaved } from './not-saved';

export const CANCELLED = 'cancelled';
const BAD_REQUEST = 400;

interface CompletionFrameProps<V extends FieldValues> extends Pick<
  CompletionDialogProps,
  'consult' | 'draftKey' | 'closed' | 'onComplete' | 'onClose'
> {
  form: UseFormReturn<V>;
  /** Of the button, unless the consult is cancelled. */
  label: string;
  cancelled: boolean;
  /** Says what is done already, while nothing is said of a consult that was closed. */
  notice?: ReactNode;
  children: ReactNode;
}

/** `Consult Completion Details`: whom it is about, the line's questions, and what was refused. */
export function CompletionFrame<V extends FieldValues>(props: CompletionFrameProps<V>) {
  const { form, consult, closed, notice, cancelled, label, draftKey, onComplete, onClose, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const said = closed ?? notice;
  const button = cancelled ? 'Cancel Consult' : label;
  useDraft(form, draftKey);

  const close = () => {
    if (!isSubmitting) onClose(isDirty ? { ...form.getValues() } : null);
  };
  const complete = async (values: V) => {
    setFailed(null);
    try {
      await onComplete({ ...values });
    } catch (failure) {
      if (showServerErrors(form, failure)) return;
      setFailed({ failure });
      // Other failures are told at once where they are made.
      if (isApiError(failure, BAD_REQUEST)) toastRefusal(messages.HELP_DESK, failure.message);
    }
  };
  return (
    <Modal opened onClose={close} title="Consult Completion Details" size="lg" closeOnClickOutside={false}>
      <Form form={form} onSubmit={complete}>
        <Stack gap="lg">
          <DialogPatient consult={consult} />
          {said}
          {children}
          {failed !== null && closed === null && (!notice || failed.failure instanceof ChangedSinceError) && (
            <NotSaved failure={failed.failure} button={button} />
          )}
          <DialogFoot>
            <Button variant="default" onClick={close} disabled={isSubmitting}>
              Close
            </Button>
            <SubmitButton
              label={button}
              color={cancelled ? 'red' : undefined}
              busy={isSubmitting}
              disabled={closed !== null}
            />
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}
