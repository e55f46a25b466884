import { Button, Stack, Text } from '@mantine/core';

import { hasProblem, useDevices } from '@/shared/media/use-devices';
import { Icon } from '@/shared/ui/icon';

import { DeviceAccess } from './device-access';
import { DeviceField } from '@/shared/media/device-field';
import type { DeviceTabProps } from './device-tab';
import classes from './preferences-dialog.module.css';
import { usePreviewTrack } from '@/shared/media/use-preview-track';
import { useSpeakerTest } from '@/shared/media/use-speaker-test';
import { useVolume } from '@/shared/media/use-volume';

/** The microphone with a volume meter, and the speaker with a test tone. */
export function AudioTab({ onChosen }: DeviceTabProps) {
  const device = useDevices().microphone;
  const preview = usePreviewTrack('microphone');
  const volume = useVolume(preview.track);
  const speaker = useSpeakerTest();
  const choose = () => {
    preview.renew();
    onChosen('microphone');
  };
  return (
    <Stack gap="md">
      <DeviceAccess kind="microphone" />
      <DeviceField kind="microphone" label="Microphone" onChosen={choose} />
      {preview.track === null ? (
        <Button variant="default" leftSection={<Icon name="microphone" size="sm" />} onClick={choose}>
          {hasProblem(device) ? 'Try the Microphone Again' : 'Test Microphone'}
        </Button>
      ) : (
        <div>
          <Text id="microphone-volume" size="sm">
            Volume
          </Text>
          <meter className={classes.meter} aria-labelledby="microphone-volume" min={0} max={100} value={volume} />
        </div>
      )}
      <DeviceField kind="speaker" label="Speaker" onChosen={speaker.stop} />
      <Button
        variant="default"
        leftSection={<Icon name={speaker.playing ? 'sound-off' : 'sound'} size="sm" />}
        onClick={speaker.playing ? speaker.stop : speaker.start}
      >
        {speaker.playing ? 'Stop Speaker Test' : 'Test Speaker'}
      </Button>
    </Stack>
  );
}
