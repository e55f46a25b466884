import { useState } from 'react';

import { ApiError } from '@/api/errors';
import { markStale } from '@/api/live';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useStore } from '@/shared/hooks/use-store';
import { messages } from '@/api/contract/messages.gen';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastInfo, toastRefusal } from '@/shared/ui/toasts';

import { call, cutOffCall, joinCall } from './call';
import type { CallAbout } from './call-about';
import { expanded } from './expanded';
import type { KeptCall } from './kept-call';
import { CONFLICT, REFUSED } from './queries';

/** Joins, and says why where the server does not let one in. */
function enter(about: CallAbout, on?: KeptCall['on']) {
  if (!('RTCPeerConnection' in window)) {
    toastRefusal(messages.HELP_DESK, 'This browser does not make video calls.');
    return;
  }
  joinCall(about, on).catch((failure: unknown) => {
    if (!(failure instanceof ApiError) || !REFUSED.includes(failure.status)) return;
    // A call that is full is nothing that a help desk mends.
    if (failure.status === CONFLICT) toastInfo(failure.message);
    else toastRefusal(messages.HELP_DESK, failure.message);
    markStale(['me', `consult/${about.consultId}`], 0);
  });
}

/** Joins again after the page was loaded anew in the middle of a call. */
export function resumeCall(mobile: boolean) {
  const cutOff = cutOffCall();
  if (cutOff === null) return;
  expanded.set(mobile);
  enter(cutOff.about, cutOff.on);
}

/** The ways into a consult's meeting, and what is asked before another call is left for it. */
export function useCallControls() {
  const joined = useStore(call);
  const mobile = useIsMobile();
  const [asked, setAsked] = useState<CallAbout | null>(null);

  const begin = (about: CallAbout) => {
    setAsked(null);
    // A phone has no room beside the page.
    expanded.set(mobile);
    enter(about);
  };
  // One that has ended is in nobody's way, and the same consult's is joined again.
  const view = joined?.state === 'ended' ? null : joined;
  return {
    /** The consult in whose call this window is. */
    consultId: view?.about.consultId ?? null,
    joining: view?.state === 'connecting',
    join: (about: CallAbout) => (view === null ? begin(about) : setAsked(about)),
    show: () => expanded.set(true),
    question: (
      <ConfirmDialog
        opened={asked !== null}
        title="Leave the other call?"
        confirmLabel="Leave and Join"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) begin(asked);
        }}
      >
        You are in a video call about {view?.about.title}. It ends for you when you join this one.
      </ConfirmDialog>
    ),
  };
}
