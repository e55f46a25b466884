import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';

import { DeviceProblemBanner } from '@/shared/media/device-problem-banner';
import { devices } from '@/shared/media/devices';
import { hasProblem } from '@/shared/media/use-devices';
import { Banner } from '@/shared/ui/banner';

import classes from './call-overlay.module.css';
import type { CallView } from './call-view';
import { CallTroubles } from './call-troubles';
import { MediaView } from './media-view';
import { RingMessage } from './ring-message';

interface StageMessageProps {
  view: CallView;
  /** The message until it has joined. */
  joining?: string;
}

/** The message on the stage while no one else is visible. */
export function StageMessage({
  view: { state, endReason, others, ringing, lastLeft },
  joining = 'Joining the call…',
}: StageMessageProps) {
  const words = state === 'connecting' ? joining : others.length === 0 ? 'Waiting for others to join the call.' : '';
  if (state === 'ended')
    return (
      <p className={classes.words} role="alert">
        {endReason ?? 'Your call has been inadvertently disconnected. Please hang up and join the call again.'}
      </p>
    );
  return (
    <div className={words === '' ? 'wl-visually-hidden' : classes.words} role="status">
      <p>{words}</p>
      {words !== '' && lastLeft !== null && <p>{lastLeft} has left the call.</p>}
      {words !== '' && ringing !== null && <RingMessage ringing={ringing} />}
    </div>
  );
}

interface OwnPictureProps {
  view: CallView;
  /** Replaces the picture while the camera is off. */
  instead: ReactNode;
}

export function OwnPicture({ view: { tracks }, instead }: OwnPictureProps) {
  const { camera } = tracks;
  const stream = useMemo(() => (camera === null ? null : new MediaStream([camera])), [camera]);
  return (
    <div className={classes.own} data-own-frame>
      {stream === null ? (
        <span role="img" aria-label="You, camera off">
          {instead}
        </span>
      ) : (
        <MediaView stream={stream} own mirrored={camera?.getSettings().facingMode !== 'environment'} label="You" />
      )}
    </div>
  );
}

export function CallProblems({ view: { state, unreachable, tracks, others, ringing } }: { view: CallView }) {
  const { microphone, camera } = useStore(devices);
  if (state === 'ended') return null;
  return (
    <div className={classes.problems}>
      <CallTroubles />
      {others.length > 0 && ringing !== null && !others.some(({ status }) => status === 'connected') && (
        <Banner announce="status">
          <RingMessage ringing={ringing} />
        </Banner>
      )}
      {unreachable && (
        <Banner tone="warning" announce="status">
          <p>The server is not responding. Your call may continue while Wardline tries to reconnect.</p>
        </Banner>
      )}
      {tracks.microphone === null && hasProblem(microphone) && (
        <DeviceProblemBanner kind="microphone" device={microphone} />
      )}
      {tracks.camera === null && hasProblem(camera) && <DeviceProblemBanner kind="camera" device={camera} />}
    </div>
  );
}
