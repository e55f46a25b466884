import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import type { DescribedPermission, RoleDetails } from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { TextField } from '@/shared/forms/text-field';
import { Group } from '@/versions/group';
import { ReasonField } from '@/versions/reason-field';
import { useConfirmed } from '@/versions/use-confirmed';
import { VersionedForm } from '@/versions/versioned-form';

import { Effect } from './effect';
import { PermissionsField } from './permissions-field';
import { roleQuery, useSaveRole } from './queries';
import { changeOf, kindOf, LABELS, proposedOf, type RoleValues } from './role-values';

export interface RoleFormProps {
  role: RoleDetails;
  permissions: readonly DescribedPermission[];
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Changes a role, and says before saving what that does to whom; what it takes from many people is asked first. */
export function RoleForm({ role, permissions, onDirty }: RoleFormProps) {
  const queryClient = useQueryClient();
  const { mutateAsync: save } = useSaveRole();
  const asking = useConfirmed();
  return (
    <>
      <VersionedForm
        object={role}
        kind={kindOf(permissions)}
        draftKey={`role/${role.id}`}
        read={() => queryClient.query(roleQuery(role.id))}
        save={(values) =>
          asking.run((confirmed) =>
            save({ id: role.id, version: values.version, body: changeOf(values, false, confirmed) }),
          )
        }
        onDirty={onDirty}
      >
        {(form, base) => (
          <>
            <RoleGroups form={form} permissions={permissions} base={base.permissions} />
            <ProposedEffect form={form} roleId={role.id} base={base} />
            <ReasonField control={form.control} name="reason" />
          </>
        )}
      </VersionedForm>
      {asking.dialog}
    </>
  );
}

export interface RoleGroupsProps {
  form: UseFormReturn<RoleValues>;
  permissions: readonly DescribedPermission[];
  base: readonly string[];
  isNew?: boolean;
}

/** What administrators decide about a role. */
export function RoleGroups({ form: { control }, permissions, base, isNew = false }: RoleGroupsProps) {
  return (
    <>
      <Group title={isNew ? 'Name' : 'Words'}>
        {isNew && (
          <TextField
            control={control}
            name="name"
            label={LABELS.name}
            description="What administrators choose it by. It cannot be changed later."
            limit={constants.SHORT_TEXT_LIMIT}
            required
          />
        )}
        <TextField
          control={control}
          name="label"
          label={LABELS.label}
          description="What others read beside those who are on call with this role, such as Virtual."
          limit={constants.SHORT_TEXT_LIMIT}
          required
        />
      </Group>
      <Group title="What it allows">
        <PermissionsField
          control={control}
          name="permissions"
          label={LABELS.permissions}
          description="In the person’s own organizations, and for their own service lines."
          permissions={permissions}
          base={base}
        />
      </Group>
    </>
  );
}

interface ProposedEffectProps {
  form: UseFormReturn<RoleValues>;
  roleId: number;
  base: RoleValues;
}

function ProposedEffect({ form: { control }, roleId, base }: ProposedEffectProps) {
  const permissions = useWatch({ control, name: 'permissions' });
  return (
    <Group title="What saving does">
      {isSame(permissions, base.permissions) ? (
        <p>What people can do stays the same. Choose other permissions to see who gains or loses them.</p>
      ) : (
        <Effect roleId={roleId} proposed={proposedOf({ permissions })} />
      )}
    </Group>
  );
}
