import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from 'zustand';

import type { PageRead } from '@/api/generated/types.gen';
import { useSocketEvent } from '@/api/use-live';
import { Announcement, useAnnouncements } from '@/features/paging/announcement';
import { pageNotifications } from '@/features/paging/lazy-notifications';
import { pagesQuery, useMute } from '@/features/paging/queries';
import { useNews } from '@/features/paging/use-news';
import { useShownPages } from '@/features/paging/use-shown-pages';
import { showPage } from '@/features/video/beside';
import { expanded } from '@/features/video/expanded';
import type { Me } from '@/session/me';
import { isCovered } from '@/shared/lib/when-uncovered';
import { alertSound } from '@/shared/media/alert-sound';
import { useSilence } from '@/shared/media/silence';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { toastInfo } from '@/shared/ui/toasts';

import { SoundBlockedOf } from './sound-blocked-of';
import { useTitleCount } from './title-count';
import { useOldNotifications } from './use-old-notifications';
import { useOpenComment } from './use-open-comment';
import { usePageSound } from './use-page-sound';
import { useWaitingCalls } from './use-waiting-calls';

const pagesBar = lazyComponent(async () => (await import('./waiting-bar')).WaitingBar);
const callsBar = lazyComponent(async () => (await import('@/features/video/waiting-calls-bar')).WaitingCallsBar);

/** Usually it was loaded while nothing waited. */
const RETRY_MILLISECONDS = 3_000;

/** Who and what waits for the user, on every page; absent until the user is known. */
export function WaitingPagesOf({ me }: { me: Me | undefined }) {
  return me !== undefined && <Waiting me={me} />;
}

function Waiting({ me }: { me: Me }) {
  const query = useQuery(pagesQuery(me.id));
  const pages = query.data ?? [];
  const { mutate: mute } = useMute(me.id);
  const navigate = useNavigate();
  const openConsultId = useOpenConsultId();
  // Also in a hidden tab, where stale queries wait.
  useSocketEvent('page:changed', () => void query.refetch());
  const { calls, muted, mute: muteCall } = useWaitingCalls(me);
  usePageSound(
    pages,
    calls.map(({ meetingId }) => meetingId).filter((id) => !muted.has(id)),
  );
  useTitleCount(pages, calls);
  const silence = useSilence(me.id);
  const isMissed = silence !== null && (calls.length > 0 || pages.some((page) => !page.muted));
  useOldNotifications(pages);
  useShownPages(pages);
  // It stays, because it also says what became of pages that are gone.
  const [hasBar, setHasBar] = useState(false);
  if (pages.length > 0 && !hasBar) setHasBar(true);
  const { said, announce } = useAnnouncements();
  useNews(pages, (fresh) => {
    announce(fresh, pages.length);
    const { on, permission } = alertSound.getState();
    const silent = on && permission === 'allowed';
    // Without the notification, the title and the sound still say it.
    void pageNotifications
      .load()
      .then(async ({ notify }) => notify(fresh, pages, { silent }))
      .catch(() => undefined);
  });
  const openComment = useOpenComment();
  const open = async ({ path, consultId, commentId }: PageRead) => {
    if (commentId === null) await navigate({ href: path });
    else await openComment({ path, consultId, comment: { commentId } });
    showPage();
    if (isCovered()) toastInfo(`Close the open dialog to see the ${commentId === null ? 'consult' : 'comment'}.`);
  };
  return (
    <>
      <Announcement said={said} />
      {calls.length > 0 && (
        <Lazy component={callsBar}>
          {(WaitingCallsBar) => <WaitingCallsBar calls={calls} muted={muted} silence={silence} onMute={muteCall} />}
        </Lazy>
      )}
      {hasBar && (
        <Lazy component={pagesBar} retryAfter={RETRY_MILLISECONDS}>
          {(WaitingBar) => (
            <WaitingBar
              pages={pages}
              openConsultId={openConsultId}
              silence={silence}
              saysSilence={isMissed && calls.length === 0}
              onOpen={(page) => void open(page)}
              onMute={(page, isMuted) => mute({ page, muted: isMuted })}
            />
          )}
        </Lazy>
      )}
      {!isMissed && <SoundBlockedOf me={me} />}
    </>
  );
}

/** The consult on the page, unless a call covers it. */
function useOpenConsultId(): string | null {
  const { pathname } = useLocation();
  const isCoveredByCall = useStore(expanded);
  return isCoveredByCall ? null : (/^\/(?:consult|transfer)\/([^/]+)/.exec(pathname)?.[1] ?? null);
}
