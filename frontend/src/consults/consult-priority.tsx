import type { ConsultCard } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { minutesBetween } from '@/shared/lib/dates';
import { PriorityPill } from '@/shared/ui/priority-pill';

import { bucketOf } from './consult-state';

export interface ConsultPriorityProps {
  /** A consult, or its card. */
  of: Pick<ConsultCard, 'priority' | 'createdAt' | 'state' | 'completeType' | 'acknowledgedAt'>;
  compact?: boolean;
  /** By default once someone has acknowledged the consult. */
  quiet?: boolean | undefined;
}

/** The priority, with the minutes since the request while the consult is open, loud while no one has acknowledged it. Only this rerenders as time passes. */
export function ConsultPriority({
  of: consult,
  compact = false,
  quiet = consult.acknowledgedAt !== null,
}: ConsultPriorityProps) {
  const now = useNow();
  const isOpen = bucketOf(consult) === 'pending';
  return (
    <PriorityPill
      name={consult.priority.name}
      elapsedMinutes={isOpen ? minutesBetween(consult.createdAt, now) : undefined}
      limitMinutes={isOpen ? limitOf(consult) : undefined}
      compact={compact}
      quiet={quiet}
    />
  );
}

/** The completion limit in whole minutes. */
export function limitOf({ priority }: Pick<ConsultCard, 'priority'>): number {
  return Math.floor(priority.completionLimit / 60);
}
