import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { isApiError } from '@/api/errors';
import type { DescribedPermission, DifferenceRead, RoleDetails } from '@/api/generated/types.gen';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { differenceInWords, plainInWords } from '@/versions/difference-words';
import { DraftPanel } from '@/versions/drafts/draft-panel';
import { Answers, Group } from '@/versions/group';
import { History } from '@/versions/history';
import { ManagedByFile } from '@/versions/managed-by-file';
import { Missing } from '@/versions/missing';
import { ObjectHead } from '@/versions/object-head';
import { isObjectId } from '@/versions/object-id';
import { useConfirmed } from '@/versions/use-confirmed';

import { peopleText } from './groups';
import { roleQuery, rolesQuery, useFetchRoleAgain, useRestoreRole, useSaveRoleDraft, versionsQuery } from './queries';
import { Retirement } from './retirement';
import { RoleForm } from './role-form';
import { bodyOf, LABELS, permissionInWords, permissionsInWords, valuesOf } from './role-values';

/** One role: what it allows, what a change would do to whom, and what was changed. */
export function Role({ id }: { id: number }) {
  const isId = isObjectId(id);
  const role = useQuery({ ...roleQuery(id), enabled: isId });
  const roles = useQuery(rolesQuery);
  if (role.data !== undefined && roles.data !== undefined)
    return <Loaded role={role.data} permissions={roles.data.permissions} />;
  if (!isId || isApiError(role.error, 404)) return <Missing noun="role" />;
  const failed = [role, roles].filter(({ isError }) => isError);
  if (failed.length > 0)
    return (
      <ErrorState
        order={1}
        title="Failed to load the role"
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        retrying={failed.some(({ isFetching }) => isFetching)}
      />
    );
  return <SkeletonBlock label="Loading the role" height="36rem" />;
}

interface LoadedProps {
  role: RoleDetails;
  permissions: readonly DescribedPermission[];
}

function Loaded({ role, permissions }: LoadedProps) {
  const [isDirty, setDirty] = useState(false);
  usePageTitle(role.name);
  const isFixed = role.managedBy !== null || role.isHeldElsewhere;
  return (
    <>
      <ObjectHead
        name={role.name}
        about={`role ${role.name}`}
        action={!isFixed && <Retirement role={role} isDirty={isDirty} />}
      >
        {peopleText(role.people)} in your organizations{' '}
        {role.isRetired && <StatusBadge tone="warning">Retired</StatusBadge>}
      </ObjectHead>
      {role.managedBy !== null && <ManagedByFile file={role.managedBy} noun="role" />}
      {role.managedBy === null && role.isHeldElsewhere && <HeldElsewhere />}
      {!isFixed && <Drafted role={role} permissions={permissions} isDirty={isDirty} />}
      {isFixed || role.isRetired ? (
        <Facts role={role} permissions={permissions} />
      ) : (
        <RoleForm role={role} permissions={permissions} onDirty={setDirty} />
      )}
      <RoleHistory role={role} permissions={permissions} isFixed={isFixed || isDirty} />
    </>
  );
}

/** The draft that is open, if there is one. */
function Drafted({ role, permissions, isDirty }: LoadedProps & { isDirty: boolean }) {
  const { id, draft, draftSettings } = role;
  const { mutateAsync: saveDraft } = useSaveRoleDraft();
  const fetchAgain = useFetchRoleAgain(id);
  if (draft === null) return null;
  const rebase = async (isRetired: boolean) =>
    saveDraft({ id, version: draft.version, body: { ...bodyOf(valuesOf(role), isRetired), onLive: true } });
  return (
    <DraftPanel
      key={draft.id}
      draft={draft}
      noun="role"
      differenceInWords={(difference) => roleDifference(difference, permissions)}
      isDirty={isDirty}
      onRebase={draftSettings && (async () => rebase(draftSettings.isRetired))}
      onChanged={fetchAgain}
    />
  );
}

function HeldElsewhere() {
  return (
    <Banner icon="lock" title="People of an organization that you do not administer have this role, too.">
      <p>
        A role is the same for everybody who has it, so only someone who administers all of their organizations can
        change it. To allow your people something else, add a role of your own and give it to them.
      </p>
    </Banner>
  );
}

function Facts({ role, permissions }: LoadedProps) {
  const values = valuesOf({ ...role, draft: null, draftSettings: null });
  return (
    <Group title={role.isRetired ? 'What it allowed' : 'What it allows'}>
      <Answers
        answers={[
          { label: LABELS.label, answer: values.label },
          { label: LABELS.permissions, answer: permissionsInWords(values.permissions, permissions) },
        ]}
      />
    </Group>
  );
}

function RoleHistory({ role, permissions, isFixed }: LoadedProps & { isFixed: boolean }) {
  const versions = useQuery(versionsQuery(role.id));
  const { mutateAsync } = useRestoreRole();
  const { run, dialog } = useConfirmed({ title: 'Restore This Version?', confirmLabel: 'Restore Anyway' });
  const onStale = useFetchRoleAgain(role.id);
  const canRestore = !isFixed && role.draft === null && !role.needsApproval;
  return (
    <>
      <History
        versions={versions}
        differenceInWords={(difference) => roleDifference(difference, permissions)}
        restoring={
          canRestore
            ? {
                restore: (number) =>
                  run((confirmed) => mutateAsync({ id: role.id, version: role.version, number, confirmed })),
                effect: () =>
                  `${role.name} will allow what it allowed then. Everybody who has it gains or loses the difference at once.`,
                onStale,
              }
            : null
        }
      />
      {dialog}
    </>
  );
}

function roleDifference(difference: DifferenceRead, permissions: readonly DescribedPermission[]): string {
  if (difference.place === 'active') return difference.after === false ? 'Retired' : 'Brought back';
  return differenceInWords(difference, {
    labels: { label: LABELS.label, permissions: LABELS.permissions },
    inWords: (value, place) =>
      place === 'permissions' && typeof value === 'string'
        ? permissionInWords(value, permissions)
        : plainInWords(value),
  });
}
