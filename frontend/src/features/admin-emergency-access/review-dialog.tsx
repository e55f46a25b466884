import { choices } from '@/api/contract/choices/sessions.gen';
import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import type { EmergencyAccessRow, EmergencyVerdict } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { TextAreaField } from '@/shared/forms/text-field';
import { fullName } from '@/shared/lib/full-name';
import { toastSuccess } from '@/shared/ui/toasts';

import { useReview } from './queries';

interface Values {
  verdict: EmergencyVerdict | '';
  note: string;
}

export interface ReviewDialogProps {
  access: EmergencyAccessRow;
  onClose: () => void;
}

/** Says what was found; nobody can change it afterwards. */
export function ReviewDialog({ access, onClose }: ReviewDialogProps) {
  const form = useContractForm<Values>('ReviewEmergencyAccess', { defaultValues: { verdict: '', note: '' } });
  const { mutateAsync: review } = useReview(access.id);
  return (
    <FormDialog
      title={`Review of ${fullName(access.user)}`}
      form={form}
      draftKey={`emergency-access/${access.id}`}
      submitLabel="Save Review"
      closeLabel="Cancel"
      losesInput
      expected="reviewed"
      onSubmit={async ({ verdict, note }) => {
        if (verdict === '') return;
        await review({ verdict, note });
        toastSuccess('The review is saved.');
        onClose();
      }}
      onClose={onClose}
    >
      <SingleChoiceField
        control={form.control}
        name="verdict"
        label="The Access Was"
        options={choices.EmergencyVerdict}
        variant="list"
        required
        data-autofocus
      />
      <TextAreaField
        control={form.control}
        name="note"
        label="Note"
        description="Your name is shown with it, and it cannot be changed later."
        limit={constants.SHORT_TEXT_LIMIT}
        required
      />
    </FormDialog>
  );
}
