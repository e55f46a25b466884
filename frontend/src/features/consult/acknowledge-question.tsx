import { useEffect, useEffectEvent } from 'react';

import { useConsult } from '@/consults/consult-context';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import { useConsultPage } from './page-context';
import type { Acknowledgment } from './use-acknowledgment';

/** Asks users who pressed Acknowledge on a notification, where a press may be an accident, and who it is about could not be seen. */
export function AcknowledgeQuestion({ acknowledgment }: { acknowledgment: Acknowledgment }) {
  const { onAcknowledgeAnswered } = useConsultPage();
  return (
    onAcknowledgeAnswered !== undefined && (
      <Question acknowledgment={acknowledgment} onAnswered={onAcknowledgeAnswered} />
    )
  );
}

interface QuestionProps {
  acknowledgment: Acknowledgment;
  onAnswered: () => void;
}

function Question({ acknowledgment, onAnswered }: QuestionProps) {
  const { allowedActions, Encounter } = useConsult();
  const isOffered = allowedActions.includes('acknowledge');
  // Someone was faster; the page says who.
  const giveUp = useEffectEvent(onAnswered);
  useEffect(() => {
    if (!isOffered) giveUp();
  }, [isOffered]);
  return (
    <ConfirmDialog
      opened={isOffered}
      title="Acknowledge this consult?"
      confirmLabel="Acknowledge"
      onCancel={onAnswered}
      onConfirm={() => {
        acknowledgment.run();
        onAnswered();
      }}
    >
      {`${Encounter.ServiceLine.name}, ${Encounter.location.displayName}. After that, nobody else is paged about it.`}
    </ConfirmDialog>
  );
}
