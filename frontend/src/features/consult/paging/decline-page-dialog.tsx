import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { FormDialog } from '@/drafts/form-dialog';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps } from '@/service-lines/define';
import { TextAreaField } from '@/shared/forms/text-field';

interface Values {
  reason: string;
}

/** Asks why the user will not take the consult on; the next people are then paged sooner. */
export function DeclinePageDialog({ consult, draft, draftKey, closed, save, onClose, onDone }: ConsultDialogProps) {
  const form = useContractForm<Values>('DeclinePage', { defaultValues: { reason: '' }, draft });
  return (
    <FormDialog
      title="Decline Consult Request"
      form={form}
      draftKey={draftKey}
      submitLabel="Decline"
      heading={<DialogPatient consult={consult} />}
      closed={closed}
      onSubmit={async ({ reason }) => {
        await save(reason);
        onDone('Declined.');
      }}
      onClose={(typed) => onClose(typed && { ...typed })}
    >
      <TextAreaField
        control={form.control}
        name="reason"
        label="Reason"
        description="You will not be paged again for this request. If nobody else can answer it, the next people are paged at once."
        limit={constants.SHORT_TEXT_LIMIT}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
