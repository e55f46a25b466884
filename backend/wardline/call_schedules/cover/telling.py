"""Tells people of requests for cover."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.choices import CoverEnd
from wardline.call_schedules.models import CallSchedule, CoverRequest
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice, tell, withdraw

REMINDERS: Final = tuple(timedelta(hours=hours) for hours in (4 * 168, 3 * 168, 2 * 168, 168, 3 * 24, 2 * 24, 24, 12))
"""How long before its shift people are reminded of an open request, the longest first."""
WORKING_HOURS: Final = (time(9), time(17))
"""When they are, on the clocks of the schedule."""


async def asked(session: AsyncSession, row: CoverRequest, schedule: CallSchedule, group: Collection[int]) -> None:
    """Tell those who may take it."""
    readers = _asked_people(row, group)
    await _tell(session, readers, row, schedule, DutyNoticeKind.COVER_ASKED, about_id=row.asked_by_id)


async def remind(
    session: AsyncSession, row: CoverRequest, schedule: CallSchedule, group: Collection[int], now: datetime
) -> None:
    """Tell everybody again that it is open, at most once for each of `REMINDERS` and only in working hours."""
    due = [ahead for ahead in REMINDERS if row.asked_at < row.starts_at - ahead <= now]
    if not due or not _is_working_hour(now, schedule.time_zone):
        return
    cause = f"reminder {due[-1] // timedelta(hours=1)}"
    readers = _asked_people(row, group)
    await _tell(session, readers, row, schedule, DutyNoticeKind.COVER_ASKED, about_id=row.asked_by_id, cause=cause)
    await _tell(session, [row.asked_by_id], row, schedule, DutyNoticeKind.COVER_OPEN, about_id=None, cause=cause)


def _is_working_hour(now: datetime, zone: str) -> bool:
    return WORKING_HOURS[0] <= now.astimezone(ZoneInfo(zone)).time() < WORKING_HOURS[1]


def _asked_people(row: CoverRequest, group: Collection[int]) -> Collection[int]:
    return [row.offered_to_id] if row.offered_to_id is not None else sorted(set(group) - {row.asked_by_id})


async def taken(session: AsyncSession, row: CoverRequest, schedule: CallSchedule) -> None:
    """Nobody else is asked anymore, and whoever asked learns who covers."""
    await withdraw(session, _cause(row))
    await _tell(session, [row.asked_by_id], row, schedule, DutyNoticeKind.COVER_TAKEN, about_id=row.taken_by_id)


async def ended(
    session: AsyncSession, row: CoverRequest, schedule: CallSchedule, *, by: CurrentUser | None = None
) -> None:
    """Nobody is asked anymore; whoever is on because of it learns that it has ended, unless they ended it."""
    await withdraw(session, _cause(row))
    if row.ending == CoverEnd.WITHDRAWN and by is not None and by.id == row.asked_by_id:
        return
    concerned = {row.asked_by_id, row.taken_by_id} - {None, by.id if by is not None else None}
    about_id = by.id if by is not None else row.asked_by_id
    for reader in sorted(user_id for user_id in concerned if user_id is not None):
        await _tell(session, [reader], row, schedule, DutyNoticeKind.COVER_CLOSED, about_id=about_id)


async def _tell(
    session: AsyncSession,
    user_ids: Collection[int],
    row: CoverRequest,
    schedule: CallSchedule,
    kind: DutyNoticeKind,
    *,
    about_id: int | None,
    cause: str = "",
) -> None:
    notice = DutyNotice(
        kind=kind,
        service_line_id=schedule.service_line_id,
        time_zone=schedule.time_zone,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        about_id=about_id,
        schedule_name=schedule.name,
    )
    await tell(session, user_ids, notice, cause=f"{_cause(row)} {kind} {cause}".strip())


def _cause(row: CoverRequest) -> str:
    """The number ends before the kind, so that no request's cause begins like another's."""
    return f"cover {row.id}:"
