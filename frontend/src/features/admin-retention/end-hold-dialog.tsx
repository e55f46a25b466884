import { useForm } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { HoldRead } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { TextField } from '@/shared/forms/text-field';
import { toastSuccess } from '@/shared/ui/toasts';

import { useEndHold, useFetchAgain } from './queries';
import { subjectText } from './words';

export interface EndHoldDialogProps {
  hold: HoldRead;
  onClose: () => void;
}

/** Ends a hold, and asks why. */
export function EndHoldDialog({ hold, onClose }: EndHoldDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } });
  const { mutateAsync: end } = useEndHold(hold.id);
  const fetchAgain = useFetchAgain();
  return (
    <FormDialog
      title="End This Hold?"
      form={form}
      draftKey={null}
      submitLabel="End Hold"
      submitColor="red"
      expected="saved"
      onSubmit={async ({ reason }) => {
        if (reason.trim() === '') {
          form.setError('reason', { message: 'This field is required.' });
          return;
        }
        await end(reason.trim());
        toastSuccess('The hold has ended.');
        onClose();
      }}
      onFailure={() => void fetchAgain()}
      onClose={onClose}
    >
      <p>
        {hold.organizationName}: {subjectText(hold)}. The next run of retention removes what was held and whose period
        is over.
      </p>
      <TextField
        control={form.control}
        name="reason"
        label="Reason"
        description="Without names of patients."
        limit={constants.SHORT_TEXT_LIMIT}
        required
      />
    </FormDialog>
  );
}
