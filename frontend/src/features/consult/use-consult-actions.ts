import { useStore } from 'zustand';

import { useConsult } from '@/consults/consult-context';
import { serviceLineBySlug } from '@/service-lines/registry';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useShortcuts } from '@/shared/hooks/use-shortcuts';
import { failedNotes } from '@/shared/lib/failed-notes';

import type { ActionContext } from './action';
import type { ConsultDialogsState } from './dialog-state';
import { type OfferedAction, offeredActions } from './offered-actions';
import { useConsultPage } from './page-context';
import type { Acknowledgment } from './use-acknowledgment';
import type { Printing } from './use-printing';
import { useRooms } from './use-rooms';

interface ConsultActionsOptions {
  dialogs: ConsultDialogsState;
  printing: Printing;
  acknowledgment: Acknowledgment;
  onThePhone: ActionContext['onThePhone'];
  transfer: ActionContext['transfer'];
}

/** The rows of the action table that the server allows now. Registers their shortcuts. */
export function useConsultActions({
  dialogs,
  printing,
  acknowledgment,
  onThePhone,
  transfer,
}: ConsultActionsOptions): readonly OfferedAction[] {
  const consult = useConsult();
  const { meeting } = useConsultPage();
  const context: ActionContext = {
    consult,
    line: serviceLineBySlug(consult.serviceLineSlug),
    noteFailed: useStore(failedNotes).has(consult.id),
    openDialog: dialogs.open,
    acknowledge: acknowledgment,
    onThePhone,
    transfer,
    print: { run: printing.start, busy: printing.busy },
    meeting,
    rooms: useRooms(consult.id),
  };
  const actions = offeredActions(context);
  const mobile = useIsMobile();
  const keys = mobile
    ? []
    : actions.flatMap(({ shortcut, ...action }) => (shortcut === null ? [] : [{ ...action, key: shortcut }]));
  useShortcuts(
    'Consult',
    keys.map(({ key, label, run, busy, disabled }) => ({
      key,
      label,
      run: () => (busy || disabled ? undefined : run()),
    })),
  );
  return actions;
}
