import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Me } from '@/session/me';
import { Banner } from '@/shared/ui/banner';
import { Icon } from '@/shared/ui/icon';

import { checkInOf, restoredSettings, suggestedSettings } from './duty';
import classes from './go-on-call.module.css';
import { SettingsMenu } from './settings-menu';
import { useGoOnCall } from './use-go-on-call';

interface GoOnCallProps {
  line: { readonly id: number; readonly name: string };
  /** Whether the shift is for all notifications, or for escalations only. */
  primary: boolean;
  /** The user has come for this: a press of Enter is enough, or the settings are open if they have to be asked. */
  isWanted?: boolean;
}

/** Goes on call for a shift with one press; the settings ask for what is missing. */
export function GoOnCall({ line, primary, isWanted = false }: GoOnCallProps) {
  const { me, change, linesOf, isPrimary: primaryOf, go } = useGoOnCall();
  const opener = useRef<HTMLButtonElement>(null);
  const lines = linesOf(line.id);
  const shift = { lineId: line.id, primary };
  const isPrimary = primaryOf(shift);
  const [asks, setAsks] = useState(() => isWanted && checkInOf(restoredSettings(me, lines)) === null);
  const arrive = useEffectEvent(() => {
    if (isWanted && !asks) opener.current?.focus();
  });
  useEffect(() => arrive(), []);
  if (me.checkedInLineIds.includes(line.id)) return <OnCallState me={me} line={line} primary={isPrimary} />;
  if (lines.length === 0)
    return (
      <Banner tone="warning">
        You may not go on call for {line.name} anymore. Your coordinators know that somebody else is needed.
      </Banner>
    );
  const press = () => setAsks(!go(shift));
  const close = () => {
    setAsks(false);
    opener.current?.focus();
  };
  return (
    <div className={classes.place}>
      <Button
        ref={opener}
        size="lg"
        loading={change.isPending}
        aria-haspopup={asks ? 'dialog' : undefined}
        aria-expanded={asks}
        onClick={press}
      >
        Go on Call
      </Button>
      {asks && (
        <SettingsMenu
          subject={me.checkedInLineIds.length === 0 ? 'checkIn' : 'another'}
          initial={{ ...suggestedSettings(me, lines), primary: isPrimary }}
          lines={lines}
          change={change}
          opener={opener}
          contacts={null}
          shifts={null}
          waitingLineIds={[]}
          onClose={close}
        />
      )}
    </div>
  );
}

/** That the user is on call; gets focus if that took the place of the button that they have just pressed. */
function OnCallState({ me, line, primary }: { me: Me } & Omit<GoOnCallProps, 'isWanted'>) {
  const state = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) state.current?.focus();
  }, []);
  const isLess = primary && me.escalationOnlyLineIds.includes(line.id);
  return (
    <div role="status" className={classes.done}>
      <p ref={state} tabIndex={-1} className={classes.state}>
        <Icon name="check-circle" />
        You are on call for {line.name}
      </p>
      {isLess && (
        <p className={classes.less}>
          You get escalations only, but this shift is for all notifications. Change that in the on-call settings.
        </p>
      )}
    </div>
  );
}
