import { Button, Menu } from '@mantine/core';

import type { Consult, ServiceLine } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useStore } from '@/shared/hooks/use-store';
import { failedNotes } from '@/shared/lib/failed-notes';
import { Icon } from '@/shared/ui/icon';

import classes from './consult-actions.module.css';
import type { ConsultDialogsState } from './dialog-state';
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
  if (!offersAny(actions) && ways.length === 0) return null;
  const press = () => acknowledge(undefined, { onSuccess: () => onDone('Acknowledged.') });
  const props = { actions, ways, dialogs, acknowledge: press, busy: isPending };
  return mobile ? <ActionMenu {...props} /> : <ActionButtons {...props} />;
}

interface Actions {
  acknowledge: boolean;
  complete: 'complete' | 'completeAndSignOff' | null;
  signOff: boolean;
  /** What the button to the note says. */
  note: string | null;
  edit: boolean;
  cancel: boolean;
  completionTypes: readonly { value: string; label: string }[];
}

function actionsOf({ allowedActions, serviceLineSlug, signOffNote }: Consult, failedNote: boolean): Actions {
  const line = serviceLineBySlug(serviceLineSlug);
  const writesNote = allowedActions.includes('editSignoffNote') && line?.note != null && !failedNote;
  return {
    acknowledge: allowedActions.includes('acknowledge'),
    complete: completionOf(allowedActions, line),
    signOff: allowedActions.includes('signOff') && line?.signOff != null,
    note: writesNote ? (signOffNote === null ? 'Add Signoff Note' : 'Edit Signoff Note') : null,
    edit: allowedActions.includes('edit') && line !== null && line.editDialog !== null,
    cancel: allowedActions.includes('cancel'),
    completionTypes: line?.contract.completionTypes ?? [],
  };
}

/** The dialog that completes, which signs as well where this user may. */
function completionOf(allowed: Consult['allowedActions'], line: ServiceLine | null): Actions['complete'] {
  if (line === null || !allowed.includes('complete')) return null;
  return line.signOff !== null && allowed.includes('completeAndSignOff') ? 'completeAndSignOff' : 'complete';
}

function offersAny({ acknowledge, complete, signOff, note, edit, cancel }: Actions): boolean {
  return acknowledge || complete !== null || signOff || note !== null || edit || cancel;
}

interface ActionListProps {
  actions: Actions;
  ways: readonly WayIn[];
  dialogs: ConsultDialogsState;
  acknowledge: () => void;
  busy: boolean;
}

function ActionButtons({ actions, ways, dialogs, acknowledge, busy }: ActionListProps) {
  return (
    <div className={classes.buttons} role="group" aria-label="Actions">
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
          leftSection={<Icon name="video" size={18} />}
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
        <Button variant="default" rightSection={<Icon name="chevron-down" size={18} />}>
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

function ActionMenu({ actions, ways, dialogs, acknowledge, busy }: ActionListProps) {
  return (
    <div className={classes.floating}>
      <Menu position="top-end" width={260}>
        <Menu.Target>
          <Button
            radius="xl"
            size="lg"
            loading={busy || ways.some(({ busy: opening }) => opening)}
            rightSection={<Icon name="chevron-down" size={18} />}
          >
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.acknowledge && (
            <Menu.Item className={classes.item} leftSection={<Icon name="user" size={18} />} onClick={acknowledge}>
              Acknowledge
            </Menu.Item>
          )}
          {ways.map(({ key, label, enter }) => (
            <Menu.Item key={key} className={classes.item} leftSection={<Icon name="video" size={18} />} onClick={enter}>
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
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
