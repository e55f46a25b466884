import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PermissionEffectRead } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';

import { concernedQuery } from './queries';
import classes from './roles.module.css';

export interface ConcernedProps {
  roleId: number;
  permission: Pick<PermissionEffectRead, 'action' | 'subject' | 'label'>;
}

/** The names of those who gain or lose a permission, on demand. */
export function Concerned({ roleId, permission }: ConcernedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        className="wl-thumb"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'Show'} names for ${permission.label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide names' : 'Show names'}
      </Button>
      {isOpen && <Names roleId={roleId} {...permission} />}
    </div>
  );
}

function Names({ roleId, action, subject }: { roleId: number; action: string; subject: string }) {
  const list = useInfiniteQuery(concernedQuery({ roleId, action, subject }));
  const people = list.data?.pages.flatMap((page) => page.people);
  return (
    <div className={classes.names}>
      <p role="status">
        {people === undefined ? (list.isError ? 'The names could not be loaded.' : 'Loading the names …') : null}
        {people?.map(fullName).join(', ')}
      </p>
      {(list.hasNextPage || list.isError) && (
        <Button
          variant="default"
          size="compact-sm"
          className="wl-thumb"
          loading={list.isFetching}
          onClick={() => void (people === undefined ? list.refetch() : list.fetchNextPage())}
        >
          {people === undefined ? 'Try again' : 'Show more names'}
        </Button>
      )}
    </div>
  );
}
