import { Button } from '@mantine/core';

import { canSaveDrafts } from '@/drafts/draft-storage';
import { providerUnreachable, session, sessionEnded } from '@/session/state';
import { useStore } from 'zustand';
import { Banner } from '@/shared/ui/banner';

import { useSignIn } from '../use-sign-in';

/** Shown in place of a redirect while unsaved input would be lost, or while the provider is unreachable. */
export function SessionEndedBanner() {
  const ended = useStore(sessionEnded);
  const unreachable = useStore(providerUnreachable);
  const { state, leave } = useSignIn();
  const subject = useStore(session)?.profile.sub;
  if (!ended && !unreachable) return null;
  const returnTo = `${window.location.pathname}${window.location.search}`;
  return (
    <Banner
      tone="warning"
      announce="alert"
      title={ended ? 'Your session has ended' : 'The sign-in service cannot be reached'}
      actions={
        <Button loading={state === 'leaving'} onClick={() => leave({ returnTo })}>
          Sign in again
        </Button>
      }
    >
      {ended
        ? endedMessage(subject !== undefined && canSaveDrafts(subject))
        : 'Wardline will keep trying every few seconds. What you typed stays here but cannot be sent yet.'}
      {state === 'failed' && <p role="alert">The sign-in service cannot be reached. Please try again.</p>}
    </Banner>
  );
}

function endedMessage(canSave: boolean): string {
  return canSave
    ? 'Sign in again to continue. What you typed will be saved for up to 15 minutes.'
    : 'Copy what you typed before you sign in again. Nothing can be sent until then.';
}
