import { notificationLabel } from '@/shared/lib/notification-label';

import classes from './change-list.module.css';
import { distinguishes, type PlannedLine } from './lines';
import { ScheduleButtons } from './schedule-buttons';

import lists from '@/shared/ui/list.module.css';

/** The call schedules with what can be done about them, where the calendar has no rows for them. */
export function ScheduleList({ lines }: { lines: readonly PlannedLine[] }) {
  return (
    <section aria-labelledby="schedules-title">
      <h2 id="schedules-title" className={classes.title}>
        All Call Schedules
      </h2>
      <ul className={lists.close}>
        {lines.flatMap((line) =>
          line.schedules.map((schedule) => (
            <li key={schedule.id} className={classes.entry}>
              <div className={classes.words}>
                <p className={classes.what}>{schedule.name}</p>
                <p className={classes.when}>
                  {line.name}
                  {distinguishes(line) && `, ${notificationLabel(schedule.primary)}`}
                </p>
              </div>
              <div className={classes.buttons}>
                <ScheduleButtons schedule={schedule} />
              </div>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
