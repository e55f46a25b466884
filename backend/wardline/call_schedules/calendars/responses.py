"""Calendars as wire types."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules import responses
from wardline.call_schedules.calendars.choices import CalendarProblem, CalendarRemark
from wardline.call_schedules.calendars.entries import Entry, Reading, from_stored
from wardline.call_schedules.calendars.matching import Matched, match, names_of
from wardline.call_schedules.calendars.repository import CalendarLinkRepository, ImportedCalendarRepository
from wardline.call_schedules.calendars.schemas import (
    MAX_LISTED,
    CalendarLinkRead,
    CalendarPreview,
    CalendarRemarkRead,
    CalendarShift,
    ImportedCalendarRead,
    ImportedCalendarsRead,
    UnknownTitleRead,
)
from wardline.call_schedules.models import CallSchedule, ImportedCalendar
from wardline.call_schedules.planning import HORIZON
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.settings import Settings

PREVIEWED: Final = timedelta(days=14)


async def links_of(session: AsyncSession, user_id: int) -> list[CalendarLinkRead]:
    return [CalendarLinkRead.model_validate(row) for row in await CalendarLinkRepository(session).of_user(user_id)]


async def preview(session: AsyncSession, schedule: CallSchedule, reading: Reading) -> CalendarPreview:
    """What a calendar would plan as the only layer of the schedule."""
    matched = await _match(session, schedule, reading.entries)
    until = clock.now() + PREVIEWED
    shifts = [
        CalendarShift(user_id=turn.user_id, starts_at=turn.span.starts_at, ends_at=turn.span.ends_at)
        for turn in matched.turns
        if turn.span.starts_at < until
    ][:MAX_LISTED]
    return CalendarPreview(
        shifts=shifts,
        people=await responses.people(session, {shift.user_id for shift in shifts}),
        shift_total=len(matched.turns),
        unknown_titles=_unknown(matched),
        unknown_total=sum(title.count for title in matched.unknown),
        remarks=_remarks(reading.remarks),
    )


async def imported(session: AsyncSession, schedule: CallSchedule, settings: Settings) -> ImportedCalendarsRead:
    rows = await ImportedCalendarRepository(session).of_schedule(schedule.id)
    calendars = [_imported(row, await _match(session, schedule, from_stored(row.entries))) for row in rows]
    return ImportedCalendarsRead(calendars=calendars, hosts=settings.calendar_host_names)


async def _match(session: AsyncSession, schedule: CallSchedule, entries: Iterable[Entry]) -> Matched:
    names = names_of(await CallScheduleRepository(session).plannable([schedule.service_line_id]))
    now = clock.now()
    return match(entries, names, ZoneInfo(schedule.time_zone), Span(now, now + HORIZON))


def _imported(row: ImportedCalendar, matched: Matched) -> ImportedCalendarRead:
    return ImportedCalendarRead(
        id=row.id,
        name=row.name,
        layer=row.layer,
        host=urlsplit(row.address).hostname if row.address is not None else None,
        version=row.version,
        fetched_at=row.fetched_at,
        problem=CalendarProblem(row.problem) if row.problem is not None else None,
        shift_total=len(matched.turns),
        unknown_titles=_unknown(matched),
        unknown_total=sum(title.count for title in matched.unknown),
        remarks=_remarks(row.remarks),
    )


def _unknown(matched: Matched) -> list[UnknownTitleRead]:
    return [UnknownTitleRead.model_validate(title) for title in matched.unknown[:MAX_LISTED]]


def _remarks(remarks: Sequence[Any]) -> list[CalendarRemarkRead]:
    return [CalendarRemarkRead(kind=CalendarRemark(kind), about=about) for kind, about in remarks[:MAX_LISTED]]
