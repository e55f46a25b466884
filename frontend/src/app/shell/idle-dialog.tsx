import { Button, Modal, Text } from '@mantine/core';

import { recordActivity } from '@/session/idle';
import { DRAFT_LIFETIME_MS } from '@/drafts/draft-storage';
import { counted } from '@/shared/lib/counted';
import { DialogFoot } from '@/shared/ui/dialog-foot';

import classes from './idle-dialog.module.css';

export interface IdleDialogProps {
  /** Until the session ends. */
  seconds: number;
  /** The user is on call, and stays so. */
  onCall: boolean;
  /** What becomes of what is typed now; empty while nothing is. */
  fates: readonly (keyof typeof words)[];
}

/** Above every other dialog and what toasts say. */
const LAYER = 600;
/** The number on the screen counts every second; it is said aloud only so often. */
const SAID_EVERY_SECONDS = 20;

const words = {
  kept: `What you typed will be kept for ${counted(DRAFT_LIFETIME_MS / 60_000, 'minute')}.`,
  requestLost: 'A consult request that you have not sent will not be kept.',
  lost: 'Anything you have not sent or saved will be lost.',
};

/** The question before an idle session ends. Escape is heard where activity is heard, so that it closes nothing below. */
export function IdleDialog({ seconds, onCall, fates }: IdleDialogProps) {
  const said = Math.ceil(seconds / SAID_EVERY_SECONDS) * SAID_EVERY_SECONDS;
  return (
    <Modal
      opened
      onClose={recordActivity}
      closeOnEscape={false}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      zIndex={LAYER}
      title="Are you still there?"
    >
      <Text component="p" className={classes.words}>
        Nobody has used this computer for a while. You will be signed out in{' '}
        <strong className={classes.seconds}>{counted(seconds, 'second')}</strong>.{onCall && ' You will stay on call.'}
      </Text>
      {fates.length > 0 && (
        <Text component="p" className={classes.words}>
          {fates.map((fate) => words[fate]).join(' ')}
        </Text>
      )}
      <p className="wl-visually-hidden" role="status">
        You will be signed out in {counted(said, 'second')}.
      </p>
      <DialogFoot>
        <Button onClick={recordActivity} data-autofocus>
          Stay signed in
        </Button>
      </DialogFoot>
    </Modal>
  );
}
