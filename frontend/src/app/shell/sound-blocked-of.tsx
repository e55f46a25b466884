import type { Me } from '@/session/me';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const soundBlocked = lazyComponent(async () => (await import('@/features/on-call/sound-blocked')).SoundBlocked);
const RETRY_MS = 5_000;

/** Says that this screen would make no sound, while nothing waits that says so itself. */
export function SoundBlockedOf({ me }: { me: Me }) {
  const duty = me.checkedInLineIds.length > 0 ? 'on call' : 'none';
  return (
    <Lazy component={soundBlocked} retryAfter={RETRY_MS}>
      {(SoundBlocked) => <SoundBlocked userId={me.id} duty={duty} />}
    </Lazy>
  );
}
