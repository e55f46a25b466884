import { useQueryClient } from '@tanstack/react-query';

import type { PeopleChoices, PersonRead } from '@/api/generated/types.gen';
import { useConfirmed } from '@/versions/use-confirmed';
import { VersionedForm } from '@/versions/versioned-form';

import { PersonFields } from './person-fields';
import { personKind } from './person-kind';
import { bodyOf } from './person-values';
import { personQuery, useFetchPersonAgain, useSavePerson } from './queries';

export interface PersonFormProps {
  person: PersonRead;
  choices: PeopleChoices;
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Changes a person. If nobody is left who could be paged, that is asked first. */
export function PersonForm({ person, choices, onDirty }: PersonFormProps) {
  const { id, active } = person;
  const queryClient = useQueryClient();
  const fetchAgain = useFetchPersonAgain(id);
  const { mutateAsync: save } = useSavePerson();
  const asking = useConfirmed();
  return (
    <>
      <VersionedForm
        object={person}
        kind={personKind(choices)}
        draftKey={`person/${id}`}
        read={() => queryClient.query(personQuery(id))}
        isAsked={asking.dialog !== false}
        onOutdated={fetchAgain}
        save={(values) =>
          asking.run((confirmed) => save({ id, version: values.version, body: bodyOf(values, active, confirmed) }))
        }
        onDirty={onDirty}
      >
        {(form, base) => (
          <PersonFields
            form={form}
            choices={choices}
            base={base}
            ofGroups={person.rolesOfGroups}
            only={person.worksElsewhere ? 'places' : undefined}
          />
        )}
      </VersionedForm>
      {asking.dialog}
    </>
  );
}
