import type { CSSProperties } from 'react';

import type { CallScheduleRead, FindingsRead, HolidayRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { dayOf, foreignZoneName, formatCardDate, viewerZone } from '@/shared/lib/dates';
import { notificationLabel } from '@/shared/lib/notification-label';
import { Icon } from '@/shared/ui/icon';

import { type Day, weekdayNumber } from './days';
import { GapLane } from './gap-lane';
import { LaneRow } from './lane-row';
import { lanesOf } from './lanes';
import { distinguishes, groupsOf, type PlannedLine, zoneOfDays } from './lines';
import type { Period } from './period';
import type { Plan } from './plan';
import { type Scale, shareAt } from './scale';
import { ScheduleButtons } from './schedule-buttons';
import classes from './timeline.module.css';
import { weekdayOfDay } from './words';

const SATURDAY = 6;

export interface TimelineProps {
  period: Period;
  lines: readonly PlannedLine[];
  /** Undefined until it is known. */
  plan: Plan | undefined;
  /** Undefined until they are known, and null if that failed. */
  findings: FindingsRead | null | undefined;
}

/** Days from left to right, each equally wide, and below them who is planned, each schedule in its own zone. */
export function Timeline({ period, lines, plan, findings }: TimelineProps) {
  const { days, view } = period;
  const style: CSSProperties & Record<'--days', number> = { '--days': days.length };
  return (
    <div className={classes.timeline} style={style} data-narrow={view === 'month' || undefined}>
      <DayHeads days={days} zone={zoneOfDays(lines)} isNarrow={view === 'month'} holidays={plan?.holidays ?? []} />
      {lines.map((line) => (
        <section key={line.id} aria-label={line.name}>
          <h2 className={classes.line}>{line.name}</h2>
          {groupsOf(line).map(({ primary, zone }) => (
            <GapLane
              key={String(primary)}
              line={line}
              label={distinguishes(line) ? `Gaps, ${notificationLabel(primary)}` : 'Gaps'}
              scale={period.scaleIn(zone)}
              zone={zone}
              gaps={findings && gapsOf(findings, line, primary)}
            />
          ))}
          {line.schedules.map((schedule) => (
            <ScheduleRows key={schedule.id} schedule={schedule} line={line} period={period} plan={plan} />
          ))}
        </section>
      ))}
    </div>
  );
}

function gapsOf({ gaps }: FindingsRead, line: PlannedLine, primary: boolean) {
  return gaps.filter((gap) => gap.serviceLineId === line.id && gap.primary === primary);
}

interface DayHeadsProps {
  days: readonly Day[];
  /** Where it is decided which day is today. */
  zone: string;
  isNarrow: boolean;
  holidays: readonly HolidayRead[];
}

function DayHeads({ days, zone, isNarrow, holidays }: DayHeadsProps) {
  const today = dayOf(useNow(), zone);
  return (
    <div className={classes.heads}>
      <div />
      <ol className={classes.days} aria-label="Days">
        {days.map((day, index) => (
          <li
            key={day}
            className={classes.day}
            data-weekend={weekdayNumber(day) >= SATURDAY || undefined}
            aria-current={day === today ? 'date' : undefined}
          >
            <span className={classes.weekday}>
              {isNarrow ? weekdayOfDay(day).slice(0, 2) : day === today ? 'Today' : weekdayOfDay(day)}
            </span>
            <span className={classes.date}>
              {!isNarrow && (index === 0 || day.endsWith('-01')) && `${formatCardDate(day, 'UTC').slice(0, 3)} `}
              {Number(day.slice(-2))}
            </span>
            {holidays.some((holiday) => holiday.day === day) && <span className={classes.holiday}>Holiday</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ScheduleRowsProps {
  schedule: CallScheduleRead;
  line: PlannedLine;
  period: Period;
  plan: Plan | undefined;
}

function ScheduleRows({ schedule, line, period, plan }: ScheduleRowsProps) {
  const { id, name, timeZone, rotations } = schedule;
  const scale = period.scaleIn(timeZone);
  const ordered = rotations.toSorted((a, b) => b.layer - a.layer).map((rotation) => rotation.name);
  const shifts = plan?.shiftsOf(id) ?? [];
  return (
    <section className={classes.schedule} aria-label={name}>
      <div className={classes.about}>
        <h3 className={classes.name} title={name}>
          <span className={classes.clamped}>{name}</span>
        </h3>
        <p className={classes.facts}>
          {[distinguishes(line) && notificationLabel(schedule.primary), zoneNote(timeZone, period.days)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <ScheduleButtons schedule={schedule} />
      </div>
      {lanesOf(shifts, ordered, scale).map((lane) => (
        <LaneRow key={lane.rotation ?? ''} lane={lane} schedule={schedule} scale={scale} isLoading={plan === undefined}>
          <NowMark scale={scale} />
        </LaneRow>
      ))}
      {ordered.length === 0 && shifts.length === 0 && (
        <p className={classes.nobody}>
          <Icon name="alert" size="sm" /> It has no rotation yet, so it plans nobody.
        </p>
      )}
    </section>
  );
}

/** Null for a zone whose clocks show the same as the viewer's. */
function zoneNote(zone: string, days: readonly Day[]): string | null {
  const noon = `${days[0] ?? ''}T12:00Z`;
  const foreign = foreignZoneName(noon, zone, viewerZone());
  return foreign === null ? null : `Times in ${foreign}`;
}

function NowMark({ scale }: { scale: Scale }) {
  const share = shareAt(useNow(), scale);
  if (share <= 0 || share >= 1) return null;
  const style: CSSProperties & Record<'--start', number> = { '--start': share };
  return <span className={classes.now} style={style} aria-hidden="true" />;
}
