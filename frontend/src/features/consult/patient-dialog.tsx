import { Button, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { NotSaved } from '@/service-lines/base/not-saved';
import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { useMe } from '@/session/me';
import { Form, type FormProps } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { DialogFoot } from '@/shared/ui/dialog-foot';

import { checkCorrection, isChanged, type PatientValues, valuesOf } from './patient-check';
import { PatientFields } from './patient-fields';
import { unitQuery } from './queries';
import { useCorrection } from './use-correction';

const SAVE = 'Save';

/** Corrects who the patient is, by what the unit asks about its patients; unchanged it closes without a call. */
export function PatientDialog(props: ConsultDialogProps<DialogValues>) {
  const { consult, draft, draftKey, closed, save, onClose, onDone } = props;
  const { stringDictionary } = useMe();
  const unit = useQuery(unitQuery(consult.Encounter.locationId));
  const current = valuesOf(consult.Patient);
  const { form, returned, leaveBehind, before } = useCorrection({
    check: (values) => checkCorrection(values, unit.data, stringDictionary),
    current,
    draft,
    draftKey,
  });
  const { isDirty, isSubmitting } = form.formState;

  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);

  const close = () => {
    if (!isSubmitting) onClose(isDirty ? leaveBehind() : null);
  };
  const submit = async (values: PatientValues) => {
    if (!isChanged({ ...values }, current, unit.data)) {
      onDone();
      return;
    }
    setFailed(null);
    // What the server refuses is there again once the page is reloaded, and what it never heard of still stands here.
    await save({ ...values, before: before() }).then(
      () => onDone('Patient changed.'),
      (failure: unknown) => setFailed({ failure }),
    );
  };
  return (
    <Modal opened onClose={close} title="Edit patient" size="lg" closeOnClickOutside={false}>
      {unit.data === undefined ? (
        <UnitMissing failed={unit.isError} busy={unit.isFetching} onRetry={() => void unit.refetch()} />
      ) : (
        <Correction form={form} onSubmit={submit}>
          {closed}
          {returned.values !== null && closed === null && failed === null && (
            <NotSavedYet replacing={Object.keys(returned.meanwhile).length > 0} />
          )}
          <PatientFields control={form.control} unit={unit.data} meanwhile={returned.meanwhile} />
          {failed !== null && closed === null && <NotSaved failure={failed.failure} button={SAVE} />}
          <DialogFoot>
            <Button variant="default" onClick={close} disabled={isSubmitting}>
              Close
            </Button>
            <SubmitButton label={SAVE} busy={isSubmitting} disabled={closed !== null} />
          </DialogFoot>
        </Correction>
      )}
    </Modal>
  );
}

function Correction({ form, onSubmit, children }: FormProps<PatientValues>) {
  const { setFocus } = form;
  // The dialog may have opened before there was a field to begin with.
  useEffect(() => setFocus('patient.nameGiven'), [setFocus]);
  return (
    <Form form={form} onSubmit={onSubmit}>
      <Stack gap="lg">{children}</Stack>
    </Form>
  );
}

function NotSavedYet({ replacing }: { replacing: boolean }) {
  return (
    <Banner tone="warning" title="These changes are not saved yet.">
      {replacing && <p>Saving will overwrite changes that another user made.</p>}
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
  return <ErrorState title="This could not be loaded" onRetry={onRetry} retrying={busy} />;
}
