import { Button } from '@mantine/core';
import { useStore } from 'zustand';

import { alertSound, testSound } from '@/shared/media/alert-sound';
import { Banner } from '@/shared/ui/banner';

/** Says that what waits makes no sound, although it should. Any click or key press on the page has the effect of its button. */
export function SoundBlocked() {
  const { on, permission } = useStore(alertSound);
  if (!on || permission === 'allowed') return null;
  return (
    <Banner
      tone="warning"
      announce="status"
      icon="sound-off"
      title={permission === 'waiting' ? 'Sound is blocked until you press something' : 'Your browser blocks the sound'}
      actions={
        <Button variant="default" onClick={() => void testSound()}>
          Allow Sound
        </Button>
      }
    >
      {permission === 'blocked' && 'Allow sound for Wardline in its settings, then try again.'}
    </Banner>
  );
}
