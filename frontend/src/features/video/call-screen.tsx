import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';

import { Icon } from '@/shared/ui/icon';

import { switchToChosenDevice } from './call';
import classes from './call-overlay.module.css';
import { CallProblems, OwnPicture, StageMessage } from './call-stage';
import { DeviceButton } from './call-toolbar';
import { call, type CallView, NO_CALL } from './call-view';
import { OthersGrid } from './others-grid';
import { PermissionDialog } from './permission-dialog';

export interface CallScreenProps {
  title: string;
  /** The message until the call has been joined. */
  joining: string;
  /** What ends the call here. */
  end: ReactNode;
  /** What others may ask of this window. */
  asks?: ReactNode;
}

/** The call as everything that a window without a session shows. */
export function CallScreen({ title, joining, end, asks }: CallScreenProps) {
  const joined = useStore(call);
  const view = joined ?? NO_CALL;
  const isIn = joined !== null && view.state !== 'ended';
  return (
    <section className={classes.overlay} data-expanded aria-label="Video call">
      <header className={classes.head}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
      </header>
      {/* Not beside the buttons, whose names would cover it. */}
      {asks}
      <CallProblems view={view} />
      <div className={classes.stage}>
        <OthersGrid others={view.others} />
        {view.state !== 'ended' && <StageMessage view={view} joining={joining} />}
        {isIn && <OwnPicture view={view} instead={<Icon name="video-off" size="lg" />} />}
      </div>
      <div className={classes.toolbar} role="group" aria-label="Call">
        {isIn && <DeviceButtons view={view} />}
        {end}
      </div>
      {isIn && <PermissionDialog />}
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
