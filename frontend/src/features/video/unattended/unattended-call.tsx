import { Button } from '@mantine/core';
import { useState } from 'react';

import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';

import classes from '../call-overlay.module.css';
import { CallScreen } from '../call-screen';
import { CameraQuestion } from '../camera-question';
import { restoreAccess } from './start-unattended';

/** The call as everything that this device shows. */
export function UnattendedCall({ onRestored }: { onRestored: () => void }) {
  return (
    <CallScreen
      title="Unattended patient mode"
      joining="Entering unattended patient mode"
      asks={<CameraQuestion />}
      end={<RestoreButton onRestored={onRestored} />}
    />
  );
}

/** Also there before the call, so that whoever comes back never has to wait for it. */
function RestoreButton({ onRestored }: { onRestored: () => void }) {
  const [asking, setAsking] = useState(false);
  const restore = () => {
    restoreAccess();
    onRestored();
  };
  return (
    <>
      <Button
        className={classes.restore}
        variant="default"
        leftSection={<Icon name="lock" size="sm" />}
        onClick={() => setAsking(true)}
      >
        Restore Access
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Restore Access?"
        confirmLabel="Restore Access"
        onCancel={() => setAsking(false)}
        onConfirm={restore}
      >
        Restore access will end this video call and require your login credentials.
      </ConfirmDialog>
    </>
  );
}
