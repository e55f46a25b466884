import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { RoleDetails } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastSuccess } from '@/shared/ui/toasts';
import { isChangedMeanwhile, useFetchAgain } from '@/versions/queries';

import { Effect } from './effect';
import { roleQuery, useSaveRole, versionsQuery } from './queries';
import { bodyOf, proposedOf, valuesOf } from './role-values';
import classes from './roles.module.css';

export interface RetirementProps {
  role: RoleDetails;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Retires a role or brings it back, apart from everything else, after a question that says what that takes or gives. */
export function Retirement({ role, isDirty }: RetirementProps) {
  const [asking, setAsking] = useState(false);
  const verb = role.isRetired ? 'Bring Back' : 'Retire';
  return (
    <div className={classes.retirement}>
      <Button variant="default" disabled={isDirty} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <p role="status">{isDirty && 'Save or discard your changes first.'}</p>
      {asking && <RetirementDialog role={role} verb={verb} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface RetirementDialogProps {
  role: RoleDetails;
  verb: string;
  onClose: () => void;
}

function RetirementDialog({ role, verb, onClose }: RetirementDialogProps) {
  const { mutateAsync, isPending } = useSaveRole();
  const fetchAgain = useFetchAgain([roleQuery(role.id).queryKey, versionsQuery(role.id).queryKey]);
  const [reason, setReason] = useState('');
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [proposed] = useState(() => proposedOf(valuesOf(role), !role.isRetired));
  const confirm = async () => {
    setFailed(null);
    const body = bodyOf({ ...valuesOf(role), reason }, !role.isRetired);
    try {
      await mutateAsync({ id: role.id, version: role.version, body });
      toastSuccess(role.isRetired ? `${role.name} is in use again.` : `${role.name} is retired.`);
      onClose();
    } catch (failure) {
      if (isChangedMeanwhile(failure)) fetchAgain();
      setFailed({ failure });
    }
  };
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={`${verb} ${role.name}?`}
      confirmLabel={verb}
      danger={!role.isRetired}
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <div className={classes.asked}>
        <p className={classes.muted}>
          {role.isRetired
            ? 'Those who still have the role can do again what it allows, and it can be given to people.'
            : 'The role allows nothing anymore, and nobody can be given it. It stays on the pages of those who have it, so you can bring it back for all of them.'}
        </p>
        <Effect roleId={role.id} proposed={proposed} />
        <TextInput
          label="Reason (optional)"
          description="Shown in the history"
          maxLength={constants.SHORT_TEXT_LIMIT}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <div role="alert">{failed !== null && <NotSaved failure={failed.failure} button={verb} />}</div>
      </div>
    </ConfirmDialog>
  );
}
