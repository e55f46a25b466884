import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { isApiError } from '@/api/errors';
import type { PeopleChoices, PersonRead } from '@/api/generated/types.gen';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { ManagedByFile } from '@/versions/managed-by-file';
import { Missing } from '@/versions/missing';
import { ObjectHead } from '@/versions/object-head';
import { isObjectId } from '@/versions/object-id';
import classes from '@/versions/versions.module.css';

import { Activation } from './activation';
import { Invitation } from './invitation';
import { PersonFacts } from './person-facts';
import { PersonForm } from './person-form';
import { PersonHistory } from './person-history';
import { Reach } from './reach';
import { choicesQuery, personQuery } from './queries';

/** One person: what administrators decide about them, what they cannot decide, and what was changed. */
export function Person({ id, link }: { id: number; link?: ReactNode }) {
  const isId = isObjectId(id);
  const person = useQuery({ ...personQuery(id), enabled: isId });
  const choices = useQuery(choicesQuery);
  if (person.data !== undefined && choices.data !== undefined)
    return <Loaded person={person.data} choices={choices.data} link={link} />;
  if (!isId || isApiError(person.error, 404)) return <Missing noun="person" />;
  const failed = [person, choices].filter(({ isError }) => isError);
  if (failed.length > 0)
    return (
      <ErrorState
        order={1}
        title="Failed to load the person"
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        retrying={failed.some(({ isFetching }) => isFetching)}
      />
    );
  return <Loading />;
}

interface LoadedProps {
  person: PersonRead;
  choices: PeopleChoices;
  /** Beside what the person signs in as. */
  link: ReactNode;
}

function Loaded({ person, choices, link }: LoadedProps) {
  const name = fullName(person);
  const [isDirty, setDirty] = useState(false);
  const file = person.managedBy;
  usePageTitle(name);
  return (
    <>
      <ObjectHead
        name={name}
        about={`user ${person.username}`}
        action={file === null && !person.worksElsewhere && <Activation person={person} isDirty={isDirty} />}
      >
        Signs in as {person.username} {!person.active && <StatusBadge tone="warning">Deactivated</StatusBadge>}
        {link !== undefined && <> · {link}</>}
      </ObjectHead>
      {file !== null && <ManagedByFile file={file} noun="person" />}
      {file === null && person.worksElsewhere && <WorksElsewhere />}
      {file === null ? (
        <PersonForm person={person} choices={choices} onDirty={setDirty} />
      ) : (
        <PersonFacts person={person} choices={choices} />
      )}
      {person.invitation.state !== 'active' && <Invitation person={person} means={choices.invitations} />}
      <Reach person={person} />
      <PersonHistory person={person} choices={choices} isDirty={isDirty} />
    </>
  );
}

function WorksElsewhere() {
  return (
    <Banner icon="lock" title="This person also works for an organization that you do not administer.">
      <p>
        You decide for which of your organizations and units they work. Everything else counts there as well, so only
        someone who administers all of their organizations can change it.
      </p>
    </Banner>
  );
}

function Loading() {
  return (
    <div className={classes.groups}>
      <SkeletonBlock label="Loading the person" height="4rem" />
      <SkeletonBlock label="Loading the form" height="20rem" />
      <SkeletonBlock label="Loading the form" height="16rem" />
    </div>
  );
}
