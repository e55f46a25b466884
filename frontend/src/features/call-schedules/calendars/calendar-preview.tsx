import { Stack, Text } from '@mantine/core';
import { useId } from 'react';

import type { CalendarPreview as Preview } from '@/api/generated/types.gen';

import { nameIn, peopleIn, spanInWords } from '../words';
import classes from './calendars.module.css';
import { Unplanned } from './unplanned';
import { shiftsWords } from './words';

import lists from '@/shared/ui/list.module.css';

/** Enough to see whether people and times are right. */
const SHOWN = 10;

/** What a calendar would plan in the coming two weeks. */
export function CalendarPreview({ preview, zone }: { preview: Preview; zone: string }) {
  const { shifts, people, shiftTotal } = preview;
  const listId = useId();
  const named = peopleIn(people);
  return (
    <Stack gap="sm" component="section" aria-label="Preview">
      <Text fw="var(--mantine-font-weight-medium)" role="status">
        {shiftsWords(shiftTotal)}
        {shiftTotal > 0 && shifts.length === 0 && ', none of them in the coming two weeks'}
      </Text>
      <Unplanned {...preview} zone={zone} />
      {shifts.length > 0 && (
        <>
          <Text size="sm" c="dimmed" id={listId}>
            The coming two weeks
          </Text>
          <ul className={lists.tight} aria-labelledby={listId}>
            {shifts.slice(0, SHOWN).map(({ userId, startsAt, endsAt }) => (
              <li key={`${userId} ${startsAt}`} className={classes.shift}>
                <span data-figures="">{spanInWords(startsAt, endsAt, zone)}</span>
                <span>{nameIn(named, userId)}</span>
              </li>
            ))}
            {shifts.length > SHOWN && <li>and {shifts.length - SHOWN} more</li>}
          </ul>
        </>
      )}
    </Stack>
  );
}
