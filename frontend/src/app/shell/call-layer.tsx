import { Anchor } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { call, type CallView } from '@/features/video/call-view';
import type { SettingsTab } from '@/features/video/call-toolbar';
import { expanded } from '@/features/video/expanded';
import { hasSavedCall } from '@/features/video/has-saved-call';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useStore } from 'zustand';
import { LazyModule } from '@/shared/lib/lazy-module';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import { Preferences } from './preferences';

const isJoined = (view: CallView | null) => view !== null;
const enterCall = new LazyModule(() => import('@/features/video/enter-call'));
const callOverlay = lazyComponent(async () => (await import('@/features/video/call-overlay')).CallOverlay);

/** Without its overlay, a call has no End Call, and the camera and microphone would stay on. */
async function leaveCall() {
  // Already loaded, because it is running the call; so this works without a network too.
  const { endCall } = await import('@/features/video/call');
  endCall();
}

/** The call in this window, shown above any page. */
export function CallLayer() {
  const joined = useInCall();
  const [wasJoined, setWasJoined] = useState(false);
  if (joined && !wasJoined) setWasJoined(true);
  const [settings, setSettings] = useState<SettingsTab | null>(null);
  const page = useLocation({ select: ({ pathname }) => pathname });
  const mobile = useIsMobile();
  const resume = useEffectEvent(async () => {
    if (!hasSavedCall()) return;
    // Without a network, there is no call to rejoin.
    const module = await enterCall.load().catch(() => null);
    await module?.resumeCall(mobile);
  });
  useEffect(() => void resume(), []);
  useEffect(() => {
    // Navigating to another page, including with the browser's Back, collapses the call so that the page is visible.
    return () => expanded.setState(false, true);
  }, [page]);
  return (
    <>
      <p className="wl-visually-hidden" role="status">
        {wasJoined && !joined && 'The video call has ended.'}
      </p>
      {joined && (
        <Lazy component={callOverlay} onFailure={() => void leaveCall()}>
          {(CallOverlay) => (
            <CallOverlay onSettings={setSettings} toConsult={({ consultId }) => <ToConsult consultId={consultId} />} />
          )}
        </Lazy>
      )}
      {settings !== null && <Preferences tab={settings} onClose={() => setSettings(null)} />}
    </>
  );
}

/** Links to the consult of the call, unless it is the current page. */
function ToConsult({ consultId }: { consultId: string }) {
  const isOnConsult = useLocation({ select: ({ pathname }) => pathname.endsWith(consultId) });
  const isExpanded = useStore(expanded);
  if (isOnConsult && !isExpanded) return null;
  return (
    <Anchor
      renderRoot={(props) => <Link to="/consult/$id" params={{ id: consultId }} {...props} />}
      className="wl-thumb"
      onClick={() => expanded.setState(false, true)}
    >
      Go to consult
    </Anchor>
  );
}

/** True while this window is in a call. */
export function useInCall(): boolean {
  return useStore(call, isJoined);
}

/** True while the call covers the page, which is then inert. */
export function useIsCovered(): boolean {
  const joined = useInCall();
  return useStore(expanded) && joined;
}
