import { useQuery } from '@tanstack/react-query';

import type { EscalationRead } from '@/api/generated/types.gen';
import { useConsult } from '@/consults/consult-context';
import { useMe } from '@/session/me';
import { useNow } from '@/shared/hooks/use-now';
import { Banner } from '@/shared/ui/banner';
import { PhoneLink } from '@/shared/ui/phone-link';

import { consultPagesQuery } from './queries';
import { isRunningRequest, isUnreached } from './use-backup';

/** What must be noticed on the consult's page before anything else. */
export function ConsultAlerts() {
  const { id, allowedActions } = useConsult();
  const { data } = useQuery(consultPagesQuery(id));
  const userId = useMe().id;
  const now = useNow();
  const unreached = data?.find((escalation) => isUnreached(escalation, now));
  if (unreached !== undefined) return <Unreached escalation={unreached} />;
  const request = data?.find((escalation) => isRunningRequest(escalation) && isForCoordinator(escalation, userId));
  return request !== undefined && !allowedActions.includes('acknowledge') && <Expected escalation={request} />;
}

function isForCoordinator({ people }: EscalationRead, userId: number): boolean {
  return people.some(
    ({ userId: id, target, notPaged, declinedAt }) =>
      id === userId && target === 'coordinators' && notPaged === null && declinedAt === null,
  );
}

interface AlertProps {
  escalation: Pick<EscalationRead, 'backupNumber'>;
}

/** Whoever asked must know when nobody has been reached, and whom to call. */
function Unreached({ escalation }: AlertProps) {
  return (
    <Banner tone="danger" announce="alert" title="Nobody has been reached">
      <p>
        Call the <BackupNumber {...escalation} />
      </p>
    </Banner>
  );
}

/** What a coordinator is paged for, who can't acknowledge the consult. */
function Expected({ escalation }: AlertProps) {
  return (
    <Banner tone="warning" announce="status" title="Nobody has acknowledged this consult">
      <p>
        Find someone who can take it, or call the <BackupNumber {...escalation} />
      </p>
    </Banner>
  );
}

function BackupNumber({ backupNumber }: Pick<EscalationRead, 'backupNumber'>) {
  const { Encounter } = useConsult();
  return (
    <>
      backup number of {Encounter.ServiceLine.name}: <PhoneLink number={backupNumber ?? ''} />
    </>
  );
}
