import { Button } from '@mantine/core';
import { useStore } from 'zustand';

import { type AlertSound, alertSound, switchSound } from '@/shared/media/alert-sound';
import { useSilence } from '@/shared/media/silence';
import { Banner } from '@/shared/ui/banner';

interface SoundBlockedProps {
  userId: number;
  /** Whether the user is on call, and whether this screen only rings for them. */
  duty: 'none' | 'on call' | 'locked';
  /** What else reaches the user of a locked screen. */
  elsewhere?: string | undefined;
}

/**
 * Says that what waits makes no sound, although it should, and what to do. Any click or key press on the page has the effect of "Allow
 * Sound". Users on call who have chosen nothing on this computer, because they have checked in elsewhere, decide whether it should; they
 * are asked once, but a locked screen always says that it does not ring.
 */
export function SoundBlocked({ userId, duty, elsewhere }: SoundBlockedProps) {
  const sound = useStore(alertSound);
  const silence = useSilence(userId);
  const { on, permission } = sound;
  const isLocked = duty === 'locked';
  if (silence === null || !isMissed(sound, duty)) return null;
  return (
    <Banner
      tone={isLocked ? 'danger' : 'warning'}
      announce={isLocked ? 'alert' : 'status'}
      icon="sound-off"
      title={silence.why}
      actions={
        <>
          <Button variant={on || isLocked ? 'default' : 'filled'} onClick={silence.end}>
            {silence.remedy}
          </Button>
          {!on && !isLocked && (
            <Button variant="default" onClick={() => void switchSound(userId, false)}>
              Keep it off
            </Button>
          )}
        </>
      }
    >
      {on && permission === 'blocked' && <p>Allow sound for Wardline in its settings, then try again.</p>}
      {isLocked && <p>{sentences('This screen does not ring.', elsewhere)}</p>}
    </Banner>
  );
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

function isMissed({ on, chosen, permission }: AlertSound, duty: SoundBlockedProps['duty']): boolean {
  if (on) return permission !== 'allowed';
  return duty === 'locked' || (duty === 'on call' && !chosen);
}
