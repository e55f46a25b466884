import { idleSeconds } from '@/session/idle';
import type { Me } from '@/session/me';
import { canKeep } from '@/session/safekeeping';
import { session } from '@/session/state';
import { useStore } from '@/shared/hooks/use-store';
import { fateOfInput } from '@/shared/lib/unsaved-input';
import { Lazy, lazyPart } from '@/shared/ui/lazy';

import type { IdleDialogProps } from './idle-dialog';

const idleDialog = lazyPart(async () => (await import('./idle-dialog')).IdleDialog);

/** Asks whoever left the computer alone, a minute before their session ends. */
export function IdleWarning({ me }: { me: Me | undefined }) {
  const seconds = useStore(idleSeconds);
  const subject = useStore(session)?.profile.sub;
  if (seconds === null || subject === undefined) return null;
  const onCall = me !== undefined && me.checkedInLineIds.length > 0;
  return (
    <Lazy part={idleDialog} onFailure={() => undefined}>
      {(IdleDialog) => <IdleDialog seconds={seconds} onCall={onCall} fates={fatesOfTyped(subject)} />}
    </Lazy>
  );
}

/** Of all forms only a request for a consult is never kept. */
function fatesOfTyped(subject: string): IdleDialogProps['fates'] {
  const { kept, lost } = fateOfInput();
  if (!canKeep(subject)) return kept || lost ? ['lost'] : [];
  return [...(kept ? (['kept'] as const) : []), ...(lost ? (['requestLost'] as const) : [])];
}
