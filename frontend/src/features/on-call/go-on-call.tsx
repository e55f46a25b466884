import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { type Me, useMe } from '@/session/me';
import { Banner } from '@/shared/ui/banner';
import { Icon } from '@/shared/ui/icon';

import { checkInOf, choosesNotifications, restoredSettings, suggestedSettings } from './duty';
import classes from './go-on-call.module.css';
import { useDutyChange } from './queries';
import { SettingsMenu } from './settings-menu';
import { turnOnSound } from './turn-on-sound';

interface GoOnCallProps {
  line: { readonly id: number; readonly name: string };
  /** Whether the shift is for all notifications, or for escalations only. */
  primary: boolean;
}

/** Goes on call for a shift with one press; the settings ask for what is missing. */
export function GoOnCall({ line, primary }: GoOnCallProps) {
  const me = useMe();
  const change = useDutyChange();
  const opener = useRef<HTMLButtonElement>(null);
  const [asks, setAsks] = useState(false);
  const lines = me.activeServiceLines.filter(({ id }) => id === line.id);
  const isPrimary = primary || !choosesNotifications(lines[0]);
  if (me.checkedInLineIds.includes(line.id)) return <OnCallState me={me} line={line} primary={isPrimary} />;
  if (lines.length === 0)
    return (
      <Banner tone="warning">
        You may not go on call for {line.name} anymore. Your coordinators know that somebody else is needed.
      </Banner>
    );
  const press = () => {
    if (change.isPending) return;
    const wanted = checkInOf({ ...restoredSettings(me, lines), primary: isPrimary });
    if (wanted === null) {
      setAsks(true);
      return;
    }
    turnOnSound(me.id);
    change.mutate(wanted);
  };
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
          waitingLineIds={[]}
          onClose={close}
        />
      )}
    </div>
  );
}

/** That the user is on call; gets focus if that took the place of the button that they have just pressed. */
function OnCallState({ me, line, primary }: { me: Me } & GoOnCallProps) {
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
