import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import type { DescribedPermission, RoleDetails } from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { TextField } from '@/shared/forms/text-field';
import { HowField } from '@/versions/drafts/how-field';
import { Group } from '@/versions/group';
import { ReasonField } from '@/versions/reason-field';
import { useConfirmed } from '@/versions/use-confirmed';
import { VersionedForm } from '@/versions/versioned-form';

import { Effect } from './effect';
import { PermissionsField } from './permissions-field';
import { roleQuery, useFetchRoleAgain, useSaveRole, useSaveRoleDraft } from './queries';
import { bodyOf, changeOf, kindOf, LABELS, proposedOf, type RoleValues, valuesOf } from './role-values';

export interface RoleFormProps {
  role: RoleDetails;
  permissions: readonly DescribedPermission[];
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Changes a role, or its draft if one is open, and says before saving what that does to whom. */
export function RoleForm({ role, permissions, onDirty }: RoleFormProps) {
  const { id, draft, draftSettings, needsApproval } = role;
  const { isRetired } = draftSettings ?? role;
  const queryClient = useQueryClient();
  const fetchAgain = useFetchRoleAgain(id);
  const { mutateAsync: saveRole } = useSaveRole();
  const { mutateAsync: saveDraft } = useSaveRoleDraft();
  const { run, dialog } = useConfirmed();
  const save = async (values: RoleValues) => {
    const { version, how } = values;
    if (how === 'draft') return saveDraft({ id, version, body: { ...bodyOf(values, isRetired), onLive: false } });
    return run((confirmed) => saveRole({ id, version, body: changeOf(values, isRetired, confirmed) }));
  };
  return (
    <>
      <VersionedForm
        object={role}
        kind={kindOf(permissions)}
        draftKey={`role/${id}`}
        read={() => queryClient.query(roleQuery(id))}
        isAsked={dialog !== false}
        onOutdated={fetchAgain}
        save={save}
        onDirty={onDirty}
      >
        {(form, base) => (
          <>
            <RoleGroups form={form} permissions={permissions} base={base.permissions} />
            <ProposedEffect form={form} role={role} isRetired={isRetired} />
            {draft === null && (
              <HowField control={form.control} name="how" plural="roles" needsApproval={needsApproval} />
            )}
            <ReasonField control={form.control} name="reason" />
          </>
        )}
      </VersionedForm>
      {dialog}
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
            description="The name that administrators choose it by. It cannot be changed later."
            limit={constants.SHORT_TEXT_LIMIT}
            required
          />
        )}
        <TextField
          control={control}
          name="label"
          label={LABELS.label}
          description="What others see next to people who are on call with this role, such as Virtual."
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
  role: RoleDetails;
  /** Whether the form, or the draft that it shows, retires the role. */
  isRetired: boolean;
}

function ProposedEffect({ form: { control }, role, isRetired }: ProposedEffectProps) {
  const [permissions, how] = useWatch({ control, name: ['permissions', 'how'] });
  const live = valuesOf({ ...role, draft: null, draftSettings: null });
  return (
    <Group title={how === 'draft' ? 'What publishing does' : 'What saving does'}>
      {isSame(permissions, live.permissions) && isRetired === role.isRetired ? (
        <p>What people can do stays the same. Choose other permissions to see who gains or loses them.</p>
      ) : (
        <Effect roleId={role.id} proposed={proposedOf({ permissions }, isRetired)} />
      )}
    </Group>
  );
}
