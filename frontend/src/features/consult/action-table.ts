import { choices } from '@/api/contract/choices/consults.gen';
import type { ConsultAction } from '@/api/generated/types.gen';
import { stepLabel, type TransferStep, transferSteps } from '@/consults/transfer-state';
import { isClosed } from '@/consults/consult-state';

import type { ActionContext, ActionOption, ActionRow, ConsultDialogName } from './action';
import { type Room, rooms } from './queries';

const JOINING = 'Other Ways to Join';

const may = ({ consult }: Pick<ActionContext, 'consult'>, action: ConsultAction) =>
  consult.allowedActions.includes(action);

const labelOf = (action: ConsultAction) => choices.ConsultAction.find(({ value }) => value === action)?.label ?? '';

const opens =
  (name: ConsultDialogName) =>
  ({ openDialog }: ActionContext) =>
    openDialog(name);

/** Everything that a user can do with a consult, in the order of its buttons. */
export const actionTable: readonly ActionRow[] = [
  {
    key: 'acknowledge',
    label: 'Acknowledge',
    icon: 'user',
    weight: 'primary',
    isImmediate: true,
    shortcut: 'a',
    allowed: (context) => may(context, 'acknowledge'),
    run: ({ acknowledge }) => acknowledge.run(),
    busy: ({ acknowledge }) => acknowledge.busy,
  },
  {
    ...transferStep('acknowledgeTransfer'),
    // The consult's own acknowledgment has the key while it is offered.
    shortcut: (context) => (may(context, 'acknowledge') ? undefined : transferSteps.acknowledgeTransfer.key),
  },
  transferStep('completeTransfer'),
  {
    key: 'joinChime',
    way: JOINING,
    isCurrent: isInMeeting,
    label: ({ consult, meeting }) =>
      meeting?.consultId === consult.id && !meeting.joining ? 'Show Video Call' : labelOf('joinChime'),
    icon: 'video',
    weight: (context) => (isCallNext(context) ? 'primary' : 'secondary'),
    shortcut: 'v',
    allowed: canJoinCall,
    run: (context) => (isInMeeting(context) ? context.meeting?.show() : context.meeting?.join(context.consult)),
    busy: (context) => isInMeeting(context) && context.meeting?.joining === true,
    disabled: (context) => isInMeeting(context) && context.meeting?.joining === true,
    extras: (context) =>
      isInMeeting(context) || context.meeting?.check === undefined
        ? []
        : [
            {
              key: 'check',
              label: 'Check Camera and Sound First',
              run: () => context.meeting?.check?.(context.consult),
            },
          ],
  },
  ...choices.ConsultAction.map(({ value }) => value)
    .filter(isRoom)
    .map(enterRoom),
  {
    key: 'complete',
    label: 'Complete',
    weight: 'secondary',
    allowed: (context) => context.line !== null && may(context, 'complete'),
    options: completions,
    run: (context) => completions(context)[0]?.run(),
  },
  {
    key: 'signOff',
    label: 'Add Sign-off',
    weight: 'primary',
    shortcut: 's',
    allowed: (context) => context.line?.signOff != null && may(context, 'signOff'),
    run: opens('signOff'),
  },
  {
    key: 'note',
    label: ({ consult }) => (consult.signOffNote === null ? 'Add Signoff Note' : 'Edit Signoff Note'),
    weight: (context) => (may(context, 'complete') || isCallNext(context) ? 'secondary' : 'primary'),
    shortcut: 'n',
    allowed: canWriteNote,
    run: opens('note'),
  },
  {
    key: 'edit',
    label: 'Edit',
    weight: 'secondary',
    shortcut: 'e',
    allowed: (context) => context.line?.editDialog != null && may(context, 'edit'),
    run: opens('edit'),
  },
  {
    key: 'transfer',
    label: labelOf('requestTransfer'),
    icon: 'transfer',
    weight: 'secondary',
    shortcut: 't',
    allowed: (context) => may(context, 'requestTransfer'),
    run: opens('transfer'),
  },
  {
    key: 'declineTransfer',
    label: labelOf('declineTransfer'),
    weight: 'secondary',
    allowed: (context) => may(context, 'declineTransfer'),
    run: opens('declineTransfer'),
  },
  {
    key: 'declinePage',
    label: labelOf('declinePage'),
    weight: 'secondary',
    allowed: (context) => may(context, 'declinePage'),
    run: opens('declinePage'),
  },
  {
    key: 'confirmOnThePhone',
    label: labelOf('confirmOnThePhone'),
    weight: 'secondary',
    isImmediate: true,
    allowed: (context) => may(context, 'confirmOnThePhone'),
    run: ({ onThePhone }) => onThePhone.run(),
    busy: ({ onThePhone }) => onThePhone.busy,
  },
  {
    key: 'handOver',
    label: labelOf('handOver'),
    weight: 'secondary',
    allowed: (context) => may(context, 'handOver'),
    run: opens('handOver'),
  },
  {
    key: 'cancel',
    label: 'Cancel Consult',
    weight: 'secondary',
    allowed: (context) => may(context, 'cancel'),
    run: opens('cancel'),
  },
  {
    key: 'phone',
    label: 'Edit bedside phone number',
    icon: 'edit',
    weight: 'inline',
    allowed: (context) => may(context, 'editBedsidePhone'),
    run: opens('phone'),
  },
  {
    key: 'patient',
    label: 'Edit patient',
    icon: 'edit',
    weight: 'tool',
    allowed: (context) => may(context, 'editPatient'),
    run: opens('patient'),
  },
  {
    key: 'print',
    label: 'Print Consult Request',
    icon: 'print',
    weight: 'tool',
    shortcut: 'p',
    // What is read in an emergency stays on the screen.
    allowed: ({ consult }) => consult.emergencyAccess === null,
    run: ({ print }) => print.run(),
    busy: ({ print }) => print.busy,
  },
];

function isInMeeting({ consult, meeting }: ActionContext): boolean {
  return meeting?.consultId === consult.id;
}

function canJoinCall(context: ActionContext): boolean {
  return context.meeting !== undefined && (isInMeeting(context) || may(context, 'joinChime'));
}

/** Joining is what comes next in a consult that someone has acknowledged; in the call, it is what comes after. */
function isCallNext(context: ActionContext): boolean {
  const { acknowledgedAt, allowedActions } = context.consult;
  const canJoin = canJoinCall(context) || allowedActions.some(isRoom);
  return acknowledgedAt !== null && !isClosed(context.consult) && canJoin && !isInMeeting(context);
}

function canWriteNote(context: ActionContext): boolean {
  return context.line?.note != null && !context.noteFailed && may(context, 'editSignoffNote');
}

/** The dialog that completes the consult. It also signs if this user may. */
export function completionDialog(context: Pick<ActionContext, 'consult' | 'line'>): 'complete' | 'completeAndSignOff' {
  return context.line?.signOff != null && may(context, 'completeAndSignOff') ? 'completeAndSignOff' : 'complete';
}

/** How a consult can be completed; the note can open right after completion. */
function completions(context: ActionContext): readonly ActionOption[] {
  const { line, openDialog } = context;
  const dialog = completionDialog(context);
  const types = (line?.contract.completionTypes ?? []).map(({ value, label }) => ({
    key: value,
    label,
    run: () => openDialog(dialog, value),
  }));
  if (!canWriteNote(context)) return types;
  return [...types, { key: 'note', label: 'Video with Stroke Note', run: () => openDialog('note', 'video') }];
}

function isRoom(action: string): action is Room {
  return action in rooms;
}

/** The action for a video room of another provider. */
function enterRoom(room: Room): ActionRow {
  return {
    key: room,
    way: JOINING,
    label: labelOf(room),
    icon: 'video',
    weight: (context) => (isCallNext(context) ? 'primary' : 'secondary'),
    shortcut: 'v',
    allowed: (context) => may(context, room),
    run: (context) => context.rooms.enter(room),
    busy: (context) => context.rooms.opening === room,
    disabled: (context) => context.rooms.opening !== null,
  };
}

/** The action that takes the transfer one step further. */
function transferStep(step: TransferStep): ActionRow {
  return {
    key: step,
    label: stepLabel(step),
    icon: 'transfer',
    weight: 'primary',
    isImmediate: true,
    shortcut: transferSteps[step].key,
    allowed: (context) => may(context, step),
    run: ({ transfer }) => transfer.run(step),
    busy: ({ transfer }) => transfer.busy === step,
    disabled: ({ transfer }) => transfer.busy !== null,
  };
}
