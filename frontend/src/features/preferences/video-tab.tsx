import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { hasProblem, useDevices } from '@/shared/media/use-devices';
import { Icon } from '@/shared/ui/icon';

import { DeviceAccess } from './device-access';
import { DeviceField } from '@/shared/media/device-field';
import type { DeviceTabProps } from './device-tab';
import classes from './preferences-dialog.module.css';
import { usePreviewTrack } from '@/shared/media/use-preview-track';

/** The camera, with a preview. */
export function VideoTab({ onChosen }: DeviceTabProps) {
  const device = useDevices().camera;
  const preview = usePreviewTrack('camera');
  const choose = () => {
    preview.renew();
    onChosen('camera');
  };
  return (
    <Stack gap="md">
      <DeviceAccess kind="camera" />
      <DeviceField kind="camera" label="Camera" onChosen={choose} />
      <div className={classes.preview}>
        {preview.track === null ? (
          <Button variant="default" leftSection={<Icon name="video" size="sm" />} onClick={choose}>
            {hasProblem(device) ? 'Try the Camera Again' : 'Show Preview'}
          </Button>
        ) : (
          <Preview track={preview.track} />
        )}
      </div>
    </Stack>
  );
}

function Preview({ track }: { track: MediaStreamTrack }) {
  const frame = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (frame.current === null) return;
    frame.current.srcObject = new MediaStream([track]);
    void frame.current.play().catch(() => undefined);
  }, [track]);
  return <video ref={frame} className={classes.picture} muted playsInline aria-label="Preview" />;
}
