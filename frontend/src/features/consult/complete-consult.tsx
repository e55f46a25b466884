import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import type { Consult } from '@/consults/consult';
import { ConsultProvider } from '@/consults/consult-context';
import { consultQuery } from '@/consults/queries';
import { type DialogValues } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { toastDanger } from '@/shared/ui/toasts';

import { completionDialog } from './action-table';
import { ConsultDialogs } from './consult-dialogs';
import type { ConsultDialogsState } from './dialog-state';

interface CompleteConsultProps {
  consultId: string;
  /** What was typed before the dialog was last closed. */
  draft: DialogValues | null;
  onClose: (draft: DialogValues | null) => void;
  /** Called with a sentence about what was done. */
  onDone: (sentence: string) => void;
  /** Continues with the note of the completed consult. */
  onNote: () => void;
}

/** Completes a consult in its line's dialog, wherever the user is. */
export function CompleteConsult({ consultId, ...props }: CompleteConsultProps) {
  const { data: consult, isError } = useQuery(consultQuery(consultId));
  const fail = useEffectEvent(() => {
    toastDanger('The consult could not be opened.');
    props.onClose(props.draft);
  });
  const failed = isError && consult === undefined;
  useEffect(() => {
    if (failed) fail();
  }, [failed]);
  return consult !== undefined && <Dialog consult={consult} {...props} />;
}

function Dialog({
  consult,
  draft,
  onClose,
  onDone,
  onNote,
}: Omit<CompleteConsultProps, 'consultId'> & { consult: Consult }) {
  // As it was when the dialog opened: completing takes the action away.
  const [opened] = useState(() => completionDialog({ consult, line: serviceLineBySlug(consult.serviceLineSlug) }));
  const dialogs: ConsultDialogsState = {
    opened,
    completeType: null,
    drafts: draft === null ? {} : { [opened]: draft },
    open: (name) => {
      if (name === 'note') onNote();
    },
    close: (typed) => onClose(typed),
  };
  return (
    <ConsultProvider value={consult}>
      <ConsultDialogs dialogs={dialogs} onDone={onDone} />
    </ConsultProvider>
  );
}
