import { type ReactNode, useState } from 'react';

import type { VersionRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastSuccess } from '@/shared/ui/toasts';

import { isChangedMeanwhile } from './queries';
import classes from './versions.module.css';

export interface Restoring {
  /** Restores a version; null if the administrator was asked and decided not to. Rejects if the server refuses. */
  readonly restore: (number: number) => Promise<unknown>;
  /** What will be as it was then. */
  readonly effect: (version: VersionRead) => ReactNode;
  /** The object was changed since it was fetched. */
  readonly onStale: () => void;
}

export interface RestoreDialogProps extends Restoring {
  version: VersionRead;
  onClose: () => void;
}

/** Asks before an object becomes as it was; what has changed since stays in the history. */
export function RestoreDialog({ version, restore, effect, onStale, onClose }: RestoreDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const confirm = async () => {
    setFailed(null);
    setBusy(true);
    try {
      if ((await restore(version.number)) === null) return;
      toastSuccess('The version is restored.');
      onClose();
    } catch (failure) {
      if (isChangedMeanwhile(failure)) onStale();
      setFailed({ failure });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened
      size="lg"
      title="Restore This Version?"
      confirmLabel="Restore"
      busy={isBusy}
      covered={isBusy}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {effect(version)} This is one more version: what has changed since stays in the history and can be restored as
      well.
      <div role="alert" className={classes.failure}>
        {failed !== null && <NotSaved failure={failed.failure} button="Restore" />}
      </div>
    </ConfirmDialog>
  );
}
