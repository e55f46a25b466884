import { useState } from 'react';

import type { Consult, ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { useMe } from '@/session/me';
import { Banner } from '@/shared/ui/banner';
import { Lazy, lazyPart } from '@/shared/ui/lazy';
import { toastSuccess } from '@/shared/ui/toasts';

import { type ConsultDialogsState, keyOf, mayUse } from './dialog-state';
import { useCancel, useChange, useComplete, useEditPatient, useSignOff } from './queries';
import { didClose, isClosed, whoClosed, whoSigned } from './words';

const cancelDialog = lazyPart(async () => (await import('./cancel-dialog')).CancelDialog);
const phoneDialog = lazyPart(async () => (await import('./phone-dialog')).PhoneDialog);
const patientDialog = lazyPart(async () => (await import('./patient-dialog')).PatientDialog);

interface ConsultDialogsProps {
  consult: Consult;
  dialogs: ConsultDialogsState;
  /** Called with words for what was done, after which its button is gone. */
  onDone: (words: string) => void;
}

/**
 * The open dialog. It stays while the consult behind it changes, so that nothing typed is lost; the calls outlive it, so that trying
 * again after a failure repeats the same action.
 */
export function ConsultDialogs({ consult, dialogs, onDone }: ConsultDialogsProps) {
  const cancel = useCancel(consult.id);
  const complete = useComplete(consult.id);
  const signOff = useSignOff(consult.id, serviceLineBySlug(consult.serviceLineSlug)?.signOff ?? null);
  const change = useChange(consult.id);
  const patient = useEditPatient(consult);
  const { opened } = dialogs;
  if (opened === null) return null;
  // What this dialog has under way may be what closes the consult; then the dialog closes with the answer.
  const { isPending } = { cancel, complete, signOff, edit: change, phone: change, patient }[opened];
  const shared = {
    consult,
    draft: draftOf(dialogs.drafts, opened),
    keepAs: keyOf(consult, opened),
    closed: isClosed(consult) && !mayUse(consult, opened) && !isPending ? <ClosedBanner consult={consult} /> : null,
    onClose: dialogs.close,
    onDone: (words?: string) => {
      dialogs.close(null);
      if (words === undefined) return;
      toastSuccess(words);
      // The button of a correction stays and gets the focus back.
      if (opened === 'cancel' || opened === 'complete' || opened === 'signOff') onDone(words);
    },
  };
  if (opened === 'complete' || opened === 'signOff') {
    return (
      <LineCompletionDialog
        key={opened}
        {...shared}
        completeType={dialogs.completeType}
        complete={complete.mutateAsync}
        signOff={signOff}
      />
    );
  }
  if (opened === 'edit') return <LineEditDialog {...shared} save={change.mutateAsync} />;
  const giveUp = () => shared.onClose(shared.draft);
  if (opened === 'patient') {
    return (
      <Lazy part={patientDialog} onFailure={giveUp}>
        {(PatientDialog) => <PatientDialog {...shared} save={patient.mutateAsync} />}
      </Lazy>
    );
  }
  return opened === 'cancel' ? (
    <Lazy part={cancelDialog} onFailure={giveUp}>
      {(CancelDialog) => <CancelDialog {...shared} save={cancel.mutateAsync} />}
    </Lazy>
  ) : (
    <Lazy part={phoneDialog} onFailure={giveUp}>
      {(PhoneDialog) => <PhoneDialog {...shared} save={change.mutateAsync} />}
    </Lazy>
  );
}

/** A sign-off that did not follow its completion is offered with what was typed for both. */
function draftOf(drafts: ConsultDialogsState['drafts'], opened: keyof ConsultDialogsState['drafts']) {
  return drafts[opened] ?? (opened === 'signOff' ? drafts.complete : null) ?? null;
}

interface LineCompletionDialogProps extends Omit<ConsultDialogProps, 'save'> {
  completeType: string | null;
  complete: (completion: DialogValues) => Promise<Consult>;
  signOff: Pick<ReturnType<typeof useSignOff>, 'mutateAsync' | 'isPending'>;
}

/** The line's completion, with the sign-off for who could sign when the dialog opened. */
function LineCompletionDialog({ complete, signOff, onDone, ...props }: LineCompletionDialogProps) {
  const { consult, onClose } = props;
  const line = serviceLineBySlug(consult.serviceLineSlug);
  const [signs] = useState(() => consult.allowedActions.includes('signOff'));
  const me = useMe();
  if (line === null) return null;
  const finish = async (content: DialogValues) => {
    if (signs) await signOff.mutateAsync(content);
    else await complete(content);
    const cancelled = (content.typeofCall ?? content.completeType) === 'cancelled';
    onDone(doneWords(cancelled, signs && isClosed(consult)));
  };
  // Whoever completed it here, and has still to sign, does that in the same dialog.
  const unsigned = signs && consult.completedByUser?.id === me.id && consult.signOffNote === null;
  const own = {
    ...props,
    contract: line.contract,
    closed: signOff.isPending || unsigned ? null : props.closed,
    onComplete: finish,
  };
  const part = signs && line.signOff !== null ? line.signOff.dialog : line.completionDialog;
  return (
    <Lazy part={part} onFailure={() => onClose(props.draft)}>
      {(CompletionDialog) => <CompletionDialog {...own} />}
    </Lazy>
  );
}

function doneWords(cancelled: boolean, signedOnly: boolean): string {
  if (signedOnly) return 'Consult signed off.';
  return cancelled ? 'Consult cancelled.' : 'Consult completed.';
}

function LineEditDialog(props: ConsultDialogProps<DialogValues>) {
  const line = serviceLineBySlug(props.consult.serviceLineSlug);
  if (line?.editDialog == null) return null;
  return (
    <Lazy part={line.editDialog} onFailure={() => props.onClose(props.draft)}>
      {(EditDialog) => <EditDialog {...props} contract={line.contract} />}
    </Lazy>
  );
}

function ClosedBanner({ consult }: { consult: Consult }) {
  const me = useMe();
  const own = consult.completedByUser?.id === me.id;
  const signed = consult.signOffNote === null ? null : whoSigned(consult.signOffNote);
  const who = own ? `You ${didClose(consult)} this consult.` : whoClosed(consult);
  return (
    <Banner tone="warning" announce="alert" title={signed ?? who ?? undefined}>
      <p>
        {own ? 'What stands here can no longer be sent.' : 'The consult was closed before this was sent.'} Copy what you
        still need.
      </p>
    </Banner>
  );
}
