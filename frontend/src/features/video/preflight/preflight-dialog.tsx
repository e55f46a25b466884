import { Button, Modal } from '@mantine/core';
import { useMemo } from 'react';
import { useStore } from 'zustand';

import { DeviceField } from '@/shared/media/device-field';
import { DeviceProblemBanner } from '@/shared/media/device-problem-banner';
import { type DeviceKind, devices } from '@/shared/media/devices';
import { hasProblem } from '@/shared/media/use-devices';
import { useSpeakerTest } from '@/shared/media/use-speaker-test';
import { useVolume } from '@/shared/media/use-volume';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import { MediaView } from '../media-view';
import { wordsOf } from './finding-words';
import classes from './preflight-dialog.module.css';
import { useNetworkCheck } from './use-network-check';
import { useTriedDevices } from './use-tried-devices';

export interface PreflightDialogProps {
  onCancel: () => void;
  onJoin: () => void;
}

/** Shows how the user looks and sounds and what the network allows. Joining never has to wait for it. */
export function PreflightDialog({ onCancel, onJoin }: PreflightDialogProps) {
  const { tracks, renew } = useTriedDevices();
  const { camera, microphone } = useStore(devices);
  const isListener = hasProblem(camera) && hasProblem(microphone);
  return (
    <Modal opened onClose={onCancel} title="Check Before Joining" size="lg">
      <div className={classes.check}>
        <Picture track={tracks.camera} />
        <div className={classes.devices}>
          <DeviceField kind="camera" label="Camera" onChosen={() => renew('camera')} />
          <Problem kind="camera" />
          <Microphone track={tracks.microphone} onChosen={() => renew('microphone')} />
          <Speaker />
        </div>
      </div>
      <Network />
      <DialogFooter>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={onJoin} data-autofocus>
          {isListener ? 'Join to Listen' : 'Join Now'}
        </Button>
      </DialogFooter>
    </Modal>
  );
}

function Picture({ track }: { track: MediaStreamTrack | null }) {
  const stream = useMemo(() => (track === null ? null : new MediaStream([track])), [track]);
  return (
    <div className={classes.picture}>
      {stream === null ? (
        <p className={classes.without}>Without a camera, others hear you and do not see you.</p>
      ) : (
        <MediaView stream={stream} own label="Your picture" />
      )}
    </div>
  );
}

function Microphone({ track, onChosen }: { track: MediaStreamTrack | null; onChosen: () => void }) {
  const volume = useVolume(track);
  return (
    <div>
      <DeviceField kind="microphone" label="Microphone" onChosen={onChosen} />
      <meter className={classes.meter} aria-label="Microphone volume" min={0} max={100} value={volume} />
      <Problem kind="microphone" />
    </div>
  );
}

function Speaker() {
  const speaker = useSpeakerTest();
  return (
    <div className={classes.speaker}>
      <DeviceField kind="speaker" label="Speaker" onChosen={speaker.stop} />
      <Button
        variant="default"
        leftSection={<Icon name={speaker.playing ? 'sound-off' : 'sound'} size="sm" />}
        onClick={speaker.playing ? speaker.stop : speaker.start}
      >
        {speaker.playing ? 'Stop' : 'Test'}
        <span className="wl-visually-hidden"> Speaker</span>
      </Button>
    </div>
  );
}

function Problem({ kind }: { kind: DeviceKind }) {
  const device = useStore(devices)[kind];
  return hasProblem(device) ? <DeviceProblemBanner kind={kind} device={device} /> : null;
}

function Network() {
  const { tone, label, text } = wordsOf(useNetworkCheck());
  return (
    <div className={classes.network} role="status">
      <span>Network</span>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <span className={classes.finding}>{text}</span>
    </div>
  );
}
