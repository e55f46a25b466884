import { Button, Menu } from '@mantine/core';
import type { RefObject } from 'react';

import type { Consult } from '@/consults/consult';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useSettling } from '@/shared/hooks/use-settling';
import { useStore } from 'zustand';
import { failedNotes } from '@/shared/lib/failed-notes';
import { Icon } from '@/shared/ui/icon';

import classes from './consult-actions.module.css';
import type { ConsultDialogsState } from './dialog-state';
import { type Actions, actionsOf, namesOf, offersAny } from './offered-actions';
import { useAcknowledge } from './queries';
import { useRooms } from './use-rooms';
import { type MeetingControls, type WayIn, waysIn } from './ways-in';

export interface ConsultActionsProps {
  consult: Consult;
  dialogs: ConsultDialogsState;
  meeting?: MeetingControls | undefined;
  /** Called with words for what was done here and now. */
  onDone: (words: string) => void;
}

/** What the server lets this user do with the consult now: buttons, on a phone one menu at the thumb. */
export function ConsultActions({ consult, dialogs, meeting, onDone }: ConsultActionsProps) {
  const mobile = useIsMobile();
  const { mutate: acknowledge, isPending } = useAcknowledge(consult.id);
  const failedNote = useStore(failedNotes).has(consult.id);
  const actions = actionsOf(consult, failedNote);
  const rooms = useRooms(consult);
  const ways = waysIn(consult, rooms, meeting);
  const group = useSettling<HTMLDivElement>(namesOf(actions, ways));
  if (!offersAny(actions) && ways.length === 0) return null;
  const press = () => acknowledge(undefined, { onSuccess: () => onDone('Acknowledged.') });
  const props = { actions, ways, dialogs, acknowledge: press, busy: isPending, group };
  return mobile ? <ActionMenu {...props} /> : <ActionButtons {...props} />;
}

interface ActionListProps {
  actions: Actions;
  ways: readonly WayIn[];
  dialogs: ConsultDialogsState;
  acknowledge: () => void;
  busy: boolean;
  /** Of what holds them all. */
  group: RefObject<HTMLDivElement | null>;
}

function ActionButtons({ actions, ways, dialogs, acknowledge, busy, group }: ActionListProps) {
  return (
    <div className={classes.buttons} role="group" aria-label="Actions" ref={group}>
      {actions.acknowledge && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) acknowledge();
          }}
        >
          <SubmitButton label="Acknowledge" busy={busy} />
        </form>
      )}
      {ways.map(({ key, label, busy: opening, disabled, enter }) => (
        <Button
          key={key}
          variant="light"
          leftSection={<Icon name="video" size="sm" />}
          loading={opening}
          disabled={disabled}
          onClick={enter}
        >
          {label}
        </Button>
      ))}
      {actions.complete !== null && (
        <CompleteButton
          name={actions.complete}
          types={actions.completionTypes}
          withNote={actions.note !== null}
          open={dialogs.open}
        />
      )}
      {actions.signOff && <Button onClick={() => dialogs.open('signOff')}>Add Sign-off</Button>}
      {actions.note !== null && (
        <Button variant={actions.complete === null ? 'filled' : 'default'} onClick={() => dialogs.open('note')}>
          {actions.note}
        </Button>
      )}
      {actions.edit && (
        <Button variant="default" onClick={() => dialogs.open('edit')}>
          Edit
        </Button>
      )}
      {actions.cancel && (
        <Button variant="default" onClick={() => dialogs.open('cancel')}>
          Cancel Consult
        </Button>
      )}
    </div>
  );
}

interface CompleteProps {
  name: NonNullable<Actions['complete']>;
  types: Actions['completionTypes'];
  /** Offers to go on with the note at once. */
  withNote: boolean;
  open: ConsultDialogsState['open'];
}

function CompleteButton({ name, types, withNote, open }: CompleteProps) {
  if (types.length < 2) {
    return (
      <Button variant="default" onClick={() => open(name, types[0]?.value)}>
        Complete
      </Button>
    );
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="chevron-down" size="sm" />}>
          Complete
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <CompletionItems name={name} types={types} withNote={withNote} open={open} />
      </Menu.Dropdown>
    </Menu>
  );
}

function CompletionItems({ name, types, withNote, open }: CompleteProps) {
  return (
    <>
      {types.map(({ value, label }) => (
        <Menu.Item key={value} className={classes.item} onClick={() => open(name, value)}>
          {label}
        </Menu.Item>
      ))}
      {withNote && (
        <Menu.Item className={classes.item} onClick={() => open('note', 'video')}>
          Video with Stroke Note
        </Menu.Item>
      )}
    </>
  );
}

function ActionMenu({ actions, ways, dialogs, acknowledge, busy, group }: ActionListProps) {
  return (
    <div className={classes.floating}>
      <Menu position="top-end" width="16.25rem">
        <Menu.Target>
          <Button
            radius="xl"
            size="lg"
            loading={busy || ways.some(({ busy: opening }) => opening)}
            rightSection={<Icon name="chevron-down" size="sm" />}
          >
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {/* It, and not what lies below, gets the press that is not taken. */}
          <div className={classes.items} ref={group}>
            {actions.acknowledge && (
              <Menu.Item className={classes.item} leftSection={<Icon name="user" size="sm" />} onClick={acknowledge}>
                Acknowledge
              </Menu.Item>
            )}
            {ways.map(({ key, label, enter }) => (
              <Menu.Item
                key={key}
                className={classes.item}
                leftSection={<Icon name="video" size="sm" />}
                onClick={enter}
              >
                {label}
              </Menu.Item>
            ))}
            {actions.complete !== null && (
              <>
                <Menu.Label>Complete</Menu.Label>
                <CompletionItems
                  name={actions.complete}
                  types={actions.completionTypes}
                  withNote={actions.note !== null}
                  open={dialogs.open}
                />
              </>
            )}
            {actions.signOff && (
              <Menu.Item className={classes.item} onClick={() => dialogs.open('signOff')}>
                Add Sign-off
              </Menu.Item>
            )}
            {actions.note !== null && (
              <Menu.Item className={classes.item} onClick={() => dialogs.open('note')}>
                {actions.note}
              </Menu.Item>
            )}
            {actions.complete !== null && (actions.edit || actions.cancel) && <Menu.Divider />}
            {actions.edit && (
              <Menu.Item className={classes.item} onClick={() => dialogs.open('edit')}>
                Edit
              </Menu.Item>
            )}
            {actions.cancel && (
              <Menu.Item className={classes.item} onClick={() => dialogs.open('cancel')}>
                Cancel Consult
              </Menu.Item>
            )}
          </div>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
