"""Calendars kept elsewhere as layers of call schedules: what planners do with them, and how they stay up to date."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.calendars.choices import CalendarProblem
from wardline.call_schedules.calendars.entries import Reading, as_stored
from wardline.call_schedules.calendars.errors import (
    CalendarNameTaken,
    CalendarNotRead,
    CalendarSavedMeanwhile,
    TooManyCalendars,
)
from wardline.call_schedules.calendars.fetching import CalendarFetcher
from wardline.call_schedules.calendars.reading_apart import read_apart
from wardline.call_schedules.calendars.repository import ImportedCalendarRepository
from wardline.call_schedules.calendars.schemas import CalendarSource, ImportCalendar
from wardline.call_schedules.models import ImportedCalendar
from wardline.call_schedules.planning import HORIZON
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.service import lock_schedule, publish_changed, replan
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.settings import Settings

log = logging.getLogger(__name__)

MAX_CALENDARS: Final = 10
"""Of one schedule."""
READ_AGAIN: Final = timedelta(days=1)
"""How old what was read in a copy may be, although the copy is the same."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A calendar as it is now."""

    content: str
    reading: Reading
    read_until: datetime


async def copy_of(session: AsyncSession, source: CalendarSource, settings: Settings) -> Copy:
    """Read a calendar that a planner has uploaded, or that is at an address. Ends the session's transaction.

    Raises:
        ValidationFailed
    """
    await session.rollback()  # Reading takes seconds; no database connection may wait for it.
    if (source.content is None) == (source.address is None):
        raise ValidationFailed(errors=[FieldError("content", messages.REQUIRED)])
    try:
        content = source.content if source.content is not None else await _fetched(source.address or "", settings)
        return await _read(content)
    except CalendarNotRead as failure:
        field = "content" if source.content is not None else "address"
        raise ValidationFailed(errors=[FieldError(field, failure.problem.label)]) from None


async def save(session: AsyncSession, schedule_id: int, request: ImportCalendar, copy: Copy, *, by: CurrentUser) -> int:
    """Make a calendar a layer of a schedule, or replace one, and plan its shifts; returns the calendar's id.

    Raises:
        NotFound: the schedule does not exist, or the user may not see it.
        CalendarNameTaken: there is one with this name, which is not meant.
        CalendarSavedMeanwhile: the one that is meant was replaced or removed.
        TooManyCalendars
    """
    schedule = await lock_schedule(session, schedule_id, by=by)
    repository = ImportedCalendarRepository(session)
    row = await repository.named(schedule_id, request.name)
    if row is not None and request.version is None:
        raise CalendarNameTaken
    if (row.version if row is not None else None) != request.version:
        raise CalendarSavedMeanwhile
    now = clock.now()
    if row is None:
        if len(await repository.of_schedule(schedule_id)) >= MAX_CALENDARS:
            raise TooManyCalendars
        row = ImportedCalendar(schedule_id=schedule_id, version=0)
        session.add(row)
    row.version += 1
    row.name, row.layer, row.address = request.name, request.layer, request.address
    row.fetched_at = row.tried_at = now
    row.problem = None
    _put(row, copy)
    await session.flush()
    await replan(session, schedule, now, cause=f"calendar {row.id} version {row.version}", by=by)
    return row.id


async def remove(session: AsyncSession, schedule_id: int, calendar_id: int, *, by: CurrentUser) -> None:
    """Plan without a calendar from now on. What was planned until now stays on record.

    Raises:
        NotFound: the schedule or the calendar does not exist, or the user may not see it.
    """
    schedule = await lock_schedule(session, schedule_id, by=by)
    if not await ImportedCalendarRepository(session).remove(schedule_id, calendar_id):
        raise NotFound
    await replan(session, schedule, clock.now(), cause=f"without calendar {calendar_id}", by=by)


async def renew(database: Database, fetcher: CalendarFetcher, calendar_id: int) -> None:
    """Fetch a calendar that has an address, and plan what has changed in it. If that fails, the last good copy stays.

    A copy that has not changed is read again once a day, for the day by which everything is planned further.
    """
    async with database.session() as session:
        repository = ImportedCalendarRepository(session)
        row = await repository.get(calendar_id)
        if row is None:
            return
        address, version, content = row.address, row.version, await repository.content(calendar_id)
        is_due = row.read_until < clock.now() + HORIZON - READ_AGAIN
    try:
        found = content if address is None else await fetcher.fetch(address)
        copy = await _read(found) if found != content or is_due else None
        problem = None
    except CalendarNotRead as failure:
        copy, problem = None, failure.problem
        log.warning("an imported calendar could not be read: %s", problem.value, extra={"calendar_id": calendar_id})
    async with database.transaction() as session:
        await _renewed(session, calendar_id, version, copy, problem)


async def _renewed(
    session: AsyncSession, calendar_id: int, version: int, copy: Copy | None, problem: CalendarProblem | None
) -> None:
    """Store what became of a calendar, unless a planner has replaced or removed it in the meantime."""
    repository = ImportedCalendarRepository(session)
    row = await repository.get(calendar_id)
    schedule = await CallScheduleRepository(session).schedule_for_change(row.schedule_id) if row is not None else None
    row = await repository.get(calendar_id)
    if row is None or schedule is None or row.version != version:
        return
    now = clock.now()
    said_before = row.entries
    problem_before, row.problem = row.problem, problem.value if problem is not None else None
    row.tried_at = now
    if problem is None and row.address is not None:
        row.fetched_at = now
    if copy is not None:
        _put(row, copy)
    await session.flush()
    if row.entries != said_before:
        await replan(session, schedule, now, cause=f"calendar {row.id} of {now.isoformat()}", by=None)
    elif row.problem != problem_before:
        publish_changed(session, schedule)


async def _fetched(address: str, settings: Settings) -> str:
    fetcher = CalendarFetcher(settings)
    try:
        return await fetcher.fetch(address)
    finally:
        await fetcher.aclose()


async def _read(content: str) -> Copy:
    now = clock.now()
    read_until = now + HORIZON
    return Copy(content, await read_apart(content, Span(now, read_until)), read_until)


def _put(row: ImportedCalendar, copy: Copy) -> None:
    row.content, row.read_until = copy.content, copy.read_until
    row.entries = as_stored(copy.reading.entries)
    row.remarks = [list(remark) for remark in copy.reading.remarks]
