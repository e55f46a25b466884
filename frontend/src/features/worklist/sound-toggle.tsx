import { ActionIcon } from '@mantine/core';

import { useMe } from '@/session/me';
import { useStore } from 'zustand';
import { Icon } from '@/shared/ui/icon';

import { sound, switchSound } from './sound';

/** Toggles the tone for new consults and urgent comments; a crossed-out icon shows that it is off. */
export function SoundToggle() {
  const { id } = useMe();
  const { on } = useStore(sound);
  return (
    <ActionIcon
      role="switch"
      aria-checked={on}
      aria-label="Sound for new consults and urgent comments"
      title={`Sound for new consults and urgent comments is ${on ? 'on' : 'off'}`}
      onClick={() => void switchSound(id, !on)}
    >
      <Icon name={on ? 'sound' : 'sound-off'} />
    </ActionIcon>
  );
}
