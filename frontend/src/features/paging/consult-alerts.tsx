import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { EscalationRead } from '@/api/generated/types.gen';
import { useConsult } from '@/consults/consult-context';
import { useNow } from '@/shared/hooks/use-now';
import { Banner } from '@/shared/ui/banner';
import { PhoneLink } from '@/shared/ui/phone-link';

import { consultPagesQuery } from './queries';
import { useUnseenComments } from './use-seen-pages';

/** How long nobody may be reached before the requester is told to call. */
const ALARM_MS = 60_000;
/** By then a comment that is in sight has been reported, so that nothing flashes. */
const UNSEEN_MS = 3_000;

export interface ConsultAlertsProps {
  /** Brings the comment with this id into sight. */
  onShowComment: (id: number) => void;
}

/** What must be noticed on the consult's page before anything else. */
export function ConsultAlerts({ onShowComment }: ConsultAlertsProps) {
  const { id } = useConsult();
  const { data } = useQuery(consultPagesQuery(id));
  const now = useNow();
  const unreached = data?.find((escalation) => isUnreached(escalation, now));
  const [unseen] = useUnseenComments(id);
  return (
    <>
      {unreached !== undefined && <Unreached escalation={unreached} />}
      {unseen !== undefined && <UnseenComment key={unseen} onShow={() => onShowComment(unseen)} />}
    </>
  );
}

function isUnreached(
  { startedAt, nextAt, endedAt, isAnyoneReached, backupNumber, people }: EscalationRead,
  now: number,
): boolean {
  const isBackupCalled = people.some(({ userId }) => userId === null);
  const isLate = nextAt === null || isBackupCalled || now - Date.parse(startedAt) >= ALARM_MS;
  return endedAt === null && !isAnyoneReached && isLate && backupNumber !== null;
}

/** Whoever asked must know when nobody has been reached, and whom to call. */
function Unreached({ escalation: { backupNumber } }: { escalation: EscalationRead }) {
  const { Encounter } = useConsult();
  return (
    <Banner tone="danger" announce="alert" title="Nobody has been reached">
      <p>
        Call the backup number of {Encounter.ServiceLine.name}: <PhoneLink number={backupNumber ?? ''} />
      </p>
    </Banner>
  );
}

/** An urgent comment that pages the user although its consult is open, because it is out of sight. */
function UnseenComment({ onShow }: { onShow: () => void }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsLong(true), UNSEEN_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <Banner
      tone="warning"
      announce="status"
      title="Urgent comment"
      actions={<Button onClick={onShow}>Show Comment</Button>}
    >
      <p>You have not seen it yet.</p>
    </Banner>
  );
}
