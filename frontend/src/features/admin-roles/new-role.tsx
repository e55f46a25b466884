import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { usePageTitle } from '@/shared/hooks/use-page-title';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { toastSuccess } from '@/shared/ui/toasts';
import { NewObjectForm } from '@/versions/new-object-form';
import { ReasonField } from '@/versions/reason-field';

import { rolesQuery, useAddRole } from './queries';
import { RoleGroups } from './role-form';
import { checkNewRole, newBodyOf, newRole, type RoleValues } from './role-values';

export interface NewRoleProps {
  /** Called with the id of the role that was added. */
  onAdded: (id: number) => void;
}

/** Adds a role, which can then be given to people. */
export function NewRole({ onAdded }: NewRoleProps) {
  const { data, isError, isFetching, refetch } = useQuery(rolesQuery);
  const { mutateAsync } = useAddRole();
  usePageTitle('Add Role');
  const add = async (values: RoleValues) => {
    const role = await mutateAsync(newBodyOf(values));
    toastSuccess(
      role.isRetired
        ? `${role.name} is retired until someone else approves its draft.`
        : `${role.name} can now be given to people.`,
    );
    return role.id;
  };
  return (
    <>
      <Title order={1}>Add Role</Title>
      {data === undefined && isError && (
        <ErrorState title="Failed to load the form" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data === undefined && !isError && <SkeletonBlock label="Loading the form" height="36rem" />}
      {data !== undefined && (
        <NewObjectForm
          label="Add Role"
          initial={newRole}
          check={checkNewRole}
          draftKey="role/new"
          add={add}
          onAdded={onAdded}
        >
          {(form) => (
            <>
              <RoleGroups form={form} permissions={data.permissions} base={[]} isNew />
              <ReasonField control={form.control} name="reason" />
            </>
          )}
        </NewObjectForm>
      )}
    </>
  );
}
