import { Button, SegmentedControl, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { useStore } from 'zustand';

import { useMe } from '@/session/me';
import { alertSound, chooseVolume, testSound, type Volume } from '@/shared/media/alert-sound';
import { Icon } from '@/shared/ui/icon';

import classes from './alerts.module.css';

const volumes: readonly { value: Volume; label: string }[] = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

export interface SoundFieldProps {
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Whether this screen sounds, how loud, and what that sounds like. */
export function SoundField({ on, onChange }: SoundFieldProps) {
  const { id } = useMe();
  const { volume, permission } = useStore(alertSound);
  const [aboutId, volumeId, blockedId] = [useId(), useId(), useId()];
  return (
    <div className={classes.sound}>
      <Switch
        label="Sound"
        aria-describedby={aboutId}
        checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <Text id={aboutId} size="sm" c="dimmed">
        One tone for what begins to wait for you, repeated and louder while it is critical.
      </Text>
      <div className={classes.volume}>
        <Text id={volumeId} size="sm">
          Volume
        </Text>
        <SegmentedControl
          aria-labelledby={volumeId}
          data={[...volumes]}
          value={volume}
          onChange={(chosen) => void chooseVolume(id, chosen)}
        />
        <Button
          variant="default"
          leftSection={<Icon name="sound" size="sm" />}
          aria-describedby={permission === 'blocked' ? blockedId : undefined}
          onClick={() => void testSound()}
        >
          Test the Sound
        </Button>
      </div>
      <div role="status">
        {permission === 'blocked' && (
          <Text id={blockedId} size="sm" c="var(--wl-danger-text)">
            Your browser blocks the sound. Allow sound for Wardline in its settings.
          </Text>
        )}
      </div>
    </div>
  );
}
