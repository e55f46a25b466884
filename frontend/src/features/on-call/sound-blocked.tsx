import { Button } from '@mantine/core';
import { useStore } from 'zustand';

import { alertSound, testSound } from '@/shared/media/alert-sound';
import { Banner } from '@/shared/ui/banner';

const words = {
  waiting: 'Browsers play no sound on a page before you click something on it.',
  blocked: 'Your browser blocks the sound. Allow sound for Wardline in its settings, then try again.',
} as const;

/** Says that what waits makes no sound, although it should. Any click or key press on the page has the effect of its button. */
export function SoundBlocked() {
  const { on, permission } = useStore(alertSound);
  if (!on || permission === 'allowed') return null;
  return (
    <Banner
      tone="warning"
      announce="status"
      icon="sound-off"
      title="You will hear no sound"
      actions={
        <Button variant="default" onClick={() => void testSound()}>
          Allow Sound
        </Button>
      }
    >
      {words[permission]}
    </Banner>
  );
}
