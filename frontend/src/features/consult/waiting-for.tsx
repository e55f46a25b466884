import type { ReactNode } from 'react';

import { useConsult } from '@/consults/consult-context';
import { bucketOf } from '@/consults/consult-state';
import { type Backup, OnCallNotice } from '@/consults/on-call-now';

interface WaitingForProps {
  backup: Backup | undefined;
  /** Who was paged so far; once someone has answered, only whether whoever took it over knows. */
  progress: ReactNode;
}

/** Who may answer, until someone does; then whether whoever took it over knows. */
export function WaitingFor({ backup, progress }: WaitingForProps) {
  const consult = useConsult();
  if (bucketOf(consult) !== 'pending') return null;
  if (consult.acknowledgedByUser !== null) return progress;
  const { id, name } = consult.Encounter.ServiceLine;
  return (
    <OnCallNotice line={{ id, name }} backup={backup}>
      {progress}
    </OnCallNotice>
  );
}
