import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { WaysOut } from '@/features/on-call/handoff/handoff';
import type { DialogValues } from '@/service-lines/define';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { toastInfo } from '@/shared/ui/toasts';

const completeConsult = lazyComponent(
  async () => (await import('@/features/consult/complete-consult')).CompleteConsult,
);

/** What a user who is about to leave can do about open work from any page; `onLeaveDialog` closes what asks about it. */
export function useWaysOut(onLeaveDialog: () => void): WaysOut {
  const navigate = useNavigate();
  const openNote = (consultId: string) => {
    onLeaveDialog();
    toastInfo('You are still on call.');
    void navigate({ to: '/consult/$id', params: { id: consultId }, state: { opensNote: true } });
  };
  return {
    openNote,
    completion: (consultId, onEnd) => <Completion consultId={consultId} onEnd={onEnd} onNote={openNote} />,
  };
}

interface CompletionProps {
  consultId: string | null;
  onEnd: (done?: string) => void;
  onNote: (consultId: string) => void;
}

/** The dialog that completes a consult, above the one that asks; it restores what was typed about each. */
function Completion({ consultId, onEnd, onNote }: CompletionProps) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, DialogValues | null>>>({});
  if (consultId === null) return null;
  return (
    <Lazy component={completeConsult} onFailure={onEnd}>
      {(CompleteConsult) => (
        <CompleteConsult
          consultId={consultId}
          draft={drafts[consultId] ?? null}
          onClose={(draft) => {
            setDrafts({ ...drafts, [consultId]: draft });
            onEnd();
          }}
          onDone={onEnd}
          onNote={() => onNote(consultId)}
        />
      )}
    </Lazy>
  );
}
