import { useState } from 'react';
import { useStore } from 'zustand';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import type { CallAbout } from './call-about';
import { call, consultOf } from './call-view';
import { enterCall } from './enter-call';
import { expanded } from './expanded';

/** Joins a consult's meeting, with a confirmation before leaving another call. */
export function useCallControls() {
  const consultId = useStore(call, consultOf);
  const joining = useStore(call, (view) => view?.state === 'connecting');
  const mobile = useIsMobile();
  const [asked, setAsked] = useState<CallAbout | null>(null);

  const begin = (about: CallAbout) => {
    setAsked(null);
    // A phone has no room beside the page.
    expanded.setState(mobile, true);
    enterCall(about);
  };
  return {
    /** The consult whose call this window is in. */
    consultId,
    joining,
    join: (about: CallAbout) => (consultId === null ? begin(about) : setAsked(about)),
    show: () => expanded.setState(true, true),
    question: (
      <ConfirmDialog
        opened={asked !== null}
        title="Leave the Other Call?"
        confirmLabel="Leave and Join"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) begin(asked);
        }}
      >
        You are in a video call about {call.getState()?.about.title}. If you join this call, you will leave that one.
      </ConfirmDialog>
    ),
  };
}
