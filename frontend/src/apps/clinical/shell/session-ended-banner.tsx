import { Button } from '@mantine/core';

import { sessionEnded, signIn } from '@/session/session';
import { useStore } from '@/shared/hooks/use-store';
import { Banner } from '@/shared/ui/banner';

/** Shown instead of leaving while something typed would be lost. */
export function SessionEndedBanner() {
  if (!useStore(sessionEnded)) return null;
  const returnTo = `${window.location.pathname}${window.location.search}`;
  return (
    <Banner
      tone="warning"
      announce="alert"
      title="Your session has ended"
      actions={<Button onClick={() => void signIn({ returnTo })}>Sign in again</Button>}
    >
      Keep what you typed before you sign in again: nothing can be sent until then.
    </Banner>
  );
}
