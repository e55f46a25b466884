import { useState } from 'react';

import { messages } from '@/api/contract/messages.gen';
import { ApiError } from '@/api/errors';
import { markStale } from '@/api/live';
import { openDrafts } from '@/drafts/draft-storage';
import { session } from '@/session/state';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useStore } from 'zustand';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastInfo, toastRefusal } from '@/shared/ui/toasts';

import { call, type CallView, cutOffCall, joinCall } from './call';
import type { CallAbout } from './call-about';
import { expanded } from './expanded';
import type { KeptCall } from './kept-call';
import { CONFLICT, REFUSED } from './queries';

/** Joins, and says why where the server does not let one in. */
function enter(about: CallAbout, on?: KeptCall['on']) {
  if (!('RTCPeerConnection' in window)) {
    toastRefusal(messages.HELP_DESK, 'This browser does not support video calls.');
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

/** Rejoins after a reload in the middle of a call. */
export async function resumeCall(mobile: boolean) {
  const user = session.getState();
  // Pages that are open to all wait for no key, and until it has come nobody can tell whose call it was.
  if (encryptedStorage.isLocked && user !== null) await openDrafts(user.profile.sub);
  if (encryptedStorage.isLocked) return;
  const cutOff = cutOffCall();
  if (cutOff === null) return;
  expanded.setState(mobile, true);
  enter(cutOff.about, cutOff.on);
}

/** A call that has ended is in nobody's way, and the same consult's is joined again. */
function consultOf(view: CallView | null): string | null {
  return view === null || view.state === 'ended' ? null : view.about.consultId;
}

/** The ways into a consult's meeting, and what is asked before another call is left for it. */
export function useCallControls() {
  const consultId = useStore(call, consultOf);
  const joining = useStore(call, (view) => view?.state === 'connecting');
  const mobile = useIsMobile();
  const [asked, setAsked] = useState<CallAbout | null>(null);

  const begin = (about: CallAbout) => {
    setAsked(null);
    // A phone has no room beside the page.
    expanded.setState(mobile, true);
    enter(about);
  };
  return {
    /** The consult in whose call this window is. */
    consultId,
    joining,
    join: (about: CallAbout) => (consultId === null ? begin(about) : setAsked(about)),
    show: () => expanded.setState(true, true),
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
        You are in a video call about {call.getState()?.about.title}. Joining this call takes you out of it.
      </ConfirmDialog>
    ),
  };
}
