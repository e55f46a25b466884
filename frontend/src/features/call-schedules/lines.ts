import type { CallScheduleRead, GapRead } from '@/api/generated/types.gen';
import { viewerZone } from '@/shared/lib/dates';

/** The call schedules of one service line, those for all notifications first. */
export interface PlannedLine {
  readonly id: number;
  readonly name: string;
  readonly schedules: readonly CallScheduleRead[];
}

export function linesOf(schedules: readonly CallScheduleRead[]): PlannedLine[] {
  const ids = [...new Set(schedules.map(({ serviceLineId }) => serviceLineId))];
  const lines = ids.map((id) => {
    const ofLine = schedules.filter(({ serviceLineId }) => serviceLineId === id);
    const name = ofLine[0]?.serviceLineName ?? '';
    return { id, name, schedules: ofLine.toSorted((a, b) => Number(b.primary) - Number(a.primary)) };
  });
  return lines.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The zone whose day is marked as today where schedules of several zones are shown: the viewer's, if one of them is in it. */
export function zoneOfDays(lines: readonly PlannedLine[]): string {
  const zones = lines.flatMap(({ schedules }) => schedules.map(({ timeZone }) => timeZone));
  const viewer = viewerZone();
  return zones.includes(viewer) ? viewer : (zones[0] ?? viewer);
}

/** Schedules that together see to it that somebody gets all notifications, or the escalations. */
export interface Group {
  readonly primary: boolean;
  readonly schedules: readonly CallScheduleRead[];
  /** The zone of the first one, in which their gaps are shown. */
  readonly zone: string;
}

export function groupsOf({ schedules }: PlannedLine): Group[] {
  return [true, false].flatMap((primary) => {
    const alike = schedules.filter((schedule) => schedule.primary === primary);
    const zone = alike[0]?.timeZone;
    return zone === undefined ? [] : [{ primary, schedules: alike, zone }];
  });
}

/** The group that a gap concerns. */
export function groupOf(gap: GapRead, lines: readonly PlannedLine[]): Group | undefined {
  const line = lines.find(({ id }) => id === gap.serviceLineId);
  return line && groupsOf(line).find(({ primary }) => primary === gap.primary);
}

/** Whether this line tells escalations apart, so that it matters what a schedule is for. */
export function distinguishes(line: PlannedLine): boolean {
  return line.schedules.some(({ primary }) => !primary);
}
