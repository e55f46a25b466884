import type { ReactNode } from 'react';
import type { FieldValues, SubmitHandler, UseFormReturn } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';

import { FormErrorBanner } from './form-error-banner';
import { FormFieldsContext, useNewFormFields } from './form-fields';
import { useFocusFirstError } from './use-focus-first-error';

export interface FormProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  onSubmit: SubmitHandler<V>;
  children: ReactNode;
  className?: string;
}

/** A form whose errors stand at each field and once at the top, with a link to each; the first takes the focus. */
export function Form<V extends FieldValues>({ form, onSubmit, children, className }: FormProps<V>) {
  const fields = useNewFormFields();
  const region = useFocusFirstError(form);
  return (
    <FormFieldsContext value={fields}>
      <form
        noValidate
        ref={region}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit(onSubmit)(event);
        }}
      >
        <FormErrorBanner control={form.control} title={messages.FORM_BANNER} />
        {children}
      </form>
    </FormFieldsContext>
  );
}
