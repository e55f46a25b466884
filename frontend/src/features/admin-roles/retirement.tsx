import { useState } from 'react';

import type { RoleDetails } from '@/api/generated/types.gen';
import { ApartChange } from '@/versions/apart-change';
import { useFetchAgain } from '@/versions/queries';

import { Effect } from './effect';
import { roleQuery, useSaveRole, versionsQuery } from './queries';
import { changeOf, proposedOf, valuesOf } from './role-values';
import classes from './roles.module.css';

export interface RetirementProps {
  role: RoleDetails;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Retires a role or brings it back. */
export function Retirement({ role, isDirty }: RetirementProps) {
  const { mutateAsync } = useSaveRole();
  const fetchAgain = useFetchAgain([roleQuery(role.id).queryKey, versionsQuery(role.id).queryKey]);
  const { id, version, isRetired, name } = role;
  const verb = isRetired ? 'Bring Back' : 'Retire';
  return (
    <ApartChange
      verb={verb}
      title={`${verb} ${name}?`}
      danger={!isRetired}
      isDirty={isDirty}
      save={(reason, confirmed) =>
        mutateAsync({ id, version, body: changeOf({ ...valuesOf(role), reason }, !isRetired, confirmed) })
      }
      done={isRetired ? `${name} is in use again.` : `${name} is retired.`}
      onOutdated={fetchAgain}
    >
      <WhatItDoes role={role} />
    </ApartChange>
  );
}

function WhatItDoes({ role }: { role: RoleDetails }) {
  const [proposed] = useState(() => proposedOf(valuesOf(role), !role.isRetired));
  return (
    <div className={classes.asked}>
      <p className={classes.muted}>
        {role.isRetired
          ? 'Those who still have the role can do again what it allows, and it can be given to people.'
          : 'The role allows nothing anymore, and nobody can be given it. It stays on the pages of those who have it, so you can bring it back for all of them.'}
      </p>
      <div className={classes.box}>
        <Effect roleId={role.id} proposed={proposed} />
      </div>
    </div>
  );
}
