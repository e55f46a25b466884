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

/** What was asked of neurology, as it can still be corrected; unchanged it closes without a call. */
export function EditDialog({ consult, ...props }: EditDialogProps) {
  return isConsultOf('tele-neuro', consult) ? <NeuroEditDialog {...props} consult={consult} /> : null;
}

function NeuroEditDialog(props: EditDialogProps & { consult: ConsultOf<'tele-neuro'> }) {
  const { consult, contract, draft, draftKey, closed, save, onClose, onDone } = props;
  const form = useContractForm<NeuroValues>(contract.requestSchema, { defaultValues: valuesOf(consult), draft });
  const { control } = form;
  useFollowed(form, valuesOf(consult));

  const submit = async (values: NeuroValues) => {
    const change = changesOf({ ...values });
    if (Object.keys(change).length === 0) {
      onDone();
      return;
    }
    try {
      await save(change);
      onDone('Consult changed.');
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

/** What was changed of the values that the dialog began with, or that a colleague saved since. */
function changesOf(values: Fields): Fields {
  return changesBetween(isFields(values.before) ? values.before : {}, values);
}

/** Shows what a colleague saves meanwhile, or saved before what was typed was brought back, wherever nothing else was typed. */
function useFollowed(form: UseFormReturn<NeuroValues>, now: NeuroValues) {
  const { isSubmitting } = form.formState;
  const follow = useEffectEvent(() => {
    // What comes in the meantime is what is being saved.
    if (isSubmitting) return;
    const typed = changesOf(form.getValues());
    form.reset(now, WHAT_WAS_SAID);
    form.reset({ ...now, ...withChanges({ ...now }, typed) }, { ...WHAT_WAS_SAID, keepDefaultValues: true });
  });
  const saved = JSON.stringify(now);
  useEffect(() => follow(), [saved]);
}

const WHAT_WAS_SAID = { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true };

/** The reason is not asked here, and yet a part of what is checked. */
function valuesOf({ callbackNumber, reason, TeleNeuroConsultDetail: detail }: ConsultOf<'tele-neuro'>): NeuroValues {
  return {
    callbackNumber,
    reason: reason ?? '',
    TeleNeuroConsultDetail: { ...detail, physicianNumber: detail.physicianNumber ?? '' },
    before: { callbackNumber, TeleNeuroConsultDetail: { ...detail } },
  };
}
