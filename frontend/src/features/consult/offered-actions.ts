import type { ServiceLine } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { serviceLineBySlug } from '@/service-lines/registry';

import type { WayIn } from './ways-in';

/** What the server lets somebody do with a consult now, besides its ways into a video call. */
export interface Actions {
  acknowledge: boolean;
  complete: 'complete' | 'completeAndSignOff' | null;
  signOff: boolean;
  /** What the button to the note says. */
  note: string | null;
  edit: boolean;
  cancel: boolean;
  completionTypes: readonly { value: string; label: string }[];
}

export function actionsOf({ allowedActions, serviceLineSlug, signOffNote }: Consult, failedNote: boolean): Actions {
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

export function offersAny({ acknowledge, complete, signOff, note, edit, cancel }: Actions): boolean {
  return acknowledge || complete !== null || signOff || note !== null || edit || cancel;
}

/** What stands there, in order. */
export function namesOf({ completionTypes, ...actions }: Actions, ways: readonly WayIn[]): string {
  return JSON.stringify([actions, ways.map(({ label }) => label), completionTypes.length]);
}
