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

/** What the user is asked, or shown, before joining. */
type Step =
  | { readonly ask: 'check' | 'twice'; readonly about: CallAbout }
  | { readonly ask: 'leave'; readonly about: CallAbout; readonly isElsewhere: boolean };

/**
 * Joins a consult's meeting, with a confirmation before leaving another call. Once a shift, a user whom nobody awaits is
 * first shown how they look and sound.
 */
export function useCallControls() {
  const consultId = useStore(call, consultOf);
  const joining = useStore(call, (view) => view?.state === 'connecting');
  const mobile = useIsMobile();
  const [step, setStep] = useState<Step | null>(null);

  const begin = (about: CallAbout, on?: CallView['on']) => {
    setStep(null);
    markChecked();
    // A phone has no room beside the page.
    expanded.setState(mobile, true);
    enterCall(about, on);
  };
  const cancel = () => setStep(null);
  return {
    /** The consult whose call this window is in. */
    consultId,
    joining,
    join: (about: CallAbout, { isAwaited = false, isElsewhere = false }: JoinOptions = {}) => {
      if (consultId !== null) setStep({ ask: 'leave', about, isElsewhere });
      else if (isElsewhere) setStep({ ask: 'twice', about });
      else if (isAwaited || !needsCheck()) begin(about);
      else setStep({ ask: 'check', about });
    },
    /** Shows how the user looks and sounds, then joins. */
    check: (about: CallAbout) =>
      setStep(consultId === null ? { ask: 'check', about } : { ask: 'leave', about, isElsewhere: false }),
    show: () => expanded.setState(true, true),
    question: (
      <>
        {step?.ask === 'check' && (
          <Lazy component={preflightDialog} onFailure={() => begin(step.about)}>
            {(PreflightDialog) => <PreflightDialog onCancel={cancel} onJoin={() => begin(step.about)} />}
          </Lazy>
        )}
        <ConfirmDialog
          opened={step?.ask === 'twice'}
          title="Join in This Window, Too?"
          confirmLabel="Join Muted"
          onCancel={cancel}
          onConfirm={() => {
            if (step !== null) begin(step.about, { microphone: false, camera: true });
          }}
        >
          <p>
            You are in this call in another window. Two open microphones in one room cause feedback, so you join muted
            here and don’t hear the other window. If you have closed it, join with sound.
          </p>
          <Button
            variant="default"
            onClick={() => {
              if (step !== null) begin(step.about);
            }}
          >
            Join With Sound
          </Button>
        </ConfirmDialog>
        <ConfirmDialog
          opened={step?.ask === 'leave'}
          title="Leave the Other Call?"
          confirmLabel="Leave and Join"
          onCancel={cancel}
          onConfirm={() => {
            if (step?.ask !== 'leave') return;
            if (step.isElsewhere) setStep({ ask: 'twice', about: step.about });
            else begin(step.about);
          }}
        >
          You are in a video call about {call.getState()?.about.title}. If you join this call, you will leave that one.
        </ConfirmDialog>
      </>
    ),
  };
}
