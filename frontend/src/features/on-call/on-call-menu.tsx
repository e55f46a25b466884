import { useState } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';

import type { CheckInRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';

import { freeLines, restoredSettings, settingsOf } from './duty';
import { DutyList } from './duty-list';
import { MenuFrame, type MenuControls } from './menu-frame';
import type { useDutyChange } from './queries';
import { SettingsMenu } from './settings-menu';

export interface OnCallMenuProps extends MenuControls {
  /** Opened because going on call needs a missing setting. */
  checksIn: boolean;
  change: ReturnType<typeof useDutyChange>;
}

/** Phone number, service line, role and notification type of the next check-in; or, for each check-in of a user who is on call for some of several lines. */
export function OnCallMenu({ checksIn, ...controls }: OnCallMenuProps) {
  /** The button that opened the menu also closes it, so clicking it is not a click outside. */
  opener: RefObject<HTMLElement | null>;
  /** What the menu says about the user's contacts, below the settings. */
  contacts: ReactNode;
  onClose: () => void;
}

/** Phone number, service line and notification type for being on call, in a small dialog below the toggle. */
export function OnCallMenu({ checksIn, change, opener, contacts, onClose }: OnCallMenuProps) {
  const titleId = useId();
  const form = useContractForm<DutySettings>('CheckInRequest', { defaultValues: restoredSettings(useMe()) });
  const { isDirty } = useFormState({ control: form.control });
  // The menu stays open across pages.
  useDraft(form, 'on-call-settings', { dirty: isDirty, mayLeaveTo: () => true });
  const outside = useClickOutside<HTMLDivElement>((event) => {
    const onOpener = event.target instanceof Node && opener.current?.contains(event.target) === true;
    // Cancel, Escape and the button that opened the menu discard the input; a click outside never does.
    if (!onOpener && !isDirty) onClose();
  });
  const ref = useMergedRef(outside, useFocusTrap());
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    // Handles Escape for all fields inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={ref} role="dialog" aria-labelledby={titleId} className={classes.menu} onKeyDown={closeOnEscape}>
      <h2 className={classes.menuTitle} id={titleId}>
        {checksIn ? 'Go on Call' : 'On-Call Settings'}
      </h2>
      <SettingsForm form={form} checksIn={checksIn} change={change} onClose={onClose} />
      {contacts}
    </div>
  );
}

interface SettingsFormProps extends Omit<OnCallMenuProps, 'opener' | 'contacts'> {
  form: UseFormReturn<DutySettings>;
}

function SettingsForm({ form, checksIn, change, onClose }: SettingsFormProps) {
  const me = useMe();
  // As it was when the menu opened: input is never replaced because another device goes on or off call.
  const [listsDuties] = useState(me.checkedInLineIds.length > 0 && me.activeServiceLines.length > 1);
  const [chosen, setChosen] = useState<CheckInRead | 'another' | null>(null);
  if (!listsDuties) {
    const settings = { initial: restoredSettings(me), lines: me.activeServiceLines };
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
    return <SettingsMenu subject="another" initial={restoredSettings(me, free)} lines={free} {...controls} />;
  }
  const lines = me.activeServiceLines.filter((line) => line.id === chosen.serviceLineId || free.includes(line));
  return <SettingsMenu subject={chosen} initial={settingsOf(chosen)} lines={lines} {...controls} />;
}
