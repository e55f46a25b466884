import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { NotSaved } from '@/drafts/not-saved';
import { Form } from '@/shared/forms/form';
import { InView } from '@/shared/ui/in-view';

import { ChangedMeanwhile } from './changed-meanwhile';
import { SaveBar } from './save-bar';
import { useVersionedForm, type VersionedFormOptions } from './use-versioned-form';
import type { VersionedValues } from './versioned';
import classes from './versions.module.css';

export interface VersionedFormProps<
  O,
  V extends VersionedValues,
  F extends keyof V & string,
> extends VersionedFormOptions<O, V, F> {
  /** Whether a question about the change is open. */
  isAsked?: boolean;
  /** The groups of fields; `base` is what was saved. */
  children: (form: UseFormReturn<V>, base: V) => ReactNode;
}

/** Changes an object: its fields, what someone else changed in the meantime, and how much would be saved. */
export function VersionedForm<O, V extends VersionedValues, F extends keyof V & string>({
  children,
  isAsked,
  ...options
}: VersionedFormProps<O, V, F>) {
  const { kind } = options;
  const { form, base, conflict, failed, submit, discard } = useVersionedForm(options);
  return (
    <Form form={form} onSubmit={submit} buttonOnly>
      <div className={classes.groups}>
        {children(form, base)}
        <InView>
          {conflict.state !== null && (
            <ChangedMeanwhile
              key={conflict.state.theirs.version}
              state={conflict.state}
              kind={kind}
              isAsked={conflict.isAsked}
              onChoose={conflict.choose}
            />
          )}
        </InView>
        <InView>{failed !== null && <NotSaved failure={failed.failure} button="Save" />}</InView>
        <SaveBar
          form={form}
          countChanges={() => kind.differing(form.getValues(), base).length}
          onDiscard={discard}
          isAsked={isAsked}
        />
      </div>
    </Form>
  );
}
