"""What is planned for lines in the coming week: who is expected now, who comes next, and when nobody is."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules import findings
from wardline.call_schedules.findings import Gap, PlannedSchedule
from wardline.call_schedules.reading import open_spans, planned_schedules
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.spans import Span
from wardline.service_lines.hours import Timetable

WEEK: Final = timedelta(days=7)


class LineWithHours(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def timetable(self) -> Timetable: ...


@dataclass(frozen=True, slots=True)
class HandOver:
    """When other people are expected than now, and who; nobody if `user_ids` is empty."""

    at: datetime
    user_ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class PlannedPerson:
    """`phone_number` is that of the directory, None if it has none."""

    name: str
    phone_number: str | None


@dataclass(frozen=True, slots=True)
class PlannedWeek:
    expected: Mapping[int, int]
    """Who is expected now, those for all notifications first, with the id of the first schedule that says so."""
    hand_over: HandOver | None
    """Of those for all notifications, or of all if there are no others; None if nothing changes within the week."""
    gaps: Sequence[Gap]


async def planned_week(
    session: AsyncSession, lines: Sequence[LineWithHours], now: datetime
) -> tuple[Mapping[int, PlannedWeek], Mapping[int, PlannedPerson]]:
    """The week of each of these lines, which are loaded with their hours, if it has schedules; and people by id."""
    repository = CallScheduleRepository(session)
    rows = await repository.schedules([line.id for line in lines])
    if not rows:
        return {}, {}
    within = Span(now, now + WEEK)
    by_line: dict[int, list[PlannedSchedule]] = defaultdict(list)
    for schedule in await planned_schedules(session, rows, within):
        by_line[schedule.service_line_id].append(schedule)
    plannable = await repository.plannable_by_line(by_line)
    weeks = {
        line.id: PlannedWeek(
            expected=_expected(by_line[line.id], now),
            hand_over=_hand_over(by_line[line.id], within),
            gaps=findings.gaps(by_line[line.id], {line.id: open_spans(line.timetable, within)}, plannable),
        )
        for line in lines
        if line.id in by_line
    }
    planned = {shift.user_id for of_line in by_line.values() for schedule in of_line for shift in schedule.shifts}
    people = await repository.people(planned)
    return weeks, {
        person.id: PlannedPerson(f"{person.first_name} {person.last_name}", person.phone_number) for person in people
    }


def _expected(schedules: Sequence[PlannedSchedule], now: datetime) -> dict[int, int]:
    """Each once, those for all notifications first, with their schedule."""
    found: dict[int, int] = {}
    for schedule in sorted(schedules, key=lambda schedule: not schedule.primary):
        for user_id in _at([schedule], now):
            found.setdefault(user_id, schedule.id)
    return found


def _hand_over(schedules: Sequence[PlannedSchedule], within: Span) -> HandOver | None:
    first = [schedule for schedule in schedules if schedule.primary] or schedules
    before = set(_at(first, within.starts_at))
    moments = {moment for schedule in first for shift in schedule.shifts for moment in shift.span}
    for moment in sorted(each for each in moments if within.starts_at < each < within.ends_at):
        after = _at(first, moment)
        if set(after) != before:
            return HandOver(moment, after)
    return None


def _at(schedules: Collection[PlannedSchedule], moment: datetime) -> list[int]:
    """Who is planned at this moment, by id."""
    return sorted(
        {
            shift.user_id
            for schedule in schedules
            for shift in schedule.shifts
            if shift.span.starts_at <= moment < shift.span.ends_at
        }
    )
