import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import type { ContactKind } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { PhoneField } from '@/shared/forms/phone-field';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';

import { useAddContact } from './queries';
import { delays, kindLabel } from './words';

/** A device is added without a form. */
export type TypedKind = Exclude<ContactKind, 'push'>;

interface Values {
  kind: TypedKind;
  label: string;
  delaySeconds: number | '';
  phoneNumber: string | null;
  emailAddress: string | null;
}

const phoneKinds = (['text', 'call'] as const).map((value) => ({ value, label: kindLabel(value) }));

export interface AddContactDialogProps {
  kind: TypedKind;
  onClose: () => void;
}

/** A phone number or an e-mail address; adding it sends a code there. */
export function AddContactDialog({ kind, onClose }: AddContactDialogProps) {
  const isPhone = kind !== 'email';
  const form = useContractForm<Values>('AddContact', {
    defaultValues: {
      kind,
      label: isPhone ? 'Cell phone' : 'Work e-mail',
      delaySeconds: 0,
      phoneNumber: isPhone ? '' : null,
      emailAddress: isPhone ? null : '',
    },
  });
  const { mutateAsync: add } = useAddContact();
  const submit = async ({ delaySeconds, ...values }: Values) => {
    await add({ ...values, delaySeconds: delaySeconds === '' ? 0 : delaySeconds });
    onClose();
  };
  return (
    <FormDialog
      title={isPhone ? 'Add a Phone' : 'Add an E-mail Address'}
      form={form}
      draftKey={null}
      submitLabel="Send Code"
      closeLabel="Cancel"
      expected="saved"
      onSubmit={submit}
      onClose={onClose}
    >
      {isPhone ? (
        <>
          <PhoneField control={form.control} name="phoneNumber" label="Phone Number" required data-autofocus />
          <SingleChoiceField
            control={form.control}
            name="kind"
            label="How to reach you there"
            options={phoneKinds}
            required
          />
        </>
      ) : (
        <TextField
          control={form.control}
          name="emailAddress"
          label="E-mail Address"
          inputMode="email"
          required
          data-autofocus
        />
      )}
      <TextField control={form.control} name="label" label="Label" limit={constants.CONTACT_LABEL_LIMIT} required />
      <SelectField control={form.control} name="delaySeconds" label="When to try it" options={delays} required />
    </FormDialog>
  );
}
