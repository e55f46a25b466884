import { ActionIcon } from '@mantine/core';

import { useMe } from '@/session/me';
import { useStore } from 'zustand';
import { alertSound, switchSound } from '@/shared/media/alert-sound';
import { Icon } from '@/shared/ui/icon';

import type { WorklistMode } from './mode';

const names: Readonly<Record<WorklistMode, string>> = {
  consult: 'Sound for new consults and urgent comments',
  transfer: 'Sound for new transfers',
};

/** Toggles the tone for what is new; a crossed-out icon shows that it is off. */
export function SoundToggle({ mode }: { mode: WorklistMode }) {
  const { id } = useMe();
  const { on } = useStore(alertSound);
  return (
    <ActionIcon
      role="switch"
      aria-checked={on}
      aria-label={names[mode]}
      title={`${names[mode]} is ${on ? 'on' : 'off'}`}
      onClick={() => void switchSound(id, !on)}
    >
      <Icon name={on ? 'sound' : 'sound-off'} />
    </ActionIcon>
  );
}
