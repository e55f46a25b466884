import type { CallScheduleRead, GapRead, ShiftRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { dayOf } from '@/shared/lib/dates';
import { notificationLabel } from '@/shared/lib/notification-label';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './day-list.module.css';
import type { Day } from './days';
import { distinguishes, type Group, groupOf, type PlannedLine, zoneOfDays } from './lines';
import type { Period } from './period';
import type { Plan } from './plan';
import { replacementOf, SELDOM_MS, usePlanner } from './planner-context';
import { overlap, type Scale, type Span, spanOf } from './scale';
import { SmallButton } from './small-button';
import { useFill } from './use-fill';
import { dayInWords, nameIn, partInWords } from './words';

export interface DayListProps {
  period: Period;
  lines: readonly PlannedLine[];
  plan: Plan;
  gaps: readonly GapRead[];
}

/** The same plan in words, day by day: who is planned, and when nobody is. */
export function DayList({ period, lines, plan, gaps }: DayListProps) {
  const today = dayOf(useNow(), zoneOfDays(lines));
  return (
    <ol className={classes.days}>
      {period.days.map((day, index) => {
        const holiday = plan.holidays.find((each) => each.day === day);
        return (
          <li key={day} className={classes.day} aria-current={day === today ? 'date' : undefined}>
            <h3 className={classes.title}>
              {dayInWords(day)} {day === today && <StatusBadge tone="accent">Today</StatusBadge>}
              {holiday !== undefined && <StatusBadge>{holiday.name}</StatusBadge>}
            </h3>
            {lines.map((line) => (
              <LineOfDay
                key={line.id}
                day={day}
                spanIn={(zone) => spanAt(index, period.scaleIn(zone))}
                line={line}
                isNamed={lines.length > 1}
                plan={plan}
                gaps={gaps}
              />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

interface LineOfDayProps extends Omit<DayListProps, 'period' | 'lines'> {
  day: Day;
  /** When the day is in a zone. */
  spanIn: (zone: string) => Span;
  line: PlannedLine;
  isNamed: boolean;
}

function LineOfDay({ day, spanIn, line, isNamed, plan, gaps }: LineOfDayProps) {
  const open = gaps.flatMap((gap) => {
    const group = groupOf(gap, [line]);
    return group !== undefined && overlap(spanOf(gap), spanIn(group.zone)) ? [{ gap, group }] : [];
  });
  const planned = line.schedules.flatMap((schedule) => {
    const span = spanIn(schedule.timeZone);
    const shifts = plan.shiftsOf(schedule.id).filter((shift) => overlap(spanOf(shift), span));
    return shifts.map((shift) => ({ shift, schedule, span }));
  });
  return (
    <>
      {isNamed && <h4 className={classes.line}>{line.name}</h4>}
      <ul className={classes.entries} aria-label={`${line.name}, ${dayInWords(day)}`}>
        {open.map(({ gap, group }) => (
          <GapEntry
            key={`${gap.startsAt} ${gap.primary}`}
            gap={gap}
            group={group}
            line={line}
            day={day}
            span={spanIn(group.zone)}
          />
        ))}
        {planned.map(({ shift, schedule, span }) => (
          <ShiftEntry key={shift.id} shift={shift} schedule={schedule} day={day} span={span} />
        ))}
      </ul>
      {open.length === 0 && planned.length === 0 && <p className={classes.nobody}>Nobody is planned.</p>}
    </>
  );
}

interface GapEntryProps {
  gap: GapRead;
  group: Group;
  line: PlannedLine;
  day: Day;
  span: Span;
}

function GapEntry({ gap, group, line, day, span }: GapEntryProps) {
  const fill = useFill([line]);
  const time = partInWords(spanOf(gap), span, group.zone);
  const kind = distinguishes(line) ? notificationLabel(gap.primary) : null;
  return (
    <li className={classes.entry}>
      <span className={classes.time}>{time}</span>
      <span className={classes.what}>
        <span className={classes.gap}>
          <Icon name="alert" size="sm" /> Gap
        </span>
        {kind !== null && <span className={classes.muted}>{kind}</span>}
      </span>
      <SmallButton
        onClick={() => fill(gap)}
        aria-label={['Fill the gap', line.name, kind, dayInWords(day), time].filter((part) => part !== null).join(', ')}
      >
        Fill
      </SmallButton>
    </li>
  );
}

interface ShiftEntryProps {
  shift: ShiftRead;
  schedule: CallScheduleRead;
  day: Day;
  /** When the day is. */
  span: Span;
}

function ShiftEntry({ shift, schedule, day, span: whole }: ShiftEntryProps) {
  const { people, change } = usePlanner();
  const now = useNow(SELDOM_MS);
  const span = spanOf(shift);
  const name = nameIn(people, shift.userId);
  const time = partInWords(span, whole, schedule.timeZone);
  return (
    <li className={classes.entry}>
      <span className={classes.time}>{time}</span>
      <span className={classes.what}>
        <span className={classes.person}>{name}</span>
        <span className={classes.muted}>
          {schedule.name}
          {shift.rotation !== null && `, ${shift.rotation}`}
        </span>
        {shift.changeId !== null && (
          <StatusBadge tone="accent" icon="transfer">
            Change
          </StatusBadge>
        )}
      </span>
      {span.endsAt > now && (
        // A plain button, because there may be a thousand.
        <button
          type="button"
          className={`${classes.replace ?? ''} wl-thumb`}
          onClick={() => change(replacementOf(shift.userId, span, schedule.id, now))}
          aria-label={`Replace ${name}, ${schedule.name}, ${dayInWords(day)}, ${time}`}
        >
          Replace
        </button>
      )}
    </li>
  );
}

function spanAt(index: number, scale: Scale): Span {
  return { startsAt: scale[index] ?? 0, endsAt: scale[index + 1] ?? 0 };
}
