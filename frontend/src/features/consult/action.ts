import type { ConsultAction } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import type { TransferStep } from '@/consults/transfer-state';
import type { ServiceLine } from '@/service-lines/define';
import type { IconName } from '@/shared/ui/icon';

import type { MeetingControls } from './page-context';
import type { Room } from './queries';

/** The action that each dialog requires; in the order in which dialogs reopen after a sign-out. */
export const dialogActions = {
  complete: 'complete',
  completeAndSignOff: 'completeAndSignOff',
  signOff: 'signOff',
  note: 'editSignoffNote',
  cancel: 'cancel',
  edit: 'edit',
  phone: 'editBedsidePhone',
  patient: 'editPatient',
  transfer: 'requestTransfer',
  declineTransfer: 'declineTransfer',
  declinePage: 'declinePage',
  handOver: 'handOver',
} as const satisfies Record<string, ConsultAction>;

export type ConsultDialogName = keyof typeof dialogActions;

/** Those about the consult's transfer, which goes on after the consult is completed. */
export const transferDialogs: readonly ConsultDialogName[] = ['transfer', 'declineTransfer'];

/** Why the last attempt at this action failed; refusals by the server are only reported by a toast. */
export interface FailedAction {
  readonly key: 'acknowledge' | TransferStep;
  readonly failure: unknown;
}

/** What an action can read and what it can trigger. */
export interface ActionContext {
  consult: Consult;
  /** Null for a line that this version of the application does not know. */
  line: ServiceLine | null;
  /** The consult's note could not be saved in this tab; the message about that offers to reopen it. */
  noteFailed: boolean;
  openDialog: (name: ConsultDialogName, completeType?: string) => void;
  acknowledge: { run: () => void; busy: boolean };
  onThePhone: { run: () => void; busy: boolean };
  /** Takes the consult's transfer further; the step that is on its way, or null. */
  transfer: { run: (step: TransferStep) => void; busy: TransferStep | null };
  print: { run: () => void; busy: boolean };
  meeting: MeetingControls | undefined;
  rooms: { opening: Room | null; enter: (room: Room) => void };
}

/**
 * Where an action is rendered: primary and secondary actions as buttons (on a phone, as items of one menu), tools as small buttons
 * in the header, an inline action beside the fact that it changes.
 */
export type ActionWeight = 'primary' | 'secondary' | 'tool' | 'inline';

/** Fixed, or depending on the consult. */
export type Dynamic<T> = T | ((context: ActionContext) => T);

export interface ActionRow {
  key: string;
  label: Dynamic<string>;
  icon?: IconName;
  weight: Dynamic<ActionWeight>;
  /** It sends something without a question first; its button says when the server is slow to respond. */
  isImmediate?: true;
  /** A single key; only on wide screens. */
  shortcut?: Dynamic<string | undefined>;
  allowed: (context: ActionContext) => boolean;
  run: (context: ActionContext) => void;
  busy?: (context: ActionContext) => boolean;
  disabled?: (context: ActionContext) => boolean;
  /** If there are two or more, the user picks one of them. */
  options?: (context: ActionContext) => readonly ActionOption[];
  /** One of several ways to the same end: the first one is the button, the others are behind it. */
  way?: WayTo;
  /** The user is on this way already, so it comes first. */
  isCurrent?: (context: ActionContext) => boolean;
  /** What is behind the button besides the other ways. */
  extras?: (context: ActionContext) => readonly ActionOption[];
}

/** What several actions are ways to, by the name of the menu with all but the first. */
export type WayTo = 'Other Ways to Join';

export interface ActionOption {
  key: string;
  label: string;
  run: () => void;
}
