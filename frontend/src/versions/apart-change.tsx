import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { NotSaved } from '@/drafts/not-saved';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastSuccess } from '@/shared/ui/toasts';

import { isChangedMeanwhile } from './queries';
import { useConfirmed } from './use-confirmed';
import classes from './versions.module.css';

export interface ApartChangeProps {
  /** On the button. */
  verb: string;
  /** The question. */
  title: string;
  danger: boolean;
  /** The form has changes that are not saved. */
  isDirty: boolean;
  save: (reason: string, confirmed: string[]) => Promise<object>;
  /** Said once it is saved. */
  done: string;
  /** Somebody else was faster. */
  onOutdated: () => void;
  /** What it does; mounted with the question. */
  children: ReactNode;
}

/** Changes one thing about an object apart from everything else, after a question that says what happens. */
export function ApartChange(props: ApartChangeProps) {
  const [asking, setAsking] = useState(false);
  const { verb, isDirty } = props;
  return (
    <div className={classes.apart}>
      <Button variant="default" disabled={isDirty} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <p role="status">{isDirty && 'Save or discard your changes first.'}</p>
      {asking && <ApartDialog {...props} onClose={() => setAsking(false)} />}
    </div>
  );
}

function ApartDialog(props: ApartChangeProps & { onClose: () => void }) {
  const { verb, title, danger, save, done, onOutdated, children, onClose } = props;
  const { run, dialog } = useConfirmed({ title, confirmLabel: `${verb} Anyway` });
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const confirm = async () => {
    setFailed(null);
    setBusy(true);
    try {
      if ((await run((confirmed) => save(reason, confirmed))) === null) return;
      toastSuccess(done);
      onClose();
    } catch (failure) {
      if (isChangedMeanwhile(failure)) onOutdated();
      setFailed({ failure });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ConfirmDialog
        opened={dialog === false}
        size="lg"
        title={title}
        confirmLabel={verb}
        danger={danger}
        busy={busy}
        onCancel={onClose}
        onConfirm={() => void confirm()}
      >
        {children}
        <TextInput
          label="Reason (optional)"
          description="Shown in the history"
          maxLength={constants.SHORT_TEXT_LIMIT}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <div role="alert" className={classes.failure}>
          {failed !== null && <NotSaved failure={failed.failure} button={verb} />}
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
