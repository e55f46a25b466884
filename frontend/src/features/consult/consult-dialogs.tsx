import type { ReactNode } from 'react';

import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { isCancelled, isClosed } from '@/consults/consult-state';
import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { Lazy, type LazyComponent, lazyComponent } from '@/shared/ui/lazy';
import { toastSuccess } from '@/shared/ui/toasts';

import { type ConsultDialogName, transferDialogs } from './action';
import { ClosedBanner } from './closed-banner';
import { LineCompletionDialog, LineSignOffDialog } from './completion-dialogs';
import { type ConsultDialogsState, keyOf, canUse } from './dialog-state';
import { useCancel, useChange, useComplete, useEditPatient, useSignOff } from './queries';
import { useDeclinePage, useHandOver } from './paging/queries';
import { TransferGoneBanner } from './transfer/transfer-gone-banner';
import { useDeclineTransfer, useRequestTransfer } from './transfer/queries';

const cancelDialog = lazyComponent(async () => (await import('./cancel-dialog')).CancelDialog);
const declinePageDialog = lazyComponent(async () => (await import('./paging/decline-page-dialog')).DeclinePageDialog);
const handOverDialog = lazyComponent(async () => (await import('./paging/hand-over-dialog')).HandOverDialog);
const phoneDialog = lazyComponent(async () => (await import('./phone-dialog')).PhoneDialog);
const transferDialog = lazyComponent(async () => (await import('./transfer/transfer-dialog')).TransferDialog);
const declineTransferDialog = lazyComponent(
  async () => (await import('./transfer/decline-transfer-dialog')).DeclineTransferDialog,
);
const patientDialog = lazyComponent(async () => (await import('./patient-dialog')).PatientDialog);

interface ConsultDialogsProps {
  dialogs: ConsultDialogsState;
  /** Called with a sentence about what was done if the button for it is now gone. */
  onDone: (sentence: string) => void;
}

/**
 * The open dialog. It stays open when the consult changes, so that nothing typed is lost. The mutations outlive it, so that a retry
 * after a failure repeats the same request.
 */
export function ConsultDialogs({ dialogs, onDone }: ConsultDialogsProps) {
  const consult = useConsult();
  const cancel = useCancel(consult.id);
  const complete = useComplete(consult.id);
  const signOff = useSignOff(consult.id, serviceLineBySlug(consult.serviceLineSlug)?.signOff ?? null);
  const change = useChange(consult.id);
  const patient = useEditPatient(consult);
  const transfer = useRequestTransfer(consult.id);
  const declineTransfer = useDeclineTransfer(consult);
  const declinePage = useDeclinePage(consult);
  const handOver = useHandOver(consult.id);
  const mutations = {
    complete,
    completeAndSignOff: signOff,
    signOff,
    cancel,
    edit: change,
    phone: change,
    patient,
    transfer,
    declineTransfer,
    declinePage,
    handOver,
  };
  const { opened } = dialogs;
  if (!hasDialog(opened)) return null;
  const shared = {
    consult,
    draft: dialogs.drafts[opened] ?? null,
    draftKey: keyOf(consult, opened),
    // This dialog's own pending request may be what closes the consult; the dialog then closes with the response.
    closed: mutations[opened].isPending ? null : closedBanner(consult, opened),
    onClose: dialogs.close,
    onDone: (message?: string) => {
      dialogs.close(null);
      if (message === undefined) return;
      toastSuccess(message);
      if (!corrections.includes(opened)) onDone(message);
    },
  };
  const { completeType } = dialogs;
  const ofSignOff = { ...shared, completeType, signOff, closeAs: dialogs.close };
  const render: Readonly<Record<OpenedDialog, () => ReactNode>> = {
    complete: () => (
      <LineCompletionDialog
        {...shared}
        completeType={completeType}
        complete={complete.mutateAsync}
        openNote={() => dialogs.open('note')}
      />
    ),
    completeAndSignOff: () => <LineSignOffDialog key="completeAndSignOff" {...ofSignOff} completesFirst />,
    signOff: () => <LineSignOffDialog key="signOff" {...ofSignOff} completesFirst={false} />,
    cancel: () => <LazyDialog dialog={cancelDialog} {...shared} save={cancel.mutateAsync} />,
    edit: () => <LineEditDialog {...shared} save={change.mutateAsync} />,
    phone: () => <LazyDialog dialog={phoneDialog} {...shared} save={change.mutateAsync} />,
    patient: () => <LazyDialog dialog={patientDialog} {...shared} save={patient.mutateAsync} />,
    transfer: () => <LazyDialog dialog={transferDialog} {...shared} save={transfer.mutateAsync} />,
    declinePage: () => <LazyDialog dialog={declinePageDialog} {...shared} save={declinePage.mutateAsync} />,
    handOver: () => <LazyDialog dialog={handOverDialog} {...shared} save={handOver.mutateAsync} />,
    declineTransfer: () => <LazyDialog dialog={declineTransferDialog} {...shared} save={declineTransfer.mutateAsync} />,
  };
  return render[opened]();
}

/** The note is edited outside these dialogs. */
type OpenedDialog = Exclude<ConsultDialogName, 'note'>;

/** The dialogs whose buttons stay after they are done, and get focus back. */
const corrections: readonly OpenedDialog[] = ['edit', 'phone', 'patient', 'declineTransfer'];

function hasDialog(name: ConsultDialogName | null): name is OpenedDialog {
  return name !== null && name !== 'note';
}

/** Says that the dialog's request would be refused, because of what has happened since it was opened; null if it would not. */
function closedBanner(consult: Consult, name: OpenedDialog): ReactNode {
  if (canUse(consult, name)) return null;
  if (!transferDialogs.includes(name)) return isClosed(consult) ? <ClosedBanner consult={consult} /> : null;
  if (isCancelled(consult)) return <ClosedBanner consult={consult} />;
  return <TransferGoneBanner isRequest={name === 'transfer'} />;
}

type LazyDialogProps<T> = ConsultDialogProps<T> & { dialog: LazyComponent<ConsultDialogProps<T>> };

function LazyDialog<T>({ dialog, ...props }: LazyDialogProps<T>) {
  return (
    <Lazy component={dialog} onFailure={() => props.onClose(props.draft)}>
      {(Dialog) => <Dialog {...props} />}
    </Lazy>
  );
}

function LineEditDialog(props: ConsultDialogProps<DialogValues>) {
  const line = serviceLineBySlug(props.consult.serviceLineSlug);
  if (line?.editDialog == null) return null;
  return (
    <Lazy component={line.editDialog} onFailure={() => props.onClose(props.draft)}>
      {(EditDialog) => <EditDialog {...props} contract={line.contract} />}
    </Lazy>
  );
}
