import { useState } from 'react';

import { useNotifications } from '@/features/notifications/queries';
import { abilityOf, type Me } from '@/session/me';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import { useUrgentSound } from './use-urgent-sound';

const toasts = lazyComponent(async () => (await import('./urgent-toasts')).UrgentToasts);
const RETRY_MS = 3_000;

/** Users who may give consults have a bell, and are notified of urgent comments. */
export function UrgentCommentsOf({ me }: { me: Me | undefined }) {
  return me !== undefined && abilityOf(me).can('Give', 'Consult') && <UrgentComments />;
}

function UrgentComments() {
  const { notifications, refetch } = useNotifications();
  const urgent = notifications?.filter(({ kind }) => kind === 'UrgentComment');
  useUrgentSound(urgent, refetch);
  // They stay, because they also know which of the comments they have shown.
  const [hasToasts, setHasToasts] = useState(false);
  if (urgent !== undefined && urgent.length > 0 && !hasToasts) setHasToasts(true);
  if (!hasToasts) return null;
  return (
    <Lazy component={toasts} retryAfter={RETRY_MS}>
      {(UrgentToasts) => <UrgentToasts urgent={urgent ?? []} />}
    </Lazy>
  );
}
