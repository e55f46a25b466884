import type { KeyboardEvent, ReactNode } from 'react';
import { type FieldValues, type SubmitHandler, useFormState, type UseFormReturn } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';

import { FormErrorBanner } from './form-error-banner';
import { FormFieldsContext, SendingContext, useCreateFormFields } from './form-fields';
import { useFocusFirstError } from './use-focus-first-error';

export interface FormProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  onSubmit: SubmitHandler<V>;
  children: ReactNode;
  className?: string;
  /** Fields can be changed while the form is being sent; in other forms they cannot. */
  open?: boolean;
  /** Only the button submits: in a long form, Enter in a field would send what is out of sight. */
  buttonOnly?: boolean;
}

/** A form that shows errors at each field and, as links, at the top; the first invalid field gets focus. */
export function Form<V extends FieldValues>({
  form,
  onSubmit,
  children,
  className,
  open = false,
  buttonOnly = false,
}: FormProps<V>) {
  const fields = useCreateFormFields();
  const region = useFocusFirstError(form);
  const { isSubmitting } = useFormState({ control: form.control });
  return (
    <FormFieldsContext value={fields}>
      <form
        noValidate
        ref={region}
        className={className}
        onKeyDown={buttonOnly ? keepOpen : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit(onSubmit)(event);
        }}
      >
        <FormErrorBanner control={form.control} title={messages.FORM_BANNER} />
        <SendingContext value={isSubmitting && !open}>{children}</SendingContext>
      </form>
    </FormFieldsContext>
  );
}

/** Browsers submit a form when Enter is pressed in one of its inputs. Dialogs in front of the form have their own. */
function keepOpen(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget } = event;
  if (key === 'Enter' && target instanceof HTMLInputElement && currentTarget.contains(target)) event.preventDefault();
}
