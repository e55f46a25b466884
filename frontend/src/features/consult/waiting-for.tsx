import { useConsult } from '@/consults/consult-context';
import { bucketOf } from '@/consults/consult-state';
import { OnCallNotice } from '@/consults/on-call-now';

/** Who may answer, until someone does. */
export function WaitingFor({ backupNumber }: { backupNumber: string | null | undefined }) {
  const consult = useConsult();
  if (consult.acknowledgedByUser !== null || bucketOf(consult) !== 'pending') return null;
  const { id, name } = consult.Encounter.ServiceLine;
  return <OnCallNotice line={{ id, name }} backupNumber={backupNumber} />;
}
