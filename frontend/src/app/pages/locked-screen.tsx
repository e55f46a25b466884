import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';

import { pagedElsewhere } from '@/features/on-call/elsewhere';
import { SoundBlocked } from '@/features/on-call/sound-blocked';
import { type DutyState, useDutyPages } from '@/features/paging/duty-pages';
import { DutyList } from '@/features/paging/duty-list';
import type { LockedDuty } from '@/session/locked-duty';
import { alertSound, allowSoundUnpressed, switchSound } from '@/shared/media/alert-sound';
import { useAlertSound } from '@/shared/media/use-alert-sound';
import { setTitleBadge } from '@/shared/hooks/use-page-title';
import { Banner } from '@/shared/ui/banner';

import { useRing } from '../shell/use-page-sound';
import { LockedHead } from './locked-head';
import classes from './locked-screen.module.css';

const overMessages: Readonly<Record<Exclude<DutyState, 'on'>, string>> = {
  over: 'You are no longer on call on this screen, so it does not ring. If you are on call elsewhere, paging continues there.',
  expired: 'This screen was locked for 12 hours and no longer rings. You are still on call.',
};

export interface LockedScreenProps {
  duty: LockedDuty;
  /** The buttons; `rings` is the loudest page that waits, if there is one. */
  signInFor: (rings: number | null) => ReactNode;
}

/** Rings for someone on call while nobody is signed in. It knows lines, locations and priorities, and nothing about patients. */
export function LockedScreen({ duty, signInFor }: LockedScreenProps) {
  const { state, waiting, isSilent } = useDutyPages(duty.token);
  const pages = waiting?.pages ?? [];
  const elsewhere = pagedElsewhere(duty);
  const isAudible = useAudible(duty.userId);
  useRing(useStore(alertSound).permission === 'allowed' ? pages : []);
  useEffect(() => {
    setTitleBadge(pages.length);
    return () => setTitleBadge(0);
  }, [pages.length]);
  if (state !== 'on')
    return (
      <>
        <Banner announce="status">
          <p>
            {overMessages[state]} {state === 'expired' && elsewhere}
          </p>
        </Banner>
        {signInFor(null)}
      </>
    );
  return (
    <>
      <LockedHead
        lines={waiting?.serviceLineNames ?? []}
        rings={isAudible === true}
        isSilent={isSilent}
        elsewhere={elsewhere}
      />
      {signInFor(pages[0]?.id ?? null)}
      {isAudible !== undefined && <Sound duty={duty} isAudible={isAudible} />}
      <div className={classes.waiting}>{waiting !== undefined && <DutyList pages={pages} />}</div>
    </>
  );
}

/** Above what waits, which comes and goes, but below Login, which a warning must not move. */
function Sound({ duty, isAudible }: { duty: LockedDuty; isAudible: boolean }) {
  const { userId } = duty;
  if (!isAudible) return <SoundBlocked userId={userId} duty="locked" elsewhere={pagedElsewhere(duty)} />;
  return (
    <div className={classes.sound}>
      <Button variant="default" onClick={() => void switchSound(userId, false)}>
        Turn off sound
      </Button>
      <p>Sound is on.</p>
    </div>
  );
}

/** Whether a page would be heard; undefined until the browser has been asked. */
function useAudible(userId: number): boolean | undefined {
  const { on, permission } = useStore(alertSound);
  const [asked, setAsked] = useState(false);
  useAlertSound(userId);
  useEffect(() => void allowSoundUnpressed().then(() => setAsked(true)), []);
  const isAudible = on && permission === 'allowed';
  return isAudible || asked ? isAudible : undefined;
}
