import { Text } from '@mantine/core';
import { useState } from 'react';

import { useContractForm } from '@/api/contract-form';
import type { GivableRole, GroupRead, GroupRoles } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { IdsField } from '@/shared/forms/ids-field';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';
import { toastSuccess } from '@/shared/ui/toasts';
import { isChangedMeanwhile } from '@/versions/queries';

import { useFetchAgain, useSaveRoles } from './queries';

export interface GroupRolesDialogProps {
  group: GroupRead;
  roles: readonly GivableRole[];
  onClose: () => void;
}

/** Chooses the roles of a group, and says first whom that concerns. */
export function GroupRolesDialog({ group, roles, onClose }: GroupRolesDialogProps) {
  const { id, displayName, members, roleIds, version } = group;
  const form = useContractForm<GroupRoles>('GroupRoles', { defaultValues: { roleIds } });
  const [seen] = useState(version);
  const { mutateAsync: save } = useSaveRoles();
  const fetchAgain = useFetchAgain();
  const isChanged = seen !== version;
  const offered = roles.filter(({ id: roleId, mayBeGiven }) => mayBeGiven || roleIds.includes(roleId));
  return (
    <FormDialog
      title={`Roles of ${displayName}`}
      form={form}
      draftKey={null}
      submitLabel="Save"
      submitDisabled={isChanged}
      expected="saved"
      isFailureHidden={isChangedMeanwhile}
      onFailure={(failure) => {
        if (isChangedMeanwhile(failure)) fetchAgain();
      }}
      onSubmit={async (values) => {
        await save({ groupId: id, version: seen, roleIds: values.roleIds });
        toastSuccess('The roles are saved, and the members have them.');
        onClose();
      }}
      onClose={onClose}
    >
      <Text>
        {members === 0
          ? 'Nobody is in this group yet. Whoever joins it gets these roles.'
          : `${pluralize(members, 'member')} of this group ${members === 1 ? 'gets' : 'get'} these roles at once, and ${
              members === 1 ? 'loses' : 'lose'
            } those that came only from it.`}
      </Text>
      {isChanged && (
        <Banner
          tone="warning"
          announce="alert"
          title="Someone else has changed the roles of this group in the meantime."
        >
          <p>Close this dialog to see them, and choose again.</p>
        </Banner>
      )}
      <IdsField
        control={form.control}
        name="roleIds"
        label="Roles"
        options={offered}
        description={
          offered.length < roles.length
            ? 'Roles with administrative rights that you do not have yourself are not offered.'
            : undefined
        }
      />
    </FormDialog>
  );
}
