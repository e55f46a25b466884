import type { PersonRead } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { ApartChange } from '@/versions/apart-change';
import classes from '@/versions/versions.module.css';

import { bodyOf, valuesOf } from './person-values';
import { useFetchPersonAgain, useSavePerson } from './queries';

export interface ActivationProps {
  person: PersonRead;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Deactivates a person or activates them again. */
export function Activation({ person, isDirty }: ActivationProps) {
  const { mutateAsync } = useSavePerson();
  const fetchAgain = useFetchPersonAgain(person.id);
  const { id, version, active } = person;
  const name = fullName(person);
  const verb = active ? 'Deactivate' : 'Reactivate';
  return (
    <ApartChange
      verb={verb}
      title={`${verb} ${name}?`}
      danger={active}
      isDirty={isDirty}
      save={(reason, confirmed) =>
        mutateAsync({ id, version, body: bodyOf({ ...valuesOf(person), reason }, !active, confirmed) })
      }
      done={active ? `${name} is deactivated.` : `${name} can sign in again.`}
      onOutdated={fetchAgain}
    >
      {active ? <WhatDeactivatingDoes /> : <WhatReactivatingDoes />}
    </ApartChange>
  );
}

function WhatDeactivatingDoes() {
  return (
    <ul className={classes.effects}>
      <li>They are signed out everywhere at once, and cannot sign in.</li>
      <li>They go off call, leave their video calls, and are no longer paged.</li>
      <li>Their shifts from now on become gaps, which planners see.</li>
      <li>What they wrote and signed stays as it is.</li>
      <li>You can reactivate them. Their earlier sign-ins never work again.</li>
    </ul>
  );
}

function WhatReactivatingDoes() {
  return (
    <ul className={classes.effects}>
      <li>They can sign in again, with the roles and places below. Their earlier sign-ins stay ended.</li>
      <li>They are not on call until they go on call themselves.</li>
      <li>Planners decide whether they get shifts again.</li>
    </ul>
  );
}
