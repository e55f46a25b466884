import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

import type { EmergencyUntil } from '@/api/generated/types.gen';
import { useConsult } from '@/consults/consult-context';
import { consultQuery } from '@/consults/queries';
import { formatCardTime } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { Banner } from '@/shared/ui/banner';

import { useEndEmergencyAccess } from './queries';

/** The server has no time to spare: a request a moment after the end is refused. */
const AFTER_THE_END_MS = 1_000;

export interface EmergencyBarProps {
  /** To another consult. */
  link: (consultId: string, text: string) => ReactNode;
}

/** Says on the page of a consult that it is shown only because of an emergency, and until when. */
export function EmergencyBar(props: EmergencyBarProps) {
  const { id, emergencyAccess } = useConsult();
  return emergencyAccess !== null && <Bar consultId={id} access={emergencyAccess} {...props} />;
}

function Bar({ consultId, access, link }: EmergencyBarProps & { consultId: string; access: EmergencyUntil }) {
  const queryClient = useQueryClient();
  const { mutateAsync: end, isPending } = useEndEmergencyAccess();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: consultQuery(consultId).queryKey });
  const over = useEffectEvent(() => void readAgain());
  useEffect(() => {
    const timer = window.setTimeout(() => over(), Date.parse(access.expiresAt) - serverNow() + AFTER_THE_END_MS);
    return () => window.clearTimeout(timer);
  }, [access.expiresAt]);
  const endNow = async () => {
    await end(access.id);
    await readAgain();
  };
  return (
    <Banner
      tone="warning"
      icon="lock"
      title={`Emergency access until ${formatCardTime(access.expiresAt)}`}
      actions={
        <Button variant="default" loading={isPending} onClick={() => void endNow()}>
          End Now
        </Button>
      }
    >
      <p>
        Everything you read is recorded, and somebody will review it. You can read, and nothing else. Reload the page to
        see what is new.
      </p>
      <Others consultId={consultId} access={access} link={link} />
    </Banner>
  );
}

/** The patient's other consults, which are in no list. */
function Others({ consultId, access, link }: EmergencyBarProps & { consultId: string; access: EmergencyUntil }) {
  const { consultIds } = access;
  if (consultIds.length < 2) return null;
  return (
    <p>
      This patient&apos;s consults, newest first:{' '}
      {consultIds.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {id === consultId ? `consult ${index + 1} (this one)` : link(id, `consult ${index + 1}`)}
        </span>
      ))}
    </p>
  );
}
