import { Text } from '@mantine/core';

import type { CalendarRemarkRead, UnknownTitleRead } from '@/api/generated/types.gen';
import { dayOf } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';

import { dayInWords } from '../words';
import classes from './calendars.module.css';
import { remarkWords, titleWords } from './words';

import lists from '@/shared/ui/list.module.css';

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
          title={unknownTotal === 1 ? '1 entry is not planned.' : `${unknownTotal} entries are not planned.`}
        >
          <p className={classes.note}>
            Their titles do not say who is meant. A title has to be the user name, “First Last” or “Last, First” of one
            person who may go on call for this line.
          </p>
          <ul className={lists.bullets}>
            {unknownTitles.slice(0, SHOWN).map(({ title, count, startsAt }) => (
              <li key={title}>
                {titleWords(title)}, {count === 1 ? 'once, on' : `${pluralize(count, 'time')}, first on`}{' '}
                {dayInWords(dayOf(startsAt, zone))}
              </li>
            ))}
            {unknownTitles.length > SHOWN && <li>and {pluralize(unknownTitles.length - SHOWN, 'more title')}</li>}
          </ul>
        </Banner>
      )}
      {remarks.length > 0 && (
        <ul className={lists.tight}>
          {remarks.slice(0, SHOWN).map((remark) => (
            <Text key={`${remark.kind} ${remark.about}`} component="li" size="sm" c="dimmed">
              {remarkWords(remark)}
            </Text>
          ))}
          {remarks.length > SHOWN && (
            <Text component="li" size="sm" c="dimmed">
              and {pluralize(remarks.length - SHOWN, 'more remark')}
            </Text>
          )}
        </ul>
      )}
    </>
  );
}
