import { Button, Group as Row, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { useContractForm } from '@/api/contract-form';
import type { GivableRole, GroupRead, GroupRoles } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { IdsField } from '@/shared/forms/ids-field';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';
import { toastSuccess } from '@/shared/ui/toasts';
import { useChangedTitle } from '@/versions/changed-meanwhile';
import { isChangedMeanwhile } from '@/versions/queries';
import { useConfirmed } from '@/versions/use-confirmed';

import classes from './provisioning.module.css';
import { useFetchAgain, useSaveRoles } from './queries';
import { rolesText } from './roles-text';

export interface GroupRolesDialogProps {
  group: GroupRead;
  roles: readonly GivableRole[];
  onClose: () => void;
}

/** Chooses the roles of a group, and says first whom that concerns. */
export function GroupRolesDialog({ group, roles, onClose }: GroupRolesDialogProps) {
  const { id, displayName, members, roleIds, version } = group;
  const form = useContractForm<GroupRoles>('GroupRoles', { defaultValues: { roleIds, confirmed: [] } });
  const [seen, setSeen] = useState(version);
  const { mutateAsync: save } = useSaveRoles();
  const fetchAgain = useFetchAgain();
  const asking = useConfirmed();
  const mine = useWatch({ control: form.control, name: 'roleIds' });
  const isChanged = seen !== version;
  const choice = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(false);
  useEffect(() => {
    // The button that had it can no longer be pressed, or is gone.
    if (isChanged !== wasChanged.current) choice.current?.focus();
    wasChanged.current = isChanged;
  }, [isChanged]);
  const offered = roles.filter(({ id: roleId, mayBeGiven }) => mayBeGiven || roleIds.includes(roleId));
  const decide = (chosen: number[]) => {
    form.setValue('roleIds', chosen, { shouldDirty: true });
    setSeen(version);
  };
  return (
    <>
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
          const saved = await asking.run((confirmed) =>
            save({ groupId: id, version: seen, roleIds: values.roleIds, confirmed }),
          );
          if (saved === null) return;
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
        <div ref={choice} tabIndex={-1} className={classes.choice}>
          {isChanged && <Changed group={group} roles={roles} mine={mine} onDecide={decide} />}
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
        </div>
      </FormDialog>
      {asking.dialog}
    </>
  );
}

interface ChangedProps {
  group: GroupRead;
  roles: readonly GivableRole[];
  mine: number[];
  onDecide: (chosen: number[]) => void;
}

/** Shows what someone else chose in the meantime beside what is chosen here; saving waits for a decision. */
function Changed({ group: { rolesBy, roleIds }, roles, mine, onDecide }: ChangedProps) {
  const title = useChangedTitle(rolesBy, 'group');
  return (
    <Banner tone="warning" announce="alert" title={title}>
      <p>Nothing was saved. Choose whose answer counts, then press Save.</p>
      <p>Theirs: {rolesText(roleIds, roles)}</p>
      <p>Yours: {rolesText(mine, roles)}</p>
      <Row gap="xs">
        <Button variant="default" onClick={() => onDecide(roleIds)}>
          Take theirs
        </Button>
        <Button variant="default" onClick={() => onDecide(mine)}>
          Keep mine
        </Button>
      </Row>
    </Banner>
  );
}
