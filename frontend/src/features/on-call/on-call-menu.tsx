import { useState } from 'react';

import type { CheckInRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';

import { freeLines, settingsOf, suggestedSettings } from './duty';
import { DutyList } from './duty-list';
import { MenuFrame, type MenuControls } from './menu-frame';
import type { useDutyChange } from './queries';
import { SettingsMenu } from './settings-menu';

export interface OnCallMenuProps extends MenuControls {
  /** Opened because going on call needs a missing setting. */
  checksIn: boolean;
  change: ReturnType<typeof useDutyChange>;
  /** The service line of each request that waits for the user because they are on call. */
  waitingLineIds: readonly number[];
}

/** Phone number, service line, role and notification type of the next check-in; or, for each check-in of a user who is on call for some of several lines. */
export function OnCallMenu({ checksIn, ...controls }: OnCallMenuProps) {
  const me = useMe();
  // As it was when the menu opened: input is never replaced because another device goes on or off call.
  const [listsDuties] = useState(me.checkedInLineIds.length > 0 && me.activeServiceLines.length > 1);
  const [chosen, setChosen] = useState<CheckInRead | 'another' | null>(null);
  if (!listsDuties) {
    const settings = { initial: suggestedSettings(me), lines: me.activeServiceLines };
    return <SettingsMenu subject={checksIn ? 'checkIn' : 'next'} {...settings} {...controls} />;
  }
  if (chosen === null) {
    return (
      <MenuFrame title="On Call" {...controls}>
        <DutyList onChange={setChosen} onAdd={() => setChosen('another')} />
      </MenuFrame>
    );
  }
  const free = freeLines(me);
  if (chosen === 'another') {
    return <SettingsMenu subject="another" initial={suggestedSettings(me, free)} lines={free} {...controls} />;
  }
  const lines = me.activeServiceLines.filter((line) => line.id === chosen.serviceLineId || free.includes(line));
  return <SettingsMenu subject={chosen} initial={settingsOf(chosen)} lines={lines} {...controls} />;
}
