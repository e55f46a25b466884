import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';

import type { Line } from '@/api/contract/lines.gen';
import { useContractForm } from '@/api/contract-form';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { TextAreaField } from '@/shared/forms/text-field';

import type { DialogValues, SignOffDialogProps } from '../define';
import { CANCELLED, CompletionFrame } from './completion-frame';

/** The values of every short sign-off, together with the line's own. */
interface SignOffValues {
  typeofCall: string;
  cancellationReason: string;
  comment: string;
  [own: string]: string | number | boolean | null;
}

interface OwnQuestions {
  control: Control<SignOffValues>;
  /** The currently selected type. */
  typeofCall: string;
  /** Maximum lengths of texts, in characters, by field. */
  limits: Readonly<Partial<Record<keyof SignOffValues, number>>>;
}

export interface BaseSignOffDialogProps extends SignOffDialogProps {
  /** The line's own fields with their empty values. */
  own?: Readonly<Record<string, string>>;
  /** Which of them a type of call hides; Cancelled hides all of them. */
  hides?: (typeofCall: string) => readonly string[];
  children?: (form: OwnQuestions) => ReactNode;
}

/** `Consult Completion Details` that also signs off; for a completed consult, it only signs off. */
export function SignOffDialog(props: BaseSignOffDialogProps) {
  const { consult, contract, signsOnly, onComplete, own = {}, hides, children } = props;
  const form = useSignOffForm(props);
  const { control } = form;
  const limits: OwnQuestions['limits'] = contract.signOff?.limits ?? {};
  const typeofCall = useWatch({ control, name: 'typeofCall' });
  const cancelled = typeofCall === CANCELLED;
  const hidden = (type: string) =>
    type === CANCELLED ? Object.keys(own) : ['cancellationReason', ...(hides?.(type) ?? [])];
  useClearHidden(form, hidden);
  // A cancelled consult keeps its cancellation reason.
  const { cancellationReason } = consult;
  const complete = async (content: DialogValues) =>
    onComplete(consult.completeType === CANCELLED ? { ...content, cancellationReason } : content);
  return (
    <CompletionFrame
      {...props}
      onComplete={complete}
      form={form}
      label={signsOnly ? 'Sign Off' : 'Complete and Sign Off'}
      cancelled={cancelled && consult.completeType !== CANCELLED}
    >
      <SingleChoiceField
        control={control}
        name="typeofCall"
        label="Type of Call"
        options={typesOf(contract, signsOnly ? consult.completeType : null)}
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
          disabled={consult.completeType === CANCELLED}
          required
        />
      )}
      <TextAreaField control={control} name="comment" label="Comment" limit={limits.comment} />
    </CompletionFrame>
  );
}

function useSignOffForm({ consult, contract, draft, completeType, own }: BaseSignOffDialogProps) {
  if (contract.signOff === null) throw new Error(`${contract.name} is not signed off in a dialog.`);
  const typeofCall = completeType ?? consult.completeType ?? '';
  return useContractForm<SignOffValues>(contract.signOff.schema, {
    defaultValues: { cancellationReason: '', comment: '', ...own, typeofCall },
    // The type chosen just now wins over the one in the draft.
    draft: draft === null || completeType === null ? draft : { ...draft, typeofCall },
  });
}

/** Clears a field that the chosen type hides, so that its value cannot reappear unnoticed. */
function useClearHidden({ subscribe, setValue }: UseFormReturn<SignOffValues>, hidden: (type: string) => string[]) {
  const clear = useEffectEvent((type: string) => {
    for (const field of hidden(type)) setValue(field, '');
  });
  useEffect(
    () =>
      subscribe({
        name: 'typeofCall',
        formState: { values: true },
        callback: ({ values }) => clear(values.typeofCall),
      }),
    [subscribe],
  );
}

/** For a completed consult, only its own type, unless the line allows correcting it. */
function typesOf({ completionTypes, signOff }: Line, completedType: string | null) {
  const types: readonly { value: string; label: string }[] = completionTypes;
  if (completedType === null || signOff?.correctsType === true) return types;
  return types.filter(({ value }) => value === completedType);
}
