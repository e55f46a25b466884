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
from wardline.duty_notices.service import Telling, tell, told_among, withdraw

REMINDERS: Final = tuple(timedelta(hours=hours) for hours in (4 * 168, 3 * 168, 2 * 168, 168, 3 * 24, 2 * 24, 24, 12))
"""How long before its first shift people are reminded of an open request, the longest first."""
WORKING_HOURS: Final = (time(9), time(17))
"""When they are, on the clocks of the schedule."""


async def asked(session: AsyncSession, row: CoverRequest, schedule: CallSchedule, readers: Collection[int]) -> None:
    """Tell those who can take it."""
    notice = notice_of(DutyNoticeKind.COVER_ASKED, schedule, given_by(row), about_id=row.asked_by_id)
    await tell(session, Telling(readers, notice, f"{_cause(row)} asked"))


def due_reminder(row: CoverRequest, zone: str, now: datetime) -> str | None:
    """The cause of the reminder that is due by now, whether or not anybody has been told of it.

    There is one for each of `REMINDERS`. None outside working hours in `zone`, or if the first one is not due.
    """
    due = [ahead for ahead in REMINDERS if row.asked_at < begins_at(row) - ahead <= now]
    if not due or not _is_working_hour(now, zone):
        return None
    return f"{_cause(row)} reminder {due[-1] // timedelta(hours=1)}"


async def remind(
    session: AsyncSession, row: CoverRequest, schedule: CallSchedule, readers: Collection[int], now: datetime
) -> None:
    """Tell everybody once of the reminder that is due.

    It takes the place of what was said before, so that nobody has several notices of one request.
    """
    cause = due_reminder(row, schedule.time_zone, now)
    if cause is None or await told_among(session, [cause]):
        return
    await withdraw(session, _cause(row))
    again = notice_of(DutyNoticeKind.COVER_ASKED, schedule, given_by(row), about_id=row.asked_by_id)
    still_open = notice_of(DutyNoticeKind.COVER_OPEN, schedule, given_by(row))
    await tell(session, Telling(readers, again, cause), Telling([row.asked_by_id], still_open, cause))


def _is_working_hour(now: datetime, zone: str) -> bool:
    return WORKING_HOURS[0] <= now.astimezone(ZoneInfo(zone)).time() < WORKING_HOURS[1]


async def taken(session: AsyncSession, row: CoverRequest, schedule: CallSchedule) -> None:
    """Nobody else is asked anymore, and whoever asked learns who covers."""
    await withdraw(session, _cause(row))
    notice = notice_of(DutyNoticeKind.COVER_TAKEN, schedule, given_by(row), about_id=row.taken_by_id)
    await tell(session, Telling([row.asked_by_id], notice, f"{_cause(row)} taken"))


async def ended(
    session: AsyncSession, row: CoverRequest, schedule: CallSchedule, *, by: CurrentUser | None = None
) -> None:
    """Nobody is asked anymore; whoever is on because of it learns that it has ended, unless they ended it."""
    await withdraw(session, _cause(row))
    readers = {row.asked_by_id, row.taken_by_id} if row.ending == CoverEnd.UNDONE else {row.asked_by_id}
    if by is not None:
        readers.discard(by.id)
    notice = notice_of(DutyNoticeKind.COVER_CLOSED, schedule, given_by(row))
    await tell(session, Telling([each for each in readers if each is not None], notice, f"{_cause(row)} ended"))


def _cause(row: CoverRequest) -> str:
    """The number ends before what happened, so that no request's cause begins like another's."""
    return f"cover {row.id}:"
