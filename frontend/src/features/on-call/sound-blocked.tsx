import { Button } from '@mantine/core';
import { useStore } from 'zustand';

import { type AlertSound, alertSound, switchSound, testSound } from '@/shared/media/alert-sound';
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
 * Sound". Users on call who have chosen nothing on this computer, because they have checked in elsewhere, decide whether it should.
 */
export function SoundBlocked({ userId, duty, elsewhere }: SoundBlockedProps) {
  const sound = useStore(alertSound);
  const { on, permission } = sound;
  const isLocked = duty === 'locked';
  if (sound.userId !== userId || !isMissed(sound, duty)) return null;
  return (
    <Banner
      tone={isLocked ? 'danger' : 'warning'}
      announce={isLocked ? 'alert' : 'status'}
      icon="sound-off"
      title={on ? whyBlocked[permission] : 'Sound is off on this screen'}
      actions={on ? <AllowSound /> : <TurnOnSound userId={userId} isLocked={isLocked} />}
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

const whyBlocked = {
  waiting: 'Sound is blocked until you press something',
  blocked: 'Your browser blocks the sound',
  allowed: null,
};

function AllowSound() {
  return (
    <Button variant="default" onClick={() => void testSound()}>
      Allow Sound
    </Button>
  );
}

/** A user who keeps it off is not asked again on this computer; a locked screen always says that it does not ring. */
function TurnOnSound({ userId, isLocked }: { userId: number; isLocked: boolean }) {
  return (
    <>
      <Button variant={isLocked ? 'default' : 'filled'} onClick={() => void switchSound(userId, true)}>
        Turn on sound
      </Button>
      {!isLocked && (
        <Button variant="default" onClick={() => void switchSound(userId, false)}>
          Keep it off
        </Button>
      )}
    </>
  );
}
