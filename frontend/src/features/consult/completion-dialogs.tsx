import { useState } from 'react';

import { closedVerb } from '@/consults/attribution';
import type { Consult } from '@/consults/consult';
import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { Banner } from '@/shared/ui/banner';
import { Lazy } from '@/shared/ui/lazy';

import { type ConsultDialogsState, canUse } from './dialog-state';
import type { useSignOff } from './queries';

interface LineCompletionDialogProps extends Omit<ConsultDialogProps, 'save'> {
  completeType: string | null;
  complete: (completion: DialogValues) => Promise<Consult>;
  /** Continues with the note of the completed consult. */
  openNote: () => void;
}

/** The service line's dialog for completing without signing. */
export function LineCompletionDialog({
  consult,
  complete,
  openNote,
  onClose,
  onDone,
  ...props
}: LineCompletionDialogProps) {
  const line = serviceLineBySlug(consult.serviceLineSlug);
  if (line === null) return null;
  const finish = async (completion: DialogValues) => {
    const completed = await complete(completion);
    onDone(completed.completeType === 'cancelled' ? 'Consult cancelled.' : 'Consult completed.');
    if (canUse(completed, 'note')) openNote();
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
  /** Whether the consult is completed before it is signed off. */
  completesFirst: boolean;
  signOff: ReturnType<typeof useSignOff>;
  /** Closes this dialog and hands its draft to another one. */
  closeAs: ConsultDialogsState['close'];
}

/**
 * The service line's dialog for signing off. If signing failed after this dialog completed the consult, it only signs from then on.
 */
export function LineSignOffDialog({ completesFirst, signOff, closeAs, onDone, ...props }: LineSignOffDialogProps) {
  const { consult } = props;
  const line = serviceLineBySlug(consult.serviceLineSlug);
  const [unsigned, setUnsigned] = useState(false);
  if (line?.signOff == null) return null;
  const completes = completesFirst && !unsigned;
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

/** Says what was done before signing failed. */
function UnsignedBanner({ consult }: Pick<ConsultDialogProps, 'consult'>) {
  return (
    <Banner announce="status" title={`The consult is ${closedVerb(consult)}. It is not signed off yet.`}>
      <p>Press Sign Off again, or close this dialog and add the sign-off later.</p>
    </Banner>
  );
}
