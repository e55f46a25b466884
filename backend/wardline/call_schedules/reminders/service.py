"""Tells people of their shifts, and coordinators of shifts without their people."""

from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules.reminders.repository import ReminderRepository, cause_of
from wardline.core.wall_clock import moment_at
from wardline.directory.coordinators import coordinators_of_line
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice, tell, withdraw

EVENING: Final = time(18)
"""When people hear of tomorrow's shift, on the clocks of its schedule."""
UNATTENDED_AFTER: Final = timedelta(minutes=10)
"""How long a shift may run without a check-in before it is a gap."""
LOOKED_AHEAD: Final = timedelta(days=14)
"""How far ahead a shift whose person has left is reported."""
_BEGINS: Final = "begins"
_TOMORROW: Final = "tomorrow"
_UNATTENDED: Final = "unattended"


async def remind(session: AsyncSession, now: datetime) -> None:
    """Tell everybody what is due; each person is told of each shift once."""
    await _of_tomorrow(session, now)
    await _of_begun(session, now)
    await _of_unattended(session, now)
    await _of_people_who_left(session, now)
    for shift in await ReminderRepository(session).attended(now, [_BEGINS, _UNATTENDED]):
        await withdraw(session, cause_of(shift.id, ""))


async def _of_tomorrow(session: AsyncSession, now: datetime) -> None:
    for shift in await ReminderRepository(session).ahead(now, now + timedelta(days=2), _TOMORROW):
        zone = ZoneInfo(shift.time_zone)
        evening = moment_at(shift.starts_at.astimezone(zone).date() - timedelta(days=1), EVENING, zone)
        if now >= evening:
            await _tell(session, [shift.user_id], shift, DutyNoticeKind.SHIFT_TOMORROW, _TOMORROW)


async def _of_begun(session: AsyncSession, now: datetime) -> None:
    for shift in await ReminderRepository(session).begun(now, _BEGINS):
        await _tell(session, [shift.user_id], shift, DutyNoticeKind.SHIFT_BEGINS, _BEGINS)


async def _of_unattended(session: AsyncSession, now: datetime) -> None:
    for shift in await ReminderRepository(session).unattended(now, UNATTENDED_AFTER, _UNATTENDED):
        coordinators = [user.id for user in await coordinators_of_line(session, shift.service_line_id)]
        await _tell(session, coordinators, shift, DutyNoticeKind.SHIFT_UNATTENDED, _UNATTENDED)


async def _of_people_who_left(session: AsyncSession, now: datetime) -> None:
    """Coordinators learn at once of the next shift of somebody who may not go on call for the line anymore."""
    for shift in await ReminderRepository(session).without_person(now, now + LOOKED_AHEAD):
        coordinators = [user.id for user in await coordinators_of_line(session, shift.service_line_id)]
        await _tell(session, coordinators, shift, DutyNoticeKind.PLAN_HAS_GAPS, "nobody")


async def _tell(session: AsyncSession, user_ids: list[int], shift: Any, kind: DutyNoticeKind, what: str) -> None:
    is_about_another = kind in {DutyNoticeKind.SHIFT_UNATTENDED, DutyNoticeKind.PLAN_HAS_GAPS}
    notice = DutyNotice(
        kind=kind,
        service_line_id=shift.service_line_id,
        time_zone=shift.time_zone,
        starts_at=shift.starts_at,
        ends_at=shift.ends_at,
        about_id=shift.user_id if is_about_another else None,
        schedule_name=shift.schedule_name,
    )
    await tell(session, user_ids, notice, cause=cause_of(shift.id, what))
