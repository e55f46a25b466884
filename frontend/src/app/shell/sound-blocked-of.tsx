import { SoundBlocked } from '@/features/on-call/sound-blocked';
import type { Me } from '@/session/me';

/** On every page; absent until the user is known, whose choice about the sound it is. */
export function SoundBlockedOf({ me }: { me: Me | undefined }) {
  return me !== undefined && <SoundBlocked />;
}
