import { Button, Modal, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { showServerErrors } from '@/api/show-server-errors';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { Form } from '@/shared/forms/form';
import { NumberField } from '@/shared/forms/number-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextAreaField } from '@/shared/forms/text-field';
import { useTypedInput } from '@/shared/hooks/use-typed-input';
import { DialogFoot } from '@/shared/ui/dialog-foot';

import type { CompletionDialogProps } from '../define';
import { DialogPatient } from './dialog-patient';

const CANCELLED = 'cancelled';

interface Values {
  completeType: string;
  callLength: number | '';
  cancellationReason: string;
  qaComment: string;
}

const unanswered: Omit<Values, 'completeType'> = { callLength: '', cancellationReason: '', qaComment: '' };

export interface BaseCompletionDialogProps extends CompletionDialogProps {
  /** Asks for the length of the call in minutes unless the consult is cancelled. */
  withCallLength?: boolean;
}

/** `Consult Completion Details`, as most lines have it: how the call was held and what is left to say. */
export function CompletionDialog(props: BaseCompletionDialogProps) {
  const { contract, withCallLength = false } = props;
  const { draft, completeType, closed } = props;
  const form = useContractForm<Values>(contract.completionSchema, {
    defaultValues: { ...unanswered, completeType: completeType ?? '' },
    // What was picked just now stands above what was picked before.
    draft: draft === null || completeType === null ? draft : { ...draft, completeType },
  });
  const { control } = form;
  const { isDirty, isSubmitting } = form.formState;
  useTypedInput(form, props.keepAs);
  useClearHidden(form);
  const cancelled = useWatch({ control, name: 'completeType' }) === CANCELLED;

  const close = () => {
    if (!isSubmitting) props.onClose(isDirty ? { ...form.getValues() } : null);
  };
  const complete = async (completion: Values) => {
    try {
      await props.onComplete({ ...completion });
    } catch (failure) {
      showServerErrors(form, failure);
    }
  };
  return (
    <Modal opened onClose={close} title="Consult Completion Details" size="lg" closeOnClickOutside={false}>
      <Form form={form} onSubmit={complete}>
        <Stack gap="lg">
          <DialogPatient consult={props.consult} />
          {closed}
          <SingleChoiceField
            control={control}
            name="completeType"
            label="Type of Call"
            options={contract.completionTypes}
            required
            data-autofocus
          />
          {withCallLength && !cancelled && (
            <NumberField control={control} name="callLength" label="Call Length" unit="min" required />
          )}
          {cancelled && (
            <TextAreaField
              control={control}
              name="cancellationReason"
              label="Cancellation Reason"
              limit={constants.SHORT_TEXT_LIMIT}
              required
            />
          )}
          <TextAreaField control={control} name="qaComment" label="Comment" limit={contract.commentLimit} />
          <DialogFoot>
            <Button variant="default" onClick={close} disabled={isSubmitting}>
              Close
            </Button>
            <SubmitButton
              label={cancelled ? 'Cancel Consult' : 'Complete Consult'}
              color={cancelled ? 'red' : undefined}
              busy={isSubmitting}
              disabled={closed !== null}
            />
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}

/** A field that the chosen type hides loses its value, so that it is never sent. */
function useClearHidden({ subscribe, setValue }: UseFormReturn<Values>) {
  useEffect(
    () =>
      subscribe({
        name: 'completeType',
        formState: { values: true },
        callback: ({ values }) => setValue(values.completeType === CANCELLED ? 'callLength' : 'cancellationReason', ''),
      }),
    [subscribe, setValue],
  );
}
