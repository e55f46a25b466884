import { ActionIcon } from '@mantine/core';

import { Icon } from '@/shared/ui/icon';

import type { Silence } from './silence';

interface SoundSwitchProps {
  /** What sounds. */
  label: string;
  muted: boolean;
  /** Why nothing sounds on this screen. */
  silence: Silence | null;
  onMute: (muted: boolean) => void;
}

/** Whether one thing that waits is heard, and a switch for it. */
export function SoundSwitch({ label, muted, silence, onMute }: SoundSwitchProps) {
  const isHeard = !muted && silence === null;
  const press = () => {
    if (silence === null) {
      onMute(!muted);
      return;
    }
    silence.end();
    if (muted) onMute(false);
  };
  return (
    <ActionIcon
      className="wl-thumb"
      role="switch"
      aria-checked={isHeard}
      aria-label={`Sound for ${label}`}
      title={isHeard ? 'Mute' : (silence?.why ?? 'Muted')}
      onClick={press}
    >
      <Icon name={isHeard ? 'sound' : 'sound-off'} />
    </ActionIcon>
  );
}
