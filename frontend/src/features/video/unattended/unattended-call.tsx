import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';

import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';

import { switchToChosenDevice } from '../call';
import classes from '../call-overlay.module.css';
import { CallProblems, OwnPicture, StageMessage } from '../call-stage';
import { DeviceButton } from '../call-toolbar';
import { CameraQuestion } from '../camera-question';
import { call, type CallView } from '../call-view';
import { OthersGrid } from '../others-grid';
import { PermissionDialog } from '../permission-dialog';
import { restoreAccess } from './start-unattended';

const ENTERING = 'Entering unattended patient mode';

/** Before the checks are over, there is no call yet. */
const starting: CallView = {
  about: { consultId: '', title: '' },
  state: 'connecting',
  endReason: null,
  unreachable: false,
  others: [],
  tracks: { microphone: null, camera: null },
  on: { microphone: true, camera: true },
};

/** The call as everything that this device shows. */
export function UnattendedCall({ onRestored }: { onRestored: () => void }) {
  const joined = useStore(call);
  const view = joined ?? starting;
  return (
    <section className={classes.overlay} data-expanded aria-label="Video call">
      <header className={classes.head}>
        <Title order={1} className={classes.title}>
          Unattended patient mode
        </Title>
      </header>
      <div className={classes.stage} data-others={Math.min(view.others.length, 4)}>
        <OthersGrid others={view.others} />
        {view.state !== 'ended' && <StageMessage view={view} joining={ENTERING} />}
        {joined !== null && view.state !== 'ended' && (
          <OwnPicture view={view} instead={<Icon name="video-off" size="lg" />} />
        )}
      </div>
      <CameraQuestion />
      <CallProblems view={view} />
      <div className={classes.toolbar} role="group" aria-label="Call">
        {joined !== null && view.state !== 'ended' && <DeviceButtons view={view} />}
        <RestoreButton onRestored={onRestored} />
      </div>
      {joined !== null && view.state !== 'ended' && <PermissionDialog />}
    </section>
  );
}

function DeviceButtons({ view: { tracks, on } }: { view: CallView }) {
  return (['microphone', 'camera'] as const).map((kind) => (
    <DeviceButton
      key={kind}
      kind={kind}
      has={tracks[kind] !== null}
      on={on[kind]}
      onProblem={() => switchToChosenDevice(kind)}
    />
  ));
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
