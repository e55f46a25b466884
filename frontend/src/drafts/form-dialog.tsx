import { Button, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { showServerErrors } from '@/api/show-server-errors';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { InView } from '@/shared/ui/in-view';

import { NotSaved, type NotSavedProps } from './not-saved';
import { useDraft } from './use-draft';

export interface FormDialogProps<V extends FieldValues> {
  title: string;
  size?: 'lg';
  form: UseFormReturn<V>;
  /** Identifies the form's draft, which is saved across a sign-out; null for a form that saves its own, or none. */
  draftKey: string | null;
  /** The submit button's label. */
  submitLabel: string;
  submitColor?: 'red' | undefined;
  submitDisabled?: boolean;
  /** The close button's label. */
  closeLabel?: string;
  /** Closing would lose the input, so the user is asked first. */
  losesInput?: boolean;
  /** Content above the form, for example what it is about. */
  heading?: ReactNode;
  /** Says that the consult was closed in the meantime, so that nothing can be submitted; null while it can. */
  closed?: ReactNode;
  /** Replaces the form, if given and not null. */
  instead?: ReactNode;
  /** What the request should have done, for the message about a failure; without it, a failure that no field shows has no message here. */
  expected?: NotSavedProps['expected'];
  /** Whether a failure has no message here because it is shown elsewhere. */
  isFailureHidden?: (failure: unknown) => boolean;
  /** Rejects when the server refuses. Includes what follows a success, such as closing the dialog. */
  onSubmit: (values: V) => Promise<void>;
  /** Called for a failure that no field shows. */
  onFailure?: (failure: unknown) => void;
  /** Called with the input to restore when the dialog is reopened; null if there is none. */
  onClose: (draft: V | null) => void;
  children?: ReactNode;
}

/**
 * A dialog with one form: saves its draft, submits once at a time, shows the server's field errors at the fields and other failures
 * above the buttons, and cannot be closed while it submits or by a click outside. It asks before closing would lose input.
 */
export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const { title, size, form, draftKey, submitLabel, submitColor, submitDisabled = false, expected } = props;
  const { closeLabel = 'Close', losesInput = false, heading, closed = null, instead } = props;
  const { isFailureHidden, onSubmit, onFailure, onClose, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [asking, setAsking] = useState(false);
  useDraft(form, draftKey);

  const closeNow = () => onClose(isDirty ? { ...form.getValues() } : null);
  const close = () => {
    if (isSubmitting) return;
    if (isDirty && losesInput) setAsking(true);
    else closeNow();
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
            <InView>{closed}</InView>
            {children}
            <InView>
              {shown && expected !== undefined && (
                <NotSaved failure={failed.failure} button={submitLabel} expected={expected} />
              )}
            </InView>
            <DialogFooter>
              <Button variant="default" onClick={close} disabled={isSubmitting}>
                {closeLabel}
              </Button>
              <SubmitButton
                label={submitLabel}
                color={submitColor}
                busy={isSubmitting}
                disabled={submitDisabled || closed !== null}
              />
            </DialogFooter>
          </Stack>
        </Form>
      )}
      <ConfirmDialog
        opened={asking}
        title="Discard Changes?"
        confirmLabel="Proceed"
        onCancel={() => setAsking(false)}
        onConfirm={closeNow}
      >
        If you close this dialog, what you typed will be lost.
      </ConfirmDialog>
    </Modal>
  );
}
