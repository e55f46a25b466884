import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { useCheckedForm } from '@/api/contract-form';
import type { PeopleChoices } from '@/api/generated/types.gen';
import { showServerErrors } from '@/api/show-server-errors';
import { NotSaved } from '@/drafts/not-saved';
import { useDraft } from '@/drafts/use-draft';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { InView } from '@/shared/ui/in-view';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { toastSuccess } from '@/shared/ui/toasts';

import classes from './person.module.css';
import { PersonFields } from './person-fields';
import { checkNewPerson, effective, newBodyOf, newPerson, type PersonValues } from './person-values';
import { choicesQuery, useAddPerson } from './queries';

export interface NewPersonProps {
  /** Called with the id of the person who was added. */
  onAdded: (id: number) => void;
}

/** Adds a person, who can then sign in. */
export function NewPerson({ onAdded }: NewPersonProps) {
  const { data, isError, isFetching, refetch } = useQuery(choicesQuery);
  usePageTitle('Add Person');
  return (
    <>
      <Title order={1}>Add Person</Title>
      {data !== undefined && <NewPersonForm choices={data} onAdded={onAdded} />}
      {data === undefined && isError && (
        <ErrorState title="Failed to load the form" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data === undefined && !isError && <SkeletonBlock label="Loading the form" height="30rem" />}
    </>
  );
}

function NewPersonForm({ choices, onAdded }: NewPersonProps & { choices: PeopleChoices }) {
  const [base] = useState(() => newPerson(choices));
  const form = useCheckedForm<PersonValues>((values) => checkNewPerson(effective(values, choices)), base);
  const { mutateAsync: add } = useAddPerson();
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  useDraft(form, 'person/new');
  const leave = useEffectEvent(() => {
    if (added !== null) onAdded(added);
  });
  // Once nothing is left to save, so that the page can be left without a question.
  useEffect(() => leave(), [added]);

  const submit = async (values: PersonValues) => {
    setFailed(null);
    try {
      const person = await add(newBodyOf(values));
      toastSuccess(`${fullName(person)} can sign in as ${person.username}.`);
      form.reset(base);
      setAdded(person.id);
    } catch (failure) {
      if (!showServerErrors(form, failure)) setFailed({ failure });
    }
  };
  return (
    <Form form={form} onSubmit={submit}>
      <div className={classes.groups}>
        <PersonFields form={form} choices={choices} base={base} isNew />
        <InView>{failed !== null && <NotSaved failure={failed.failure} button="Add Person" />}</InView>
        <div className={classes.bar}>
          <SubmitButton label="Add Person" busy={form.formState.isSubmitting} />
        </div>
      </div>
    </Form>
  );
}
