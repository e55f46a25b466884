import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { useContractForm } from '@/api/contract-form';
import { type Fields, isFields } from '@/api/rules';
import { PhoneField } from '@/shared/forms/phone-field';
import { FormDialog } from '@/drafts/form-dialog';

import { changesBetween, withChanges } from '../../base/changes-between';
import { DialogPatient } from '../../base/dialog-patient';
import { type EditDialogProps } from '../../define';
import { type ConsultOf, isConsultOf } from '@/consults/consult';
import { NeuroFields, type NeuroValues } from './neuro-fields';

/** Corrects the request. Without changes it closes without a request to the server. */
export function EditDialog({ consult, ...props }: EditDialogProps) {
  return isConsultOf('tele-neuro', consult) ? <NeuroEditDialog {...props} consult={consult} /> : null;
}

function NeuroEditDialog(props: EditDialogProps & { consult: ConsultOf<'tele-neuro'> }) {
  const { consult, contract, draft, draftKey, closed, save, onClose, onDone } = props;
  const form = useContractForm<NeuroValues>(contract.requestSchema, { defaultValues: valuesOf(consult), draft });
  const { control } = form;
  useSyncedValues(form, valuesOf(consult));

  const submit = async (values: NeuroValues) => {
    const change = changesOf({ ...values });
    if (Object.keys(change).length === 0) {
      onDone();
      return;
    }
    try {
      await save(change);
      onDone('Consult updated.');
    } catch {
      // The specification closes the dialog here too.
      onClose({ ...form.getValues() });
    }
  };
  return (
    <FormDialog
      title="Edit Consult"
      form={form}
      draftKey={draftKey}
      submitLabel="Save"
      heading={<DialogPatient consult={consult} />}
      closed={closed}
      onSubmit={submit}
      onClose={onClose}
    >
      <NeuroFields control={control} />
      <PhoneField control={control} name="callbackNumber" label="Callback Number" required />
    </FormDialog>
  );
}

/** What this user has changed, compared to the values that the dialog started with or that someone else has saved since. */
function changesOf(values: Fields): Fields {
  return changesBetween(isFields(values.before) ? values.before : {}, values);
}

/** Shows what someone else saves while the dialog is open, or saved before the draft was restored, in fields that this user has not edited. */
function useSyncedValues(form: UseFormReturn<NeuroValues>, now: NeuroValues) {
  const { isSubmitting } = form.formState;
  const sync = useEffectEvent(() => {
    // An update that arrives while saving is what is being saved.
    if (isSubmitting) return;
    const typed = changesOf(form.getValues());
    form.reset(now, KEEP_FORM_STATE);
    form.reset({ ...now, ...withChanges({ ...now }, typed) }, { ...KEEP_FORM_STATE, keepDefaultValues: true });
  });
  const saved = JSON.stringify(now);
  useEffect(() => sync(), [saved]);
}

const KEEP_FORM_STATE = { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true };

/** The dialog does not ask for the reason, but validation requires it. */
function valuesOf({ callbackNumber, reason, TeleNeuroConsultDetail: detail }: ConsultOf<'tele-neuro'>): NeuroValues {
  return {
    callbackNumber,
    reason: reason ?? '',
    TeleNeuroConsultDetail: { ...detail, physicianNumber: detail.physicianNumber ?? '' },
    before: { callbackNumber, TeleNeuroConsultDetail: { ...detail } },
  };
}
