import { Text } from '@mantine/core';

import type { CalendarRemarkRead, UnknownTitleRead } from '@/api/generated/types.gen';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';

import classes from './calendars.module.css';
import { dayWords, remarkWords, titleWords } from './words';

/** Further ones of a calendar with the wrong names are of no use. */
const SHOWN = 8;

interface UnplannedProps {
  unknownTitles: readonly UnknownTitleRead[];
  unknownTotal: number;
  remarks: readonly CalendarRemarkRead[];
  /** The schedule's zone. */
  zone: string;
}

/** What a calendar says that does not become a shift, so that nothing is left out silently. */
export function Unplanned({ unknownTitles, unknownTotal, remarks, zone }: UnplannedProps) {
  return (
    <>
      {unknownTotal > 0 && (
        <Banner
          tone="warning"
          title={`${unknownTotal} ${unknownTotal === 1 ? 'entry' : 'entries'} without a known person`}
        >
          <p className={classes.note}>
            A title has to be the user name, “First Last” or “Last, First” of one person who may go on call for this
            line.
          </p>
          <ul className={classes.plain}>
            {unknownTitles.slice(0, SHOWN).map(({ title, count, startsAt }) => (
              <li key={title}>
                {titleWords(title)}, {count === 1 ? 'once, on' : `${pluralize(count, 'time')}, first on`}{' '}
                {dayWords(startsAt, zone)}
              </li>
            ))}
          </ul>
          {unknownTitles.length > SHOWN && (
            <p className={classes.note}>and {pluralize(unknownTitles.length - SHOWN, 'more title')}</p>
          )}
        </Banner>
      )}
      {remarks.length > 0 && (
        <ul className={classes.plain}>
          {remarks.slice(0, SHOWN).map((remark) => (
            <Text key={`${remark.kind} ${remark.about}`} component="li" size="sm" c="dimmed">
              {remarkWords(remark)}
            </Text>
          ))}
        </ul>
      )}
    </>
  );
}
