import { Button, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { showServerErrors } from '@/api/show-server-errors';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { DialogFoot } from '@/shared/ui/dialog-foot';

import { NotSaved, type NotSavedProps } from './not-saved';
import { useDraft } from './use-draft';

export interface FormDialogProps<V extends FieldValues> {
  title: string;
  size?: 'lg';
  form: UseFormReturn<V>;
  /** Identifies the form's draft, which is saved across a sign-out; null for a form that saves its own, or none. */
  draftKey: string | null;
  /** Of the button that submits. */
  submitLabel: string;
  submitColor?: 'red' | undefined;
  submitDisabled?: boolean;
  /** Of the button that closes. */
  closeLabel?: string;
  /** Closing loses the input, so a question comes first. */
  losesInput?: boolean;
  /** What the form is about, above everything else. */
  heading?: ReactNode;
  /** Says that the consult was closed in the meantime, so that nothing can be submitted; null while it can. */
  closed?: ReactNode;
  /** Takes the place of the form, unless null or left out. */
  instead?: ReactNode;
  /** What the call should have done, for the message about a failure; left out, a failure that no field shows has no message here. */
  wanted?: NotSavedProps['wanted'];
  /** Whether a failure has no message here because something else says so. */
  isFailureHidden?: (failure: unknown) => boolean;
  /** Rejects when the server refuses. Whatever follows a success, such as closing, happens in here. */
  onSubmit: (values: V) => Promise<void>;
  /** Called for a failure that no field shows. */
  onFailure?: (failure: unknown) => void;
  /** Called with the input to open the dialog with again; null when there is none. */
  onClose: (draft: V | null) => void;
  children?: ReactNode;
}

/**
 * A dialog with one form: saves its draft, submits once at a time, shows what the server refuses at the fields and every other failure
 * above the buttons, and cannot be closed while it submits or by a click outside it. It asks before it closes with input that would be lost.
 */
export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const { title, size, form, draftKey, submitLabel, submitColor, submitDisabled = false, wanted } = props;
  const { closeLabel = 'Close', losesInput = false, heading, closed = null, instead } = props;
  const { isFailureHidden, onSubmit, onFailure, onClose, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [asking, setAsking] = useState(false);
  useDraft(form, draftKey);

  const leave = () => onClose(isDirty ? { ...form.getValues() } : null);
  const close = () => {
    if (isSubmitting) return;
    if (isDirty && losesInput) setAsking(true);
    else leave();
  };
  const submit = async (values: V) => {
    setFailed(null);
    try {
      await onSubmit(values);
    } catch (failure) {
      if (showServerErrors(form, failure)) return;
      setFailed({ failure });
      onFailure?.(failure);
    }
  };
  const shown = failed !== null && closed === null && isFailureHidden?.(failed.failure) !== true;
  return (
    <Modal opened onClose={close} title={title} size={size} closeOnClickOutside={false} closeOnEscape={!asking}>
      {instead ?? (
        <Form form={form} onSubmit={submit}>
          <Stack gap="lg">
            {heading}
            {closed}
            {children}
            {shown && wanted !== undefined && (
              <NotSaved failure={failed.failure} button={submitLabel} wanted={wanted} />
            )}
            <DialogFoot>
              <Button variant="default" onClick={close} disabled={isSubmitting}>
                {closeLabel}
              </Button>
              <SubmitButton
                label={submitLabel}
                color={submitColor}
                busy={isSubmitting}
                disabled={submitDisabled || closed !== null}
              />
            </DialogFoot>
          </Stack>
        </Form>
      )}
      <ConfirmDialog
        opened={asking}
        title="Discard Changes?"
        confirmLabel="Proceed"
        onCancel={() => setAsking(false)}
        onConfirm={leave}
      >
        If you close this dialog, what you typed will be lost.
      </ConfirmDialog>
    </Modal>
  );
}
