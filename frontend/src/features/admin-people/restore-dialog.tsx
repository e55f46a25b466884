import { useState } from 'react';

import type { PersonRead, VersionRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastSuccess } from '@/shared/ui/toasts';

import classes from './person.module.css';
import { isChangedMeanwhile, useFetchAgain, useRestoreVersion } from './queries';

export interface RestoreDialogProps {
  person: PersonRead;
  version: VersionRead;
  onClose: () => void;
}

/** Asks before a person becomes as they were; what has changed since stays in the history. */
export function RestoreDialog({ person, version: { number, at }, onClose }: RestoreDialogProps) {
  const { mutateAsync, isPending } = useRestoreVersion();
  const fetchAgain = useFetchAgain(person.id);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const restore = async () => {
    setFailed(null);
    try {
      await mutateAsync({ id: person.id, version: person.version, number });
      toastSuccess('The version is restored.');
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
      title="Restore This Version?"
      confirmLabel="Restore"
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void restore()}
    >
      {fullName(person)} becomes as they were at {formatTimestamp(at)}, with the rights and places of then. This is one
      more version: what has changed since stays in the history and can be restored as well.
      <div role="alert" className={classes.failure}>
        {failed !== null && <NotSaved failure={failed.failure} button="Restore" />}
      </div>
    </ConfirmDialog>
  );
}
