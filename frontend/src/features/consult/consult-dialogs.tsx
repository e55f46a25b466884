import { useState } from 'react';

import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { serviceLineBySlug } from '@/service-lines/registry';
import { useMe } from '@/session/me';
import { Banner } from '@/shared/ui/banner';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { toastSuccess } from '@/shared/ui/toasts';

import type { ConsultDialogName } from './action-table';
import { type ConsultDialogsState, keyOf, mayUse } from './dialog-state';
import { useCancel, useChange, useComplete, useEditPatient, useSignOff } from './queries';
import { closedVerb, whoClosed, whoSigned } from '@/consults/attribution';
import { isClosed } from '@/consults/consult-state';

const cancelDialog = lazyComponent(async () => (await import('./cancel-dialog')).CancelDialog);
const phoneDialog = lazyComponent(async () => (await import('./phone-dialog')).PhoneDialog);
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
  const signOffCalls = { completeAndSignOff: signOff, signOff };
  const change = useChange(consult.id);
  const patient = useEditPatient(consult);
  const { opened } = dialogs;
  if (!hasDialog(opened)) return null;
  // This dialog's own pending request may be what closes the consult; the dialog then closes with the response.
  const { isPending } = { ...signOffCalls, cancel, complete, edit: change, phone: change, patient }[opened];
  const shared = {
    consult,
    draft: dialogs.drafts[opened] ?? null,
    draftKey: keyOf(consult, opened),
    closed: isClosed(consult) && !mayUse(consult, opened) && !isPending ? <ClosedBanner consult={consult} /> : null,
    onClose: dialogs.close,
    onDone: (message?: string) => {
      dialogs.close(null);
      if (message === undefined) return;
      toastSuccess(message);
      // The button for a correction is still there and gets the focus back.
      if (opened === 'cancel' || isCompletion(opened)) onDone(message);
    },
  };
  if (isCompletion(opened)) {
    const calls = {
      complete: complete.mutateAsync,
      signOff,
      closeAs: dialogs.close,
      openNote: () => dialogs.open('note'),
    };
    return <CompletionOrSignOffDialog {...shared} {...calls} opened={opened} completeType={dialogs.completeType} />;
  }
  if (opened === 'edit') return <LineEditDialog {...shared} save={change.mutateAsync} />;
  const onLoadFailure = () => shared.onClose(shared.draft);
  if (opened === 'patient') {
    return (
      <Lazy component={patientDialog} onFailure={onLoadFailure}>
        {(PatientDialog) => <PatientDialog {...shared} save={patient.mutateAsync} />}
      </Lazy>
    );
  }
  return opened === 'cancel' ? (
    <Lazy component={cancelDialog} onFailure={onLoadFailure}>
      {(CancelDialog) => <CancelDialog {...shared} save={cancel.mutateAsync} />}
    </Lazy>
  ) : (
    <Lazy component={phoneDialog} onFailure={onLoadFailure}>
      {(PhoneDialog) => <PhoneDialog {...shared} save={change.mutateAsync} />}
    </Lazy>
  );
}

/** The note is edited outside these dialogs. */
function hasDialog(name: ConsultDialogName | null): name is Exclude<ConsultDialogName, 'note'> {
  return name !== null && name !== 'note';
}

type CompletionName = 'complete' | 'completeAndSignOff' | 'signOff';

function isCompletion(name: ConsultDialogName): name is CompletionName {
  return name === 'complete' || name === 'completeAndSignOff' || name === 'signOff';
}

type CompletionOrSignOffDialogProps = LineCompletionDialogProps &
  Omit<LineSignOffDialogProps, 'opened'> & { opened: CompletionName };

function CompletionOrSignOffDialog({
  opened,
  complete,
  openNote,
  signOff,
  closeAs,
  ...props
}: CompletionOrSignOffDialogProps) {
  if (opened === 'complete') return <LineCompletionDialog {...props} complete={complete} openNote={openNote} />;
  return <LineSignOffDialog key={opened} {...props} opened={opened} signOff={signOff} closeAs={closeAs} />;
}

interface LineCompletionDialogProps extends Omit<ConsultDialogProps, 'save'> {
  completeType: string | null;
  complete: (completion: DialogValues) => Promise<Consult>;
  /** Continues with the note of the completed consult. */
  openNote: () => void;
}

function LineCompletionDialog(all: LineCompletionDialogProps) {
  const { consult, complete, openNote, onClose, onDone, ...props } = all;
  const line = serviceLineBySlug(consult.serviceLineSlug);
  if (line === null) return null;
  const finish = async (completion: DialogValues) => {
    const completed = await complete(completion);
    onDone(completed.completeType === 'cancelled' ? 'Consult cancelled.' : 'Consult completed.');
    if (mayUse(completed, 'note')) openNote();
  };
  return (
    <Lazy component={line.completionDialog} onFailure={() => onClose(props.draft)}>
      {(CompletionDialog) => (
        <CompletionDialog {...props} consult={consult} contract={line.contract} onComplete={finish} onClose={onClose} />
      )}
    </Lazy>
  );
}

interface LineSignOffDialogProps extends Omit<ConsultDialogProps, 'save'> {
  completeType: string | null;
  opened: Exclude<CompletionName, 'complete'>;
  signOff: ReturnType<typeof useSignOff>;
  /** Closes this dialog and hands its draft to another one. */
  closeAs: ConsultDialogsState['close'];
}

/** Completes and signs, or only signs. If signing failed after this dialog completed the consult, it only signs from then on. */
function LineSignOffDialog({ opened, signOff, closeAs, onDone, ...props }: LineSignOffDialogProps) {
  const { consult } = props;
  const line = serviceLineBySlug(consult.serviceLineSlug);
  const [unsigned, setUnsigned] = useState(false);
  if (line?.signOff == null) return null;
  const completes = opened === 'completeAndSignOff' && !unsigned;
  const finish = async (content: DialogValues) => {
    const done = { ended: false };
    const onEnded = () => {
      done.ended = true;
    };
    try {
      await signOff.mutateAsync({ content, completes, onEnded });
    } catch (failure) {
      if (done.ended) setUnsigned(true);
      throw failure;
    }
    onDone(successMessage(content.typeofCall === 'cancelled', completes));
  };
  const close = (draft: DialogValues | null) => {
    if (unsigned) closeAs(draft, 'signOff');
    else props.onClose(draft);
  };
  const dialogProps = {
    ...props,
    contract: line.contract,
    signsOnly: !completes,
    closed: unsigned && consult.signOffNote === null ? null : props.closed,
    notice: unsigned && <UnsignedBanner consult={consult} />,
    onComplete: finish,
    onClose: close,
  };
  return (
    <Lazy component={line.signOff.dialog} onFailure={() => close(props.draft)}>
      {(SignOffDialog) => <SignOffDialog {...dialogProps} />}
    </Lazy>
  );
}

function successMessage(cancelled: boolean, completed: boolean): string {
  if (cancelled) return 'Consult cancelled and signed off.';
  return completed ? 'Consult completed and signed off.' : 'Consult signed off.';
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

/** Says what was done before signing failed. */
function UnsignedBanner({ consult }: Pick<ConsultDialogProps, 'consult'>) {
  return (
    <Banner announce="status" title={`The consult is ${closedVerb(consult)}. It is not signed off yet.`}>
      <p>Press Sign Off again, or close this dialog and add the sign-off later.</p>
    </Banner>
  );
}

function ClosedBanner({ consult }: { consult: Consult }) {
  const { title, why } = useClosing(consult);
  return (
    <Banner tone="warning" announce="alert" title={title ?? undefined}>
      <p>{why} Copy what you still need.</p>
    </Banner>
  );
}

/** Tells this user who closed or signed off the consult first. */
function useClosing(consult: Consult): { title: string | null; why: string } {
  const me = useMe();
  const gone = 'This can no longer be sent.';
  if (consult.signOffNote !== null && consult.signOffNote.signatory !== null) {
    if (consult.signOffNote.signatory.id === me.id) return { title: 'You signed off this consult.', why: gone };
    return { title: whoSigned(consult.signOffNote), why: 'The consult was signed off before this was sent.' };
  }
  if (consult.completedByUser?.id === me.id) return { title: `You ${closedVerb(consult)} this consult.`, why: gone };
  return { title: whoClosed(consult), why: 'The consult was closed before this was sent.' };
}
