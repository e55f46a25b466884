import { Button } from '@mantine/core';
import { useState } from 'react';

import type { GivableRole, GroupRead } from '@/api/generated/types.gen';
import { pluralize } from '@/shared/lib/pluralize';

import { GroupRolesDialog } from './group-roles-dialog';
import { Part } from './part';
import classes from './provisioning.module.css';
import { rolesText } from './roles-text';

import lists from '@/shared/ui/list.module.css';

export interface GroupsProps {
  groups: readonly GroupRead[];
  roles: readonly GivableRole[];
}

/** The provider's groups, and the roles that each gives. */
export function Groups({ groups, roles }: GroupsProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const group = groups.find(({ id }) => id === chosen);
  const hasSeveral = new Set(groups.map(({ organizationId }) => organizationId)).size > 1;
  return (
    <Part title="Groups">
      <p>
        Everybody in a group gets its roles, and loses them when they leave the group. Roles that were given manually
        stay. Nobody who also works for another organization gets roles from a group, because they would count there,
        too.
      </p>
      {groups.length === 0 && <p>The identity provider has not sent any groups yet.</p>}
      <ul className={lists.list}>
        {groups.map(({ id, displayName, organizationName, members, roleIds }) => (
          <li key={id} className={classes.entry}>
            <div className={classes.row}>
              <div className={lists.words}>
                <p className={lists.name}>{displayName}</p>
                <p className={classes.fine}>
                  {hasSeveral && `${organizationName}, `}
                  {pluralize(members, 'member')}
                </p>
                <p>{rolesText(roleIds, roles)}</p>
              </div>
              <Button variant="default" aria-label={`Choose Roles of ${displayName}`} onClick={() => setChosen(id)}>
                Choose Roles
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {group !== undefined && <GroupRolesDialog group={group} roles={roles} onClose={() => setChosen(null)} />}
    </Part>
  );
}
