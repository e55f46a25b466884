import { type ReactNode, useState } from 'react';

import type { FindingsRead } from '@/api/generated/types.gen';
import { dayOf } from '@/shared/lib/dates';
import { notificationLabel } from '@/shared/lib/notification-label';
import { pluralize } from '@/shared/lib/pluralize';

import classes from './findings.module.css';
import { distinguishes, groupOf, type PlannedLine } from './lines';
import { scheduleIn, usePlanner, useScheduleName } from './planner-context';
import { SmallButton } from './small-button';
import { useFill } from './use-fill';
import { adviceAbout, conflictInWords, dayInWords, momentInWords, nameIn, spanInWords } from './words';

/** How many of each kind are shown at first. */
const FEW = 5;

/** The gaps of each line, with their times. */
export function GapList({ findings, lines }: { findings: FindingsRead; lines: readonly PlannedLine[] }) {
  const fill = useFill(lines);
  const { gaps, gapTotal } = findings;
  const isCut = gapTotal > gaps.length;
  return (
    <>
      {lines.map((line) => {
        const entries = gaps
          .filter(({ serviceLineId }) => serviceLineId === line.id)
          .map((gap) => {
            const words = spanInWords(gap.startsAt, gap.endsAt, groupOf(gap, [line])?.zone ?? 'UTC');
            return (
              <li key={`${gap.startsAt} ${gap.primary}`} className={classes.entry}>
                <span className={classes.text}>
                  {words}
                  {distinguishes(line) && <span className={classes.muted}> {notificationLabel(gap.primary)}</span>}
                </span>
                <SmallButton onClick={() => fill(gap)} aria-label={`Fill ${words}`}>
                  Fill
                </SmallButton>
              </li>
            );
          });
        const count = pluralize(entries.length, 'gap');
        return <Group key={line.id} title={`${line.name}: ${isCut ? 'at least ' : ''}${count}`} entries={entries} />;
      })}
      {isCut && (
        <p className={classes.muted}>
          There are {gapTotal} gaps in all. The earliest {gaps.length} are listed; the others are after{' '}
          {dayInWords(dayOf(gaps.at(-1)?.startsAt ?? findings.until))}.
        </p>
      )}
    </>
  );
}

/** Times at which several people are planned although nobody meant it. */
export function DoubleList({ findings: { doubles, doubleTotal } }: { findings: FindingsRead }) {
  const { schedules, people } = usePlanner();
  const nameOf = useScheduleName();
  const entries = doubles.map(({ scheduleId, userIds, startsAt, endsAt }) => {
    const schedule = scheduleIn(schedules, scheduleId);
    return (
      <li key={`${scheduleId} ${startsAt} ${userIds.join(' ')}`} className={classes.entry}>
        <span className={classes.text}>
          {userIds.map((id) => nameIn(people, id)).join(' and ')}.
          <span className={classes.muted}>
            {' '}
            {schedule && nameOf(schedule)}, {spanInWords(startsAt, endsAt, schedule?.timeZone ?? 'UTC')}. Put one of the
            two rotations into a higher layer, or change its hours.
          </span>
        </span>
        <EditButton scheduleId={scheduleId} />
      </li>
    );
  });
  return <Group title={`Planned at the same time: ${doubleTotal}`} entries={entries} />;
}

/** People who are planned and may not be there, with what to do. */
export function ConflictList({ findings: { conflicts } }: { findings: FindingsRead }) {
  const { schedules, people } = usePlanner();
  const nameOf = useScheduleName();
  const entries = conflicts.map(({ scheduleId, userId, reason, about, startsAt }) => {
    const schedule = scheduleIn(schedules, scheduleId);
    const zone = schedule?.timeZone ?? 'UTC';
    return (
      <li key={`${scheduleId} ${userId} ${reason}`} className={classes.entry}>
        <span className={classes.text}>
          {nameIn(people, userId)}: {conflictInWords({ reason, about })}.
          <span className={classes.muted}>
            {' '}
            {schedule && nameOf(schedule)}, from {momentInWords(startsAt, zone)}. {adviceAbout(reason)}
          </span>
        </span>
        <EditButton scheduleId={scheduleId} />
      </li>
    );
  });
  return <Group title={`Conflicts: ${conflicts.length}`} entries={entries} />;
}

function EditButton({ scheduleId }: { scheduleId: number }) {
  const { schedules, edit } = usePlanner();
  const nameOf = useScheduleName();
  const schedule = scheduleIn(schedules, scheduleId);
  return (
    <SmallButton onClick={() => edit(scheduleId)} aria-label={schedule && `Edit ${nameOf(schedule)}`}>
      Edit
    </SmallButton>
  );
}

/** Nothing if there are no entries; the first few until the user asks for all. */
function Group({ title, entries }: { title: string; entries: readonly ReactNode[] }) {
  const [isWhole, setWhole] = useState(false);
  if (entries.length === 0) return null;
  return (
    <div className={classes.group}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>{isWhole ? entries : entries.slice(0, FEW)}</ul>
      {!isWhole && entries.length > FEW && (
        <SmallButton onClick={() => setWhole(true)}>Show All {entries.length}</SmallButton>
      )}
    </div>
  );
}
