import type { DutyPage } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { minutesBetween } from '@/shared/lib/dates';
import { PriorityPill } from '@/shared/ui/priority-pill';

import { sentenceAbout } from './announcement';
import { isCritical, titleOf } from './page-words';
import classes from './waiting-pages.module.css';

/** More are only counted. */
const MAX_SHOWN = 5;

/** What waits for the user of a locked screen, the loudest first, as the server sorts it: nothing by which a patient could be found. */
export function DutyList({ pages }: { pages: readonly DutyPage[] }) {
  const now = useNow();
  const more = pages.length - MAX_SHOWN;
  return (
    <>
      <div className="wl-visually-hidden" role="log" aria-label="New pages" aria-relevant="additions">
        {pages.map((page) => (
          <p key={page.id}>{sentenceAbout(page)}</p>
        ))}
      </div>
      <section className={classes.bar} aria-label="Waiting for you" data-critical={pages.some(isCritical) || undefined}>
        {pages.length === 0 && <p className={classes.nothing}>Nothing is waiting for you.</p>}
        <ul className={classes.list}>
          {pages.slice(0, MAX_SHOWN).map((page) => (
            <li key={page.id} className={classes.page}>
              <PriorityPill name={page.priority} elapsedMinutes={minutesBetween(page.startedAt, now)} />
              <p className={classes.place}>
                <strong>{titleOf(page)}</strong> {placeOf(page)}
              </p>
            </li>
          ))}
        </ul>
        {more > 0 && <p className={classes.more}>{`${more} more waiting`}</p>}
      </section>
    </>
  );
}

function placeOf({ serviceLineName, locationName }: DutyPage): string {
  return `${serviceLineName}, ${locationName}`;
}
