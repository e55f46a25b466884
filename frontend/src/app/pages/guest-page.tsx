import { Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useStore } from 'zustand';

import { AudioTab } from '@/features/preferences/audio-tab';
import { VideoTab } from '@/features/preferences/video-tab';
import { GuestEntrance } from '@/features/video/guests/guest-entrance';
import { session } from '@/session/state';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import classes from '@/shared/ui/page.module.css';

import { useReloadAfterBack } from './use-reload-after-back';

/** The call of a guest, who has no account, and nothing else. */
export function GuestPage() {
  const link = useLocation({ select: ({ hash }) => hash });
  const isSignedIn = useStore(session, (user) => user !== null);
  usePageTitle('Video Call');
  useReloadAfterBack();
  if (isSignedIn) return <ForGuestsOnly />;
  if (!('RTCPeerConnection' in window)) return <Unsupported />;
  return <GuestEntrance key={link} link={link} deviceCheck={<DeviceCheck />} />;
}

function DeviceCheck() {
  return (
    <>
      <VideoTab onChosen={() => undefined} />
      <AudioTab onChosen={() => undefined} />
    </>
  );
}

/** Whoever tries out a link that they have made must not use it up. */
function ForGuestsOnly() {
  return (
    <div className={classes.centered}>
      <div className={classes.card}>
        <Title order={1}>This link is for a guest</Title>
        <p>You are signed in here. Send the link to your guest, who opens it on a device of their own.</p>
      </div>
    </div>
  );
}

function Unsupported() {
  return (
    <div className={classes.centered}>
      <div className={classes.card}>
        <Title order={1}>This browser does not support video calls</Title>
        <p>Please open the link in a current version of Chrome, Edge, Firefox or Safari.</p>
      </div>
    </div>
  );
}
