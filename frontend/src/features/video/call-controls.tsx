import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import type { CallAbout } from './call-about';
import { call, type CallView, consultOf } from './call-view';
import { enterCall } from './enter-call';
import { expanded } from './expanded';
import { markChecked, needsCheck } from './preflight/checked';

const preflightDialog = lazyComponent(async () => (await import('./preflight/preflight-dialog')).PreflightDialog);

export interface JoinOptions {
  /** Someone is in the call already, so that joining comes before any check. */
  readonly isAwaited?: boolean;
  /** The user is in this call in another window. */
  readonly isElsewhere?: boolean;
}

/**
 * Joins a consult's meeting, with a confirmation before leaving another call. Once a shift, a user whom nobody awaits is
 * first shown how they look and sound.
 */
export function useCallControls() {
  const consultId = useStore(call, consultOf);
  const joining = useStore(call, (view) => view?.state === 'connecting');
  const mobile = useIsMobile();
  const [asked, setAsked] = useState<{ about: CallAbout; isElsewhere: boolean } | null>(null);
  const [checking, setChecking] = useState<CallAbout | null>(null);
  const [twice, setTwice] = useState<CallAbout | null>(null);

  const begin = (about: CallAbout, on?: CallView['on']) => {
    setAsked(null);
    setChecking(null);
    setTwice(null);
    markChecked();
    // A phone has no room beside the page.
    expanded.setState(mobile, true);
    enterCall(about, on);
  };
  return {
    /** The consult whose call this window is in. */
    consultId,
    joining,
    join: (about: CallAbout, { isAwaited = false, isElsewhere = false }: JoinOptions = {}) => {
      if (consultId !== null) setAsked({ about, isElsewhere });
      else if (isElsewhere) setTwice(about);
      else if (isAwaited || !needsCheck()) begin(about);
      else setChecking(about);
    },
    /** Shows how the user looks and sounds, then joins. */
    check: (about: CallAbout) => (consultId === null ? setChecking(about) : setAsked({ about, isElsewhere: false })),
    show: () => expanded.setState(true, true),
    question: (
      <>
        {checking !== null && (
          <Lazy component={preflightDialog} onFailure={() => begin(checking)}>
            {(PreflightDialog) => <PreflightDialog onCancel={() => setChecking(null)} onJoin={() => begin(checking)} />}
          </Lazy>
        )}
        <ConfirmDialog
          opened={twice !== null}
          title="Join in This Window, Too?"
          confirmLabel="Join Muted"
          onCancel={() => setTwice(null)}
          onConfirm={() => {
            if (twice !== null) begin(twice, { microphone: false, camera: true });
          }}
        >
          <p>
            You are in this call in another window. Two microphones in one room make it howl, so you join muted here,
            and do not hear the other window.
          </p>
          <Button
            variant="default"
            onClick={() => {
              if (twice !== null) begin(twice);
            }}
          >
            The Other Window Is Closed: Join With Sound
          </Button>
        </ConfirmDialog>
        <ConfirmDialog
          opened={asked !== null}
          title="Leave the Other Call?"
          confirmLabel="Leave and Join"
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            if (asked?.isElsewhere === true) setTwice(asked.about);
            else if (asked !== null) begin(asked.about);
            setAsked(null);
          }}
        >
          You are in a video call about {call.getState()?.about.title}. If you join this call, you will leave that one.
        </ConfirmDialog>
      </>
    ),
  };
}
