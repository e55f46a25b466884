import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { ChangedSinceError, isApiError } from '@/api/errors';
import { FormDialog } from '@/drafts/form-dialog';
import { toastRefusal } from '@/shared/ui/toasts';

import type { CompletionDialogProps } from '../define';
import { DialogPatient } from './dialog-patient';

export const CANCELLED = 'cancelled';
const BAD_REQUEST = 400;

interface CompletionFrameProps<V extends FieldValues> extends Pick<
  CompletionDialogProps,
  'consult' | 'draftKey' | 'closed' | 'onComplete' | 'onClose'
> {
  form: UseFormReturn<V>;
  /** The button's label, unless the consult is being cancelled. */
  label: string;
  cancelled: boolean;
  /** Says what has already been done; hidden while `closed` is shown. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of `Consult Completion Details`: the patient, the line's questions, and errors. */
export function CompletionFrame<V extends FieldValues>(props: CompletionFrameProps<V>) {
  const { form, consult, closed, notice, cancelled, label, draftKey, onComplete, onClose, children } = props;
  return (
    <FormDialog
      title="Consult Completion Details"
      size="lg"
      form={form}
      draftKey={draftKey}
      submitLabel={cancelled ? 'Cancel Consult' : label}
      submitColor={cancelled ? 'red' : undefined}
      expected="saved"
      heading={<DialogPatient consult={consult} />}
      closed={closed}
      // The notice says what has already been done.
      isFailureHidden={(failure) => Boolean(notice) && !(failure instanceof ChangedSinceError)}
      onSubmit={async (values) => onComplete({ ...values })}
      onFailure={(failure) => {
        // Other failures are reported by the mutation.
        if (isApiError(failure, BAD_REQUEST)) toastRefusal(messages.HELP_DESK, failure.message);
      }}
      onClose={onClose}
    >
      {closed === null && notice}
      {children}
    </FormDialog>
  );
}
