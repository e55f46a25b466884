import type { ReactNode } from 'react';
import { type Control, useWatch } from 'react-hook-form';

import type { Line } from '@/api/contract/lines.gen';
import { useContractForm } from '@/api/contract-form';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { TextAreaField } from '@/shared/forms/text-field';

import type { CompletionDialogProps, DialogValues } from '../define';
import { CANCELLED, CompletionFrame } from './completion-frame';

/** What every short sign-off asks, beside the line's own questions. */
interface SignOffValues {
  typeofCall: string;
  cancellationReason: string;
  comment: string;
  [own: string]: string | number | boolean | null;
}

interface OwnQuestions {
  control: Control<SignOffValues>;
  /** As it is picked now. */
  typeofCall: string;
  /** The most signs that texts may have, by their fields. */
  limits: Readonly<Partial<Record<keyof SignOffValues, number>>>;
}

export interface BaseSignOffDialogProps extends CompletionDialogProps {
  /** The line's own questions, unanswered. */
  own?: DialogValues;
  children?: (form: OwnQuestions) => ReactNode;
}

/** `Consult Completion Details` that doubles as sign-off; of a completed consult it signs only. */
export function SignOffDialog(props: BaseSignOffDialogProps) {
  const { consult, contract, draft, completeType, own = {}, children } = props;
  if (contract.signOff === null) throw new Error(`${contract.name} is not signed off in a dialog.`);
  const form = useContractForm<SignOffValues>(contract.signOff.schema, {
    defaultValues: {
      cancellationReason: '',
      comment: '',
      ...own,
      typeofCall: completeType ?? consult.completeType ?? '',
    },
    // What was picked just now stands above what was picked before.
    draft: draft === null || completeType === null ? draft : { ...draft, typeofCall: completeType },
  });
  const { control } = form;
  const limits: OwnQuestions['limits'] = contract.signOff.limits;
  const typeofCall = useWatch({ control, name: 'typeofCall' });
  const cancelled = typeofCall === CANCELLED;
  const completed = consult.state === 'completed';
  const cancels = cancelled && consult.completeType !== CANCELLED;
  return (
    <CompletionFrame
      {...props}
      form={form}
      label={completed ? 'Sign Off' : 'Complete and Sign Off'}
      cancelled={cancels}
    >
      <SingleChoiceField
        control={control}
        name="typeofCall"
        label="Type of Call"
        options={typesOf(contract, completed ? consult.completeType : null)}
        required
        data-autofocus
      />
      {children?.({ control, typeofCall, limits })}
      {cancelled && (
        <TextAreaField
          control={control}
          name="cancellationReason"
          label="Cancellation Reason"
          limit={limits.cancellationReason}
          required
        />
      )}
      <TextAreaField control={control} name="comment" label="Comment" limit={limits.comment} />
    </CompletionFrame>
  );
}

/** Of a completed consult only the type it has, unless the line may correct it. */
function typesOf({ completionTypes, signOff }: Line, settled: string | null) {
  const types: readonly { value: string; label: string }[] = completionTypes;
  if (settled === null || signOff?.correctsType === true) return types;
  return types.filter(({ value }) => value === settled);
}
