import { NativeSelect } from '@mantine/core';
import { useState } from 'react';

import type { DescribedPermission, RolesRead } from '@/api/generated/types.gen';
import { Icon } from '@/shared/ui/icon';

import { groupsOf, peopleText, type RoleLink } from './groups';
import classes from './roles.module.css';

import lists from '@/shared/ui/list.module.css';

/** One role at a time, for narrow windows: what it allows, and then what it does not. */
export function OneRole({ roles, permissions, link }: RolesRead & { link: RoleLink }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const role = roles.find(({ id }) => id === chosen) ?? roles[0];
  if (role === undefined) return null;
  const allowed = permissions.filter(({ roleIds }) => roleIds.includes(role.id));
  const others = permissions.filter(({ roleIds }) => !roleIds.includes(role.id));
  return (
    <>
      <NativeSelect
        label="Role"
        value={role.id}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <p className={classes.muted}>
        {`${peopleText(role.people)} in your organizations. `}
        {link(role.id, `Change ${role.name}`)}
      </p>
      <Permissions title="Allows" permissions={allowed} allowed />
      <Permissions title="Does not allow" permissions={others} allowed={false} />
    </>
  );
}

interface PermissionsProps {
  title: string;
  permissions: readonly DescribedPermission[];
  allowed: boolean;
}

function Permissions({ title, permissions, allowed }: PermissionsProps) {
  if (permissions.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={lists.title}>{title}</h2>
      {groupsOf(permissions).map((group) => (
        <div key={group.label} className={classes.part}>
          <h3 className={classes.partTitle}>{group.label}</h3>
          <ul className={lists.close}>
            {group.permissions.map(({ action, subject, label, allows }) => (
              <li key={`${action} ${subject}`} className={classes.permission}>
                <Icon name={allowed ? 'check' : 'close'} className={allowed ? classes.mark : classes.noMark} />
                <div>
                  {label}
                  <span className={classes.allows}>{allows}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
