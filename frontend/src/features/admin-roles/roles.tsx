import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { RolesRead } from '@/api/generated/types.gen';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';

import type { RoleLink } from './groups';
import { Matrix } from './matrix';
import { OneRole } from './one-role';
import { rolesQuery } from './queries';
import classes from './roles.module.css';

import lists from '@/shared/ui/list.module.css';

/** What each role allows, and how many people have it. */
export function Roles({ link }: { link: RoleLink }) {
  const { data, error, isFetching, refetch } = useQuery(rolesQuery);
  const isNarrow = useIsMobile();
  if (data === undefined && error === null)
    return (
      <div role="status">
        <span className="wl-visually-hidden">Loading roles</span>
        <Skeleton height="30rem" radius="lg" />
      </div>
    );
  if (data === undefined)
    return <ErrorState title="Failed to load roles" onRetry={() => void refetch()} retrying={isFetching} />;
  const used = data.roles.filter(({ isRetired }) => !isRetired);
  const retired = data.roles.filter(({ isRetired }) => isRetired);
  return (
    <>
      <p className={classes.muted}>
        People can do what one of their roles allows, in their own organizations and for their own service lines. The
        numbers count people in your organizations.
      </p>
      {used.length === 0 && <EmptyState title="No roles">Add a role to allow people something.</EmptyState>}
      {used.length > 0 && isNarrow && <OneRole roles={used} permissions={data.permissions} link={link} />}
      {used.length > 0 && !isNarrow && <Matrix roles={used} permissions={data.permissions} link={link} />}
      {retired.length > 0 && <Retired roles={retired} link={link} />}
    </>
  );
}

function Retired({ roles, link }: Pick<RolesRead, 'roles'> & { link: RoleLink }) {
  return (
    <section aria-label="Retired roles">
      <h2 className={lists.title}>Retired</h2>
      <ul className={classes.retired}>
        {roles.map(({ id, name }) => (
          <li key={id}>{link(id, name)}</li>
        ))}
      </ul>
    </section>
  );
}
