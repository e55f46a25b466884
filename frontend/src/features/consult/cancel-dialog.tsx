import { constants } from '@/api/contract/constants.gen';
import { lines } from '@/api/contract/lines.gen';
import { useContractForm } from '@/api/contract-form';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps } from '@/service-lines/define';
import { TextAreaField } from '@/shared/forms/text-field';
import { FormDialog } from '@/drafts/form-dialog';

interface Values {
  completeType: string;
  cancellationReason: string;
}

const defaultValues: Values = { completeType: 'cancelled', cancellationReason: '' };

/** Asks for the reason. It also closes after a failure; reopening it shows what was typed. */
export function CancelDialog({ consult, draft, draftKey, closed, save, onClose, onDone }: ConsultDialogProps) {
  // If the line is newer than this page, only the server has its rules.
  const schema = lines.find(({ slug }) => slug === consult.serviceLineSlug)?.completionSchema ?? 'CompleteConsult';
  const form = useContractForm<Values>(schema, { defaultValues, draft });
  const cancel = async (values: Values) => {
    try {
      await save(values.cancellationReason);
      onDone('Consult cancelled.');
    } catch {
      // The specification closes the dialog here too.
      onClose({ ...values });
    }
  };
  return (
    <FormDialog
      title="Cancel Consult Request"
      form={form}
      draftKey={draftKey}
      submitLabel="Cancel Consult"
      submitColor="red"
      closeLabel={closed === null ? 'Keep Consult' : 'Close'}
      heading={<DialogPatient consult={consult} />}
      closed={closed}
      onSubmit={cancel}
      onClose={(typed) => onClose(typed && { ...typed })}
    >
      <TextAreaField
        control={form.control}
        name="cancellationReason"
        label="Reason"
        limit={constants.SHORT_TEXT_LIMIT}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
