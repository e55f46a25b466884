import { Anchor } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { call, type CallView } from '@/features/video/call';
import { resumeCall } from '@/features/video/call-controls';
import type { SettingsTab } from '@/features/video/call-toolbar';
import { expanded } from '@/features/video/expanded';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useStore } from 'zustand';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import { Preferences } from './preferences';

const isJoined = (view: CallView | null) => view !== null;
const callOverlay = lazyComponent(async () => (await import('@/features/video/call-overlay')).CallOverlay);

/** The call that this window is in, over whatever page is shown. */
export function CallLayer() {
  const joined = useInCall();
  const [wasJoined, setWasJoined] = useState(false);
  if (joined && !wasJoined) setWasJoined(true);
  const [settings, setSettings] = useState<SettingsTab | null>(null);
  const page = useLocation({ select: ({ pathname }) => pathname });
  const mobile = useIsMobile();
  const resume = useEffectEvent(() => resumeCall(mobile));
  useEffect(() => void resume(), []);
  useEffect(() => {
    // Whoever goes to another page, also back by the browser, wants to see it.
    return () => expanded.setState(false, true);
  }, [page]);
  return (
    <>
      <p className="wl-visually-hidden" role="status">
        {wasJoined && !joined && 'The video call has ended.'}
      </p>
      {joined && (
        <Lazy component={callOverlay}>
          {(CallOverlay) => (
            <CallOverlay onSettings={setSettings} toConsult={({ consultId }) => <ToConsult consultId={consultId} />} />
          )}
        </Lazy>
      )}
      {settings !== null && <Preferences tab={settings} onClose={() => setSettings(null)} />}
    </>
  );
}

/** The way to the consult that the call is about, unless that is what lies beside the call. */
function ToConsult({ consultId }: { consultId: string }) {
  const isThere = useLocation({ select: ({ pathname }) => pathname.endsWith(consultId) });
  const covers = useStore(expanded);
  if (isThere && !covers) return null;
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

/** True while the call lies over the page, of which nothing is then to be reached. */
export function useIsCovered(): boolean {
  const joined = useInCall();
  return useStore(expanded) && joined;
}
