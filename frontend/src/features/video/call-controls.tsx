import { useState } from 'react';

import { isApiError } from '@/api/errors';
import { markStale } from '@/api/live';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useStore } from '@/shared/hooks/use-store';
import { messages } from '@/api/contract/messages.gen';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastRefusal } from '@/shared/ui/toasts';

import { call, joinCall } from './call';
import type { CallAbout } from './call-about';
import { expanded } from './expanded';

const REFUSED = [403, 404, 409];

/** The ways into a consult's meeting, and what is asked before another call is left for it. */
export function useCallControls() {
  const view = useStore(call);
  const mobile = useIsMobile();
  const [asked, setAsked] = useState<CallAbout | null>(null);

  const enter = (about: CallAbout) => {
    setAsked(null);
    // A phone has no room beside the page.
    expanded.set(mobile);
    joinCall(about).catch((failure: unknown) => {
      if (!REFUSED.some((status) => isApiError(failure, status))) return;
      toastRefusal(messages.HELP_DESK, failure instanceof Error ? failure.message : undefined);
      markStale(['me', `consult/${about.consultId}`], 0);
    });
  };
  const elsewhere = view !== null && view.state !== 'ended';
  return {
    /** The consult in whose call this window is. */
    consultId: view?.about.consultId ?? null,
    joining: view?.state === 'connecting',
    join: (about: CallAbout) => (elsewhere ? setAsked(about) : enter(about)),
    show: () => expanded.set(true),
    question: (
      <ConfirmDialog
        opened={asked !== null}
        title="Leave the other call?"
        confirmLabel="Leave and Join"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) enter(asked);
        }}
      >
        You are in a video call about {view?.about.title}. It ends for you when you join this one.
      </ConfirmDialog>
    ),
  };
}
