import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PeopleChoices } from '@/api/generated/types.gen';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { toastSuccess } from '@/shared/ui/toasts';
import { NewObjectForm } from '@/versions/new-object-form';

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
  const [initial] = useState(() => newPerson(choices));
  const { mutateAsync: add } = useAddPerson();
  const addPerson = async (values: PersonValues) => {
    const person = await add(newBodyOf(values));
    toastSuccess(`${fullName(person)} can sign in as ${person.username}.`);
    return person.id;
  };
  return (
    <NewObjectForm<PersonValues>
      label="Add Person"
      initial={initial}
      check={(values) => checkNewPerson(effective(values, choices))}
      draftKey="person/new"
      add={addPerson}
      onAdded={onAdded}
    >
      {(form) => <PersonFields form={form} choices={choices} base={initial} isNew />}
    </NewObjectForm>
  );
}
