import { idleSeconds } from '@/session/idle';
import type { Me } from '@/session/me';
import { canSaveDrafts } from '@/drafts/draft-storage';
import { session } from '@/session/state';
import { useStore } from 'zustand';
import { draftCoverage } from '@/drafts/dirty-forms';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import type { IdleDialogProps } from './idle-dialog';

const idleDialog = lazyComponent(async () => (await import('./idle-dialog')).IdleDialog);

/** Warns an idle user a minute before the session ends. */
export function IdleWarning({ me }: { me: Me | undefined }) {
  const seconds = useStore(idleSeconds);
  const subject = useStore(session)?.profile.sub;
  if (seconds === null || subject === undefined) return null;
  const onCall = me !== undefined && me.checkedInLineIds.length > 0;
  return (
    <Lazy component={idleDialog} onFailure={() => undefined}>
      {(IdleDialog) => <IdleDialog seconds={seconds} onCall={onCall} outcomes={draftOutcomes(subject)} />}
    </Lazy>
  );
}

/** A consult request is the only form that is never saved as a draft. */
function draftOutcomes(subject: string): IdleDialogProps['outcomes'] {
  const { some, missing } = draftCoverage();
  if (!canSaveDrafts(subject)) return some || missing ? ['lost'] : [];
  return [...(some ? (['saved'] as const) : []), ...(missing ? (['requestLost'] as const) : [])];
}
