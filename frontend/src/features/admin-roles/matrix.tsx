import { Fragment } from 'react';

import type { RolesRead } from '@/api/generated/types.gen';
import { Icon } from '@/shared/ui/icon';

import { groupsOf, peopleText, type RoleLink } from './groups';
import classes from './roles.module.css';

/** Permissions by roles; where it is too wide, the roles scroll beside the permissions. */
export function Matrix({ roles, permissions, link }: RolesRead & { link: RoleLink }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region
    <div className={classes.scroller} role="region" aria-label="Permissions by role" tabIndex={0}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col" className={classes.what}>
              Permission
            </th>
            {roles.map(({ id, name, people }) => (
              <th key={id} scope="col">
                {link(id, name)}
                <span className={classes.count}>{peopleText(people)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupsOf(permissions).map((group) => (
            <Fragment key={group.label}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  {group.label}
                </th>
              </tr>
              {group.permissions.map(({ action, subject, label, allows, roleIds }) => (
                <tr key={`${action} ${subject}`}>
                  <th scope="row" className={classes.what}>
                    {label}
                    <span className={classes.allows}>{allows}</span>
                  </th>
                  {roles.map(({ id }) => (
                    <td key={id}>
                      <Mark allowed={roleIds.includes(id)} />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Mark({ allowed }: { allowed: boolean }) {
  if (!allowed) return <span className="wl-visually-hidden">No</span>;
  return (
    <>
      <Icon name="check" className={classes.mark} />
      <span className="wl-visually-hidden">Yes</span>
    </>
  );
}
