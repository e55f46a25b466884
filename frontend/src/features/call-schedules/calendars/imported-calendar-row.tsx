import { Group, Text } from '@mantine/core';

import type { ImportedCalendarRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { Banner } from '@/shared/ui/banner';
import { StatusBadge } from '@/shared/ui/status-badge';

import { layerInWords } from '../layers';
import { SmallButton } from '../small-button';
import classes from './calendars.module.css';
import { Unplanned } from './unplanned';
import { agoWords, problemWords, shiftsWords, sourceWords } from './words';

import lists from '@/shared/ui/list.module.css';

export interface ImportedCalendarRowProps {
  calendar: ImportedCalendarRead;
  /** The schedule's zone. */
  zone: string;
  onReplace: () => void;
  onRemove: () => void;
}

/** One calendar: how old its copy is and why, what it plans, and what in it was not understood. */
export function ImportedCalendarRow({ calendar, zone, onReplace, onRemove }: ImportedCalendarRowProps) {
  const { name, layer, fetchedAt, problem, shiftTotal } = calendar;
  const now = useNow();
  return (
    <li className={classes.calendar} aria-label={name}>
      <div className={classes.head}>
        <div className={classes.about}>
          <p className={lists.name}>
            {name} <StatusBadge>{layerInWords(layer)}</StatusBadge>
          </p>
          <Text size="sm" c="dimmed">
            {sourceWords(calendar, now)}
          </Text>
          <Text size="sm">{shiftsWords(shiftTotal)}</Text>
        </div>
        <Group gap="xs">
          <SmallButton onClick={onReplace} aria-label={`Replace ${name}`}>
            Replace
          </SmallButton>
          <SmallButton onClick={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </SmallButton>
        </Group>
      </div>
      {problem !== null && (
        <Banner tone="warning" title={`Last good copy from ${agoWords(fetchedAt, now)}`}>
          <p className={classes.note}>{problemWords(problem)} What that copy says stays planned.</p>
        </Banner>
      )}
      <Unplanned {...calendar} zone={zone} />
    </li>
  );
}
