import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

import { type Check, useCheckedForm } from '@/api/contract-form';
import { showServerErrors } from '@/api/show-server-errors';
import { NotSaved } from '@/drafts/not-saved';
import { useDraft } from '@/drafts/use-draft';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { InView } from '@/shared/ui/in-view';

import classes from './versions.module.css';

export interface NewObjectFormProps<V extends FieldValues> {
  /** The label of the button: `Add Person`. */
  label: string;
  initial: DefaultValues<V>;
  check: Check<V>;
  /** Names the form's draft across a sign-out: `person/new`. */
  draftKey: string;
  /** Adds the object; rejects if the server refuses. */
  add: (values: V) => Promise<number>;
  /** Called with the id of what was added, once the page can be left without a question. */
  onAdded: (id: number) => void;
  children: (form: UseFormReturn<V>) => ReactNode;
}

/** Adds an object. */
export function NewObjectForm<V extends FieldValues>(props: NewObjectFormProps<V>) {
  const { label, initial, check, draftKey, add, onAdded, children } = props;
  const [base] = useState(initial);
  const form = useCheckedForm<V>(check, base);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  useDraft(form, draftKey);
  const leave = useEffectEvent(() => {
    if (added !== null) onAdded(added);
  });
  useEffect(() => leave(), [added]);

  const submit = async (values: V) => {
    setFailed(null);
    try {
      const id = await add(values);
      form.reset();
      setAdded(id);
    } catch (failure) {
      if (!showServerErrors(form, failure)) setFailed({ failure });
    }
  };
  return (
    <Form form={form} onSubmit={submit} buttonOnly>
      <div className={classes.groups}>
        {children(form)}
        <InView>{failed !== null && <NotSaved failure={failed.failure} button={label} />}</InView>
        <div className={classes.bar} data-save-bar>
          <SubmitButton label={label} busy={form.formState.isSubmitting} />
        </div>
      </div>
    </Form>
  );
}
