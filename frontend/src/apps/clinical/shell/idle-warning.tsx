import { idleSeconds } from '@/session/idle';
import type { Me } from '@/session/me';
import { canKeep } from '@/session/safekeeping';
import { session } from '@/session/state';
import { useStore } from '@/shared/hooks/use-store';
import { hasUnsavedInput } from '@/shared/lib/unsaved-input';
import { Lazy, lazyPart } from '@/shared/ui/lazy';

const idleDialog = lazyPart(async () => (await import('./idle-dialog')).IdleDialog);

/** Asks whoever left the computer alone, a minute before their session ends. */
export function IdleWarning({ me }: { me: Me | undefined }) {
  const seconds = useStore(idleSeconds);
  const subject = useStore(session)?.profile.sub;
  if (seconds === null || subject === undefined) return null;
  const onCall = me !== undefined && me.checkedInLineIds.length > 0;
  const fate = canKeep(subject) ? 'kept' : 'lost';
  const typed = hasUnsavedInput() ? fate : null;
  return (
    <Lazy part={idleDialog} onFailure={() => undefined}>
      {(IdleDialog) => <IdleDialog seconds={seconds} onCall={onCall} typed={typed} />}
    </Lazy>
  );
}
