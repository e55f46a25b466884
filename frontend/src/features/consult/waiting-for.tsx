import type { ReactNode } from 'react';

import { useConsult } from '@/consults/consult-context';
import { bucketOf } from '@/consults/consult-state';
import { type Backup, OnCallNotice } from '@/consults/on-call-now';

interface WaitingForProps {
  backup: Backup | undefined;
  /** Who was paged so far. */
  progress: ReactNode;
}

/** Who may answer, until someone does. */
export function WaitingFor({ backup, progress }: WaitingForProps) {
  const consult = useConsult();
  if (consult.acknowledgedByUser !== null || bucketOf(consult) !== 'pending') return null;
  const { id, name } = consult.Encounter.ServiceLine;
  return (
    <OnCallNotice line={{ id, name }} backup={backup}>
      {progress}
    </OnCallNotice>
  );
}
