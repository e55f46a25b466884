import { Button, Loader, Title } from '@mantine/core';
import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';

import { endCall } from '@/features/video/call';
import { entering } from '@/features/video/unattended/enter-unattended';
import { openStandaloneLink, startUnattendedCall, type WayOut } from '@/features/video/unattended/start-unattended';
import { unattended } from '@/features/video/unattended/stored';
import { UnattendedCall } from '@/features/video/unattended/unattended-call';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import classes from '@/shared/ui/page.module.css';

import { useReloadAfterBack } from './use-reload-after-back';

const ERROR = 'Something went wrong connecting to the call. Please login and try joining the call again.';

/** The pages of unattended patient mode. */
export function StandalonePage() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { meetingId, consultId } = useParams({ strict: false });
  if (meetingId !== undefined && consultId !== undefined)
    return <LinkPage meetingId={meetingId} consultId={consultId} />;
  return pathname.endsWith('/error') ? <ErrorPage /> : <MeetingPage />;
}

/** The one call of the device, and nothing else. */
function MeetingPage() {
  const router = useRouter();
  const leave = useWayOut();
  const signingOut = useStore(entering);
  usePageTitle('Unattended Patient Mode');
  useEffect(() => {
    if (signingOut) return undefined;
    const gone = new AbortController();
    void startUnattendedCall(gone.signal, () => leave('failed')).then((way) => way !== null && leave(way));
    return () => gone.abort();
  }, [signingOut, leave]);
  useReloadAfterBack();
  return <UnattendedCall onRestored={() => void router.navigate({ to: routes.login, search: {}, replace: true })} />;
}

/** A link to the meeting of the token that this tab already has. */
function LinkPage({ meetingId, consultId }: { meetingId: string; consultId: string }) {
  const router = useRouter();
  const leave = useWayOut();
  usePageTitle('Unattended Patient Mode');
  useEffect(() => {
    let isGone = false;
    void openStandaloneLink({ meetingId, consultId }).then((way) => {
      if (isGone) return;
      if (way === null) void router.navigate({ to: routes.standalone, replace: true });
      else leave(way);
    });
    return () => {
      isGone = true;
    };
  }, [meetingId, consultId, router, leave]);
  return (
    <div className={classes.centered}>
      <Loader aria-label="Opening the call" />
    </div>
  );
}

function ErrorPage() {
  const router = useRouter();
  usePageTitle('Error');
  return (
    <div className={classes.centered}>
      <div className={classes.card} role="alert">
        <Title order={1}>Oops</Title>
        <p>{ERROR}</p>
        <Button onClick={() => void router.navigate({ to: routes.login, search: {} })}>Login</Button>
      </div>
    </div>
  );
}

/** Ends the mode on this device, whose call cannot go on, and opens the page for that. */
function useWayOut() {
  const router = useRouter();
  return useCallback(
    (way: WayOut) => {
      unattended.clear();
      // One that has ended by itself only disappears; a call of the signed-in user is not this page's.
      if (way === 'failed') endCall();
      void router.navigate({ to: way === 'home' ? '/' : `${routes.standalone}/error`, replace: true });
    },
    [router],
  );
}
