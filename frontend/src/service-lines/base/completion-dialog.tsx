import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { NumberField } from '@/shared/forms/number-field';
import { TextAreaField } from '@/shared/forms/text-field';

import type { CompletionDialogProps } from '../define';
import { CANCELLED, CompletionFrame } from './completion-frame';

interface Values {
  completeType: string;
  callLength: number | '';
  cancellationReason: string;
  qaComment: string;
}

const unanswered: Omit<Values, 'completeType'> = { callLength: '', cancellationReason: '', qaComment: '' };

export interface BaseCompletionDialogProps extends CompletionDialogProps {
  /** Asks for the call length in minutes unless the consult is cancelled. */
  withCallLength?: boolean;
}

/** `Consult Completion Details` of most lines: the type of call and a comment. */
export function CompletionDialog(props: BaseCompletionDialogProps) {
  const { contract, withCallLength = false, draft, completeType } = props;
  const form = useContractForm<Values>(contract.completionSchema, {
    defaultValues: { ...unanswered, completeType: completeType ?? '' },
    // The type chosen just now wins over the one in the draft.
    draft: draft === null || completeType === null ? draft : { ...draft, completeType },
  });
  const { control } = form;
  useClearHidden(form);
  const cancelled = useWatch({ control, name: 'completeType' }) === CANCELLED;
  return (
    <CompletionFrame {...props} form={form} label="Complete Consult" cancelled={cancelled}>
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
    </CompletionFrame>
  );
}

/** Clears a field that the chosen type hides, so that it is never sent. */
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
