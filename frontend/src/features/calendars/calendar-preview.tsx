import { Stack, Text } from '@mantine/core';

import type { CalendarPreview as Preview } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';

import classes from './calendars.module.css';
import { Unplanned } from './unplanned';
import { shiftsWords, spanWords } from './words';

/** Enough to see whether people and times are right. */
const SHOWN = 10;

/** What a calendar would plan in the coming two weeks. */
export function CalendarPreview({ preview, zone }: { preview: Preview; zone: string }) {
  const { shifts, people, shiftTotal } = preview;
  const names = new Map(people.map((person) => [person.id, fullName(person)]));
  return (
    <Stack gap="sm" component="section" aria-label="Preview">
      <Text fw="var(--mantine-font-weight-medium)" role="status">
        {shiftsWords(shiftTotal)}
        {shiftTotal > 0 && shifts.length === 0 && ', none of them in the coming two weeks'}
      </Text>
      <Unplanned {...preview} zone={zone} />
      {shifts.length > 0 && (
        <ul className={classes.plain} aria-label="Shifts in the coming two weeks">
          {shifts.slice(0, SHOWN).map(({ userId, startsAt, endsAt }) => (
            <li key={`${userId} ${startsAt}`} className={classes.shift}>
              <span data-figures="">{spanWords(startsAt, endsAt, zone)}</span>
              <span>{names.get(userId)}</span>
            </li>
          ))}
        </ul>
      )}
      {shifts.length > SHOWN && <Text size="sm">and {shifts.length - SHOWN} more in the coming two weeks</Text>}
    </Stack>
  );
}
