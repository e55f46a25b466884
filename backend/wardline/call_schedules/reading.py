"""Reads what is planned for lines, and when they are open, for those who look for gaps in it."""

from collections.abc import Collection, Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules.findings import PlannedSchedule, PlannedTime
from wardline.call_schedules.models import CallSchedule
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.spans import Span
from wardline.service_lines.hours import Timetable


async def planned_schedules(
    session: AsyncSession, rows: Iterable[CallSchedule], within: Span, *, only: Collection[int] | None = None
) -> list[PlannedSchedule]:
    """The stored shifts of these call schedules, as far as they are in `within`; `only` those of these people."""
    schedules = {row.id: row for row in rows}
    shifts: dict[int, list[PlannedTime]] = {schedule_id: [] for schedule_id in schedules}
    for shift in await CallScheduleRepository(session).planned_times(schedules, *within, only=only):
        span = Span(max(shift.starts_at, within.starts_at), min(shift.ends_at, within.ends_at))
        shifts[shift.schedule_id].append(PlannedTime(shift.user_id, span, shift.is_added))
    return [
        PlannedSchedule(row.id, row.service_line_id, row.primary, row.time_zone, shifts[row.id])
        for row in schedules.values()
    ]


def open_spans(hours: Timetable, within: Span) -> list[Span]:
    """When a line with these hours is open in `within`; a line without hours always is."""
    if not hours.rows:
        return [within]
    opened = hours.openings(within.starts_at, until=within.ends_at)
    spans = (Span(each.opens_at, each.closes_at).part_within(within) for each in opened)
    return [span for span in spans if span is not None]
