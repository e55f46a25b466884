import { Button, Modal, Text } from '@mantine/core';

import { recordActivity } from '@/session/idle';
import { DRAFT_LIFETIME_MS } from '@/drafts/draft-storage';
import { pluralize } from '@/shared/lib/pluralize';
import { DialogFooter } from '@/shared/ui/dialog-footer';

import classes from './idle-dialog.module.css';

export interface IdleDialogProps {
  /** Seconds until the session ends. */
  seconds: number;
  /** The user is on call, and stays on call. */
  onCall: boolean;
  /** What happens to unsaved input; empty if there is none. */
  outcomes: readonly (keyof typeof texts)[];
}

/** Above all other dialogs and toasts. */
const LAYER = 600;
/** The visible countdown changes every second; screen readers get it less often. */
const ANNOUNCE_EVERY_SECONDS = 20;

const texts = {
  saved: `What you typed will be saved for ${pluralize(DRAFT_LIFETIME_MS / 60_000, 'minute')}.`,
  requestLost: 'A consult request that you have not sent will not be saved.',
  lost: 'Anything you have not sent or saved will be lost.',
};

/** The warning before an idle session ends. The idle watcher handles Escape, so that it closes nothing below. */
export function IdleDialog({ seconds, onCall, outcomes }: IdleDialogProps) {
  const announced = Math.ceil(seconds / ANNOUNCE_EVERY_SECONDS) * ANNOUNCE_EVERY_SECONDS;
  return (
    <Modal
      opened
      onClose={recordActivity}
      closeOnEscape={false}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      zIndex={LAYER}
      title="Are You Still There?"
    >
      <Text component="p" className={classes.text}>
        This computer has been inactive for a while. You will be signed out in{' '}
        <strong className={classes.seconds}>{pluralize(seconds, 'second')}</strong>.
        {onCall && ' You will stay on call.'}
      </Text>
      {outcomes.length > 0 && (
        <Text component="p" className={classes.text}>
          {outcomes.map((outcome) => texts[outcome]).join(' ')}
        </Text>
      )}
      <p className="wl-visually-hidden" role="status">
        You will be signed out in {pluralize(announced, 'second')}.
      </p>
      <DialogFooter>
        <Button onClick={recordActivity} data-autofocus>
          Stay signed in
        </Button>
      </DialogFooter>
    </Modal>
  );
}
