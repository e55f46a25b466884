import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { useMe } from '@/session/me';
import { FormDialog } from '@/drafts/form-dialog';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { checkCorrection, isChanged, type PatientValues, valuesOf } from './correction';
import { CorrectionFields, type CorrectionFieldsProps } from './correction-fields';
import { unitQuery } from './queries';
import { useCorrection } from './use-correction';

/** Corrects the patient's data, with the fields that the unit collects. Without changes it closes without a request. */
export function PatientDialog(props: ConsultDialogProps<DialogValues>) {
  const { consult, draft, draftKey, closed, save, onClose, onDone } = props;
  const { stringDictionary } = useMe();
  const unit = useQuery(unitQuery(consult.Encounter.locationId));
  const current = valuesOf(consult.Patient);
  const { form, restored, currentDraft, before } = useCorrection({
    check: (values) => checkCorrection(values, unit.data, stringDictionary),
    current,
    draft,
    draftKey,
  });
  const [hasFailed, setHasFailed] = useState(false);

  const submit = async (values: PatientValues) => {
    if (!isChanged({ ...values }, current, unit.data)) {
      onDone();
      return;
    }
    setHasFailed(false);
    await save({ ...values, before: before() });
    onDone('Patient updated.');
  };
  return (
    <FormDialog
      title="Edit patient"
      size="lg"
      form={form}
      draftKey={null}
      submitLabel="Save"
      expected="saved"
      closed={closed}
      instead={
        unit.data === undefined ? (
          <UnitMissing failed={unit.isError} busy={unit.isFetching} onRetry={() => void unit.refetch()} />
        ) : null
      }
      onSubmit={submit}
      onFailure={() => setHasFailed(true)}
      onClose={(typed) => onClose(typed && currentDraft())}
    >
      {restored.values !== null && closed === null && !hasFailed && (
        <NotSavedYet replacing={Object.keys(restored.changedByOthers).length > 0} />
      )}
      {unit.data !== undefined && <Fields form={form} unit={unit.data} changedByOthers={restored.changedByOthers} />}
    </FormDialog>
  );
}

function Fields({ form, ...fields }: Omit<CorrectionFieldsProps, 'control'> & { form: UseFormReturn<PatientValues> }) {
  const { setFocus } = form;
  // When the dialog opened, the fields may not have been there yet.
  useEffect(() => setFocus('patient.nameGiven'), [setFocus]);
  return <CorrectionFields control={form.control} {...fields} />;
}

function NotSavedYet({ replacing }: { replacing: boolean }) {
  return (
    <Banner tone="warning" title="These changes are not saved yet.">
      {replacing && <p>Saving will overwrite another user's changes.</p>}
    </Banner>
  );
}

interface UnitMissingProps {
  failed: boolean;
  busy: boolean;
  onRetry: () => void;
}

function UnitMissing({ failed, busy, onRetry }: UnitMissingProps) {
  if (!failed) return <SkeletonCards count={3} label="Loading patient" />;
  return <ErrorState title="Failed to load patient" onRetry={onRetry} retrying={busy} />;
}
