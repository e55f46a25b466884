import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';

import { Matrix } from './matrix';
import { OneRole } from './one-role';
import { rolesQuery } from './queries';
import classes from './roles.module.css';

/** What each role allows, and how many people have it. */
export function Roles() {
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
  if (data.roles.length === 0) return <EmptyState title="No roles">Roles are added with the network file.</EmptyState>;
  return (
    <>
      <p className={classes.muted}>
        People can do what one of their roles allows, in their own organizations and for their own service lines. The
        numbers are of people in your organizations.
      </p>
      {isNarrow ? <OneRole {...data} /> : <Matrix {...data} />}
    </>
  );
}
