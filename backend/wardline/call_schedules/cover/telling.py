"""Tells people of requests for cover."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.choices import CoverEnd
from wardline.call_schedules.cover.planned import begins_at, given_by
from wardline.call_schedules.models import CallSchedule, CoverRequest
from wardline.call_schedules.notices import notice_of
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import tell, was_told, withdraw

REMINDERS: Final = tuple(timedelta(hours=hours) for hours in (4 * 168, 3 * 168, 2 * 168, 168, 3 * 24, 2 * 24, 24, 12))
"""How long before its first shift people are reminded of an open request, the longest first."""
WORKING_HOURS: Final = (time(9), time(17))
"""When they are, on the clocks of the schedule."""


async def asked(session: AsyncSession, row: CoverRequest, schedule: CallSchedule, readers: Collection[int]) -> None:
    """Tell those who can take it."""
    notice = notice_of(DutyNoticeKind.COVER_ASKED, schedule, given_by(row), about_id=row.asked_by_id)
    await tell(session, readers, notice, cause=f"{_cause(row)} asked")


async def remind(
    session: AsyncSession, row: CoverRequest, schedule: CallSchedule, readers: Collection[int], now: datetime
) -> None:
    """Tell everybody again that it is open, at most once for each of `REMINDERS` and only in working hours.

    It takes the place of what was said before, so that nobody has several notices of one request.
    """
    due = [ahead for ahead in REMINDERS if row.asked_at < begins_at(row) - ahead <= now]
    if not due or not _is_working_hour(now, schedule.time_zone):
        return
    cause = f"{_cause(row)} reminder {due[-1] // timedelta(hours=1)}"
    if await was_told(session, cause):
        return
    await withdraw(session, _cause(row))
    again = notice_of(DutyNoticeKind.COVER_ASKED, schedule, given_by(row), about_id=row.asked_by_id)
    await tell(session, readers, again, cause=cause)
    still_open = notice_of(DutyNoticeKind.COVER_OPEN, schedule, given_by(row))
    await tell(session, [row.asked_by_id], still_open, cause=cause)


def _is_working_hour(now: datetime, zone: str) -> bool:
    return WORKING_HOURS[0] <= now.astimezone(ZoneInfo(zone)).time() < WORKING_HOURS[1]


async def taken(session: AsyncSession, row: CoverRequest, schedule: CallSchedule) -> None:
    """Nobody else is asked anymore, and whoever asked learns who covers."""
    await withdraw(session, _cause(row))
    notice = notice_of(DutyNoticeKind.COVER_TAKEN, schedule, given_by(row), about_id=row.taken_by_id)
    await tell(session, [row.asked_by_id], notice, cause=f"{_cause(row)} taken")


async def ended(
    session: AsyncSession, row: CoverRequest, schedule: CallSchedule, *, by: CurrentUser | None = None
) -> None:
    """Nobody is asked anymore; whoever is on because of it learns that it has ended, unless they ended it."""
    await withdraw(session, _cause(row))
    readers = {row.asked_by_id, row.taken_by_id} if row.ending == CoverEnd.UNDONE else {row.asked_by_id}
    if by is not None:
        readers.discard(by.id)
    notice = notice_of(DutyNoticeKind.COVER_CLOSED, schedule, given_by(row))
    await tell(session, [each for each in readers if each is not None], notice, cause=f"{_cause(row)} ended")


def _cause(row: CoverRequest) -> str:
    """The number ends before what happened, so that no request's cause begins like another's."""
    return f"cover {row.id}:"
