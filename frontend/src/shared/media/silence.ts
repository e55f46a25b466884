import { useStore } from 'zustand';

import { alertSound, switchSound, testSound } from './alert-sound';

/** Why this screen makes no sound, and the press that changes it. */
export interface Silence {
  readonly why: string;
  readonly remedy: string;
  /** Must be called from a click or key handler. */
  readonly end: () => void;
}

const whyBlocked = {
  waiting: 'Sound is blocked until you press something',
  blocked: 'Your browser blocks the sound',
};

/** Null while this user would hear a tone, and until their choices are known. */
export function useSilence(userId: number): Silence | null {
  const { userId: owner, on, permission } = useStore(alertSound);
  if (owner !== userId) return null;
  if (!on)
    return {
      why: 'Sound is off on this screen',
      remedy: 'Turn on sound',
      end: () => void switchSound(userId, true),
    };
  if (permission === 'allowed') return null;
  return { why: whyBlocked[permission], remedy: 'Allow Sound', end: () => void testSound() };
}
