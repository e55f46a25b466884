"""Secret addresses at which the calendars of other applications read shifts."""

import hashlib
import re
import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.calendars.repository import CalendarLinkRepository
from wardline.call_schedules.calendars.writing import Feed, FeedShift
from wardline.call_schedules.models import CallSchedule
from wardline.call_schedules.planning import HORIZON
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.responses import line_names
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.directory import loading

SECRET_BYTES: Final = 32
SHOWN_BACK: Final = timedelta(days=30)
"""How long a calendar shows what is over."""
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""32 bytes in base64url."""


async def issue(session: AsyncSession, schedule_id: int | None, *, by: CurrentUser) -> tuple[int, str]:
    """The id and the secret of a new address, which replaces the user's earlier one for the same shifts.

    Raises:
        NotFound: the user may not see the schedule.
    """
    if schedule_id is not None and await CallScheduleRepository(session).readable(schedule_id, by) is None:
        raise NotFound
    secret = secrets.token_urlsafe(SECRET_BYTES)
    link_id = await CalendarLinkRepository(session).put(by.id, schedule_id, _digest_of(secret), clock.now())
    return link_id, secret


async def remove(session: AsyncSession, link_id: int, *, by: CurrentUser) -> None:
    """Raises `NotFound` if the user has no such address."""
    if not await CalendarLinkRepository(session).remove(by.id, link_id):
        raise NotFound


async def feed_at(session: AsyncSession, secret: str) -> tuple[int, Feed] | None:
    """The id of the address with this secret, and what a calendar reads there.

    None if there is no such address, or its owner has left or may not see the schedule anymore.
    """
    if not _SECRET.fullmatch(secret):
        return None
    repository = CalendarLinkRepository(session)
    link = await repository.find(_digest_of(secret))
    owner = await loading.load_by_id(session, link.user_id) if link is not None else None
    if link is None or owner is None:
        return None
    now = clock.now()
    shown = Span(now - SHOWN_BACK, now + HORIZON)
    if link.schedule_id is None:
        feed = await _own(session, owner, shown)
    else:
        schedule = await CallScheduleRepository(session).readable(link.schedule_id, owner)
        if schedule is None:
            return None
        feed = await _of_schedule(session, schedule, shown)
    await repository.mark_read(link.id, now)
    return link.id, feed


def _digest_of(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


async def _own(session: AsyncSession, owner: CurrentUser, shown: Span) -> Feed:
    rows = await CallScheduleRepository(session).shifts_of(owner.id, *shown)
    names = await line_names(session, {row.service_line_id for row in rows})
    titles = {
        row.schedule_id: f"On call: {names[row.service_line_id]}, {_schedule_title(row.schedule_name, row.primary)}"
        for row in rows
    }
    return Feed("On call", _shifts((row, owner.id, titles[row.schedule_id]) for row in rows))


async def _of_schedule(session: AsyncSession, schedule: CallSchedule, shown: Span) -> Feed:
    repository = CallScheduleRepository(session)
    rows = await repository.shifts([schedule.id], *shown)
    found = await repository.people({row.user_id for row in rows})
    people = {person.id: f"{person.first_name} {person.last_name}" for person in found}
    title = _schedule_title(schedule.name, schedule.primary)
    line_name = (await line_names(session, {schedule.service_line_id}))[schedule.service_line_id]
    shifts = _shifts((row, row.user_id, f"{people[row.user_id]}: {title}") for row in rows)
    return Feed(f"{line_name}, {schedule.name}", shifts)


def _schedule_title(name: str, primary: bool) -> str:  # noqa: FBT001 - a column's value
    return name if primary else f"{name} (escalations only)"


def _shifts(rows: Iterable[tuple[Any, int, str]]) -> list[FeedShift]:
    """Of each person's shifts of a schedule that begin together, which calendars could not tell apart, the longest."""
    longest: dict[tuple[int, int, Any], FeedShift] = {}
    for row, user_id, title in rows:
        shift = FeedShift(row.schedule_id, user_id, row.starts_at, row.ends_at, title)
        key = shift[:3]
        if key not in longest or longest[key].ends_at < shift.ends_at:
            longest[key] = shift
    return list(longest.values())
