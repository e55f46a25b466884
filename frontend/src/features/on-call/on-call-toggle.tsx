import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';

import { type Me, useMe } from '@/session/me';
import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { toastSuccess } from '@/shared/ui/toasts';

import { checkInOf, restoredSettings } from './duty';
import type { OffCallDialogProps } from './off-call-dialog';
import classes from './on-call-toggle.module.css';
import { isNothing, openWorkQuery, useDutyChange } from './queries';
import { turnOnSound } from './turn-on-sound';

const onCallMenu = lazyComponent(async () => (await import('./on-call-menu')).OnCallMenu);

/** How long a press waits to find out whether there is a question, before the dialog shows that. */
const CHECKING_MS = 500;

interface OnCallToggleProps {
  /** What the menu shows below everything else, such as the user's contacts; the argument closes the menu. */
  contacts: (closeMenu: () => void) => ReactNode;
  /** The link to the user's shifts; the argument closes the menu. */
  shifts: (closeMenu: () => void) => ReactNode;
  /** The service line of each request that waits for the user because they are on call. */
  waitingLineIds: readonly number[];
  /** The question before going off call. */
  offCall: (props: OffCallDialogProps) => ReactNode;
}

/** Goes on call with the last settings, and off call, after a question if something waits for the user; the menu next to it asks for missing settings. */
export function OnCallToggle({ contacts, shifts, waitingLineIds, offCall }: OnCallToggleProps) {
  const me = useMe();
  const change = useDutyChange();
  const toggle = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'closed' | 'checkIn' | 'settings'>('closed');
  const { checking, asks, leave, stay } = useLeaving(change, waitingLineIds.length);
  const isOn = me.checkedInLineIds.length > 0;
  const shown = change.isPending ? change.variables !== null : isOn;

  const press = () => {
    if (change.isPending || checking) return;
    const wanted = isOn ? null : checkInOf(restoredSettings(me));
    if (!isOn && wanted === null) {
      setMenu('checkIn');
      return;
    }
    if (isOn) {
      void leave();
      return;
    }
    turnOnSound(me.id);
    change.mutate(wanted, { onSuccess: () => wanted !== null && nameTheLine(me, wanted.serviceLineId) });
  };
  const close = () => {
    setMenu('closed');
    toggle.current?.focus();
  };

  return (
    <div className={classes.group}>
      <UnstyledButton
        ref={toggle}
        role="switch"
        aria-checked={shown}
        aria-busy={change.isPending || checking}
        className={`${classes.toggle ?? ''} wl-thumb`}
        onClick={press}
      >
        <span className={classes.track} aria-hidden="true">
          <span className={classes.thumb} />
        </span>
        {shown ? 'On Call' : 'Off Call'}
      </UnstyledButton>
      <ActionIcon
        ref={opener}
        className="wl-thumb"
        aria-label="On-call settings"
        aria-haspopup="dialog"
        aria-expanded={menu !== 'closed'}
        onClick={() => setMenu(menu === 'closed' ? 'settings' : 'closed')}
        onPointerEnter={onCallMenu.preload}
      >
        <Icon name="chevron-down" size="sm" />
      </ActionIcon>
      {menu !== 'closed' && (
        <Lazy component={onCallMenu} onFailure={close}>
          {(OnCallMenu) => (
            <OnCallMenu
              checksIn={menu === 'checkIn'}
              change={change}
              opener={opener}
              contacts={contacts(close)}
              shifts={shifts(close)}
              waitingLineIds={waitingLineIds}
              onClose={close}
            />
          )}
        </Lazy>
      )}
      {asks && offCall({ waiting: waitingLineIds.length, change, onClose: stay })}
    </div>
  );
}

/** One press goes on call for one line; users who can be on call for several may have expected another, or all. */
function nameTheLine({ activeServiceLines }: Me, lineId: number) {
  if (activeServiceLines.length === 1) return;
  const name = activeServiceLines.find(({ id }) => id === lineId)?.name ?? '';
  toastSuccess(`You are now on call for ${name} only. Add other lines in the on-call settings.`);
}

/** Goes off call, after a question if something waits for the user, they have open work, or nobody else is on call. */
function useLeaving(change: ReturnType<typeof useDutyChange>, waiting: number) {
  const queryClient = useQueryClient();
  const [checking, setChecking] = useState(false);
  const [asks, setAsks] = useState(false);
  const leave = async () => {
    if (waiting === 0) {
      setChecking(true);
      const work = queryClient.query(openWorkQuery).catch(() => null);
      const known = await Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, CHECKING_MS, null))]);
      setChecking(false);
      if (known !== null && isNothing(known)) {
        change.mutate(null);
        return;
      }
    }
    setAsks(true);
  };
  return {
    checking,
    /** Whether the question is shown. */
    asks,
    leave,
    stay: () => setAsks(false),
  };
}
