"""Tells people of their shifts, and coordinators of shifts without their people."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules.notices import notice_of
from wardline.call_schedules.reminders.repository import (
    BEGINS,
    NOBODY,
    TOMORROW,
    UNATTENDED,
    ReminderRepository,
    cause_of,
)
from wardline.call_schedules.spans import Span
from wardline.core.wall_clock import moment_at
from wardline.directory.coordinators import coordinators_of_line
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import tell, withdraw

EVENING: Final = time(18)
"""When people hear of tomorrow's shift, on the clocks of its schedule."""
LOOKED_AHEAD: Final = timedelta(days=14)
"""How far ahead a shift whose person has left is reported."""


async def remind(session: AsyncSession, now: datetime) -> None:
    """Tell everybody what is due, each person once of each shift, and take back what no longer holds."""
    for cause in await ReminderRepository(session).outdated(now):
        await withdraw(session, cause)
    await _of_tomorrow(session, now)
    await _of_begun(session, now)
    await _of_unattended(session, now)
    await _of_people_who_left(session, now)


async def _of_tomorrow(session: AsyncSession, now: datetime) -> None:
    """In the evening before; whoever is planned later hears of it from the one who planned it."""
    for shift in await ReminderRepository(session).ahead(now, now + timedelta(days=2)):
        zone = ZoneInfo(shift.time_zone)
        evening_before = shift.starts_at.astimezone(zone).date() - timedelta(days=1)
        if now.astimezone(zone).date() == evening_before and now >= moment_at(evening_before, EVENING, zone):
            await _tell(session, [shift.user_id], shift, DutyNoticeKind.SHIFT_TOMORROW, TOMORROW)


async def _of_begun(session: AsyncSession, now: datetime) -> None:
    for shift in await ReminderRepository(session).begun(now):
        await _tell(session, [shift.user_id], shift, DutyNoticeKind.SHIFT_BEGINS, BEGINS)


async def _of_unattended(session: AsyncSession, now: datetime) -> None:
    for shift in await ReminderRepository(session).unattended(now):
        coordinators = await _coordinators(session, shift)
        await _tell(session, coordinators, shift, DutyNoticeKind.SHIFT_UNATTENDED, UNATTENDED, about_id=shift.user_id)


async def _of_people_who_left(session: AsyncSession, now: datetime) -> None:
    """Coordinators learn at once of the next shift of somebody who may not go on call for the line anymore."""
    for shift in await ReminderRepository(session).without_person(now, now + LOOKED_AHEAD):
        coordinators = await _coordinators(session, shift)
        await _tell(session, coordinators, shift, DutyNoticeKind.PLAN_HAS_GAPS, NOBODY, about_id=shift.user_id)


async def _coordinators(session: AsyncSession, shift: Any) -> list[int]:
    return [user.id for user in await coordinators_of_line(session, shift.service_line_id)]


async def _tell(
    session: AsyncSession,
    user_ids: Collection[int],
    shift: Any,
    kind: DutyNoticeKind,
    what: str,
    *,
    about_id: int | None = None,
) -> None:
    notice = notice_of(kind, shift, Span(shift.starts_at, shift.ends_at), about_id=about_id)
    await tell(session, user_ids, notice, cause=cause_of(shift.id, what))
