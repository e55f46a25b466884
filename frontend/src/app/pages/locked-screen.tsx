import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';

import { type DutyState, useDutyPages } from '@/features/paging/duty-pages';
import { DutyList } from '@/features/paging/duty-list';
import { inOrder } from '@/features/paging/waiting-pages';
import type { LockedDuty } from '@/session/locked-duty';
import { alertSound, allowSound, restoreSound, switchSound } from '@/shared/media/alert-sound';
import { setTitleBadge } from '@/shared/hooks/use-page-title';
import { Banner } from '@/shared/ui/banner';

import { useRing } from '../shell/use-page-sound';
import { LockedHead } from './locked-head';
import classes from './locked-screen.module.css';

const overMessages: Readonly<Record<Exclude<DutyState, 'on'>, string>> = {
  over: 'You are no longer on call on this screen, so it does not ring. If you are on call elsewhere, paging continues there and on your phone.',
  expired:
    'This screen was locked for 12 hours and no longer rings. You are still on call, and paging continues on your phone.',
};

export interface LockedScreenProps {
  duty: LockedDuty;
  /** The buttons; `rings` is the loudest page that waits, if there is one. */
  signInFor: (rings: number | null) => ReactNode;
}

/** Rings for someone on call while nobody is signed in. It knows lines, locations and priorities, and nothing about patients. */
export function LockedScreen({ duty, signInFor }: LockedScreenProps) {
  const { state, waiting, isSilent } = useDutyPages(duty.token);
  const pages = inOrder(waiting?.pages ?? []);
  useRing(useStore(alertSound).permission === 'allowed' ? pages : []);
  useEffect(() => {
    restoreSound(duty.userId);
    // Some browsers allow it at once, because the user was active here before the sign-out.
    void allowSound();
  }, [duty.userId]);
  useEffect(() => {
    setTitleBadge(pages.length);
    return () => setTitleBadge(0);
  }, [pages.length]);
  if (state !== 'on')
    return (
      <>
        <Banner announce="status">
          <p>{overMessages[state]}</p>
        </Banner>
        {signInFor(null)}
      </>
    );
  return (
    <>
      <LockedHead lines={waiting?.serviceLineNames ?? []} />
      {isSilent && (
        <Banner tone="danger" announce="alert">
          <p>The server does not respond, so this screen cannot ring. You will be paged on your phone.</p>
        </Banner>
      )}
      {signInFor(pages[0]?.id ?? null)}
      <div className={classes.waiting}>{waiting !== undefined && <DutyList pages={pages} />}</div>
      <SoundButton userId={duty.userId} />
    </>
  );
}

/** Browsers may require a click before a page that was just loaded plays sound. */
function SoundButton({ userId }: { userId: number }) {
  const { on, permission } = useStore(alertSound);
  const isAudible = on && permission === 'allowed';
  return (
    <div className={classes.sound}>
      <Button variant="default" onClick={() => void switchSound(userId, !isAudible)}>
        {isAudible ? 'Turn off sound' : 'Turn on sound'}
      </Button>
      <p>{isAudible ? 'Sound is on.' : 'Sound is off on this screen.'}</p>
    </div>
  );
}
