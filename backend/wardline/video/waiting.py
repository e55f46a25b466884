"""Calls in which a provider waits and nobody of the asking side is: they ring at the bedside."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.people.models import User
from wardline.people.schemas import Viewer
from wardline.video.models import Attendee
from wardline.video.policies import can_join_chime
from wardline.video.repository import AttendanceRow, MeetingRepository
from wardline.video.schemas import WaitingCall
from wardline.video.time_limits import LEASE, RETURN_WINDOW


@dataclass(frozen=True, slots=True)
class Attendance:
    """A window that has joined a meeting, whether or not it is still in it."""

    user: Viewer
    gives_consults: bool
    joined_at: datetime
    seen_at: datetime
    left_at: datetime | None

    def is_present(self, now: datetime) -> bool:
        return self.left_at is None and self.seen_at > now - LEASE


def who_waits(attendances: Sequence[Attendance], *, requester_id: int, now: datetime) -> list[Attendance]:
    """The window with which each provider arrived who is in the meeting and has met nobody of the asking side there.

    `attendances` are all of the meeting, in the order in which they joined. The asking side are the requester and
    everyone who gives no consults. A provider who stays after they have left does not ring for them again, but one whom
    a lost connection has left alone does.
    """
    asking = [each for each in attendances if each.user.id == requester_id or not each.gives_consults]
    if any(each.is_present(now) for each in asking):
        return []
    present = {each.user.id for each in attendances if each.is_present(now)}
    waiting = [each for each in _arrivals(attendances).values() if each.user.id in present]
    if any(each.left_at is None for each in asking):
        return waiting
    last_left = max((each.left_at for each in asking if each.left_at is not None), default=None)
    return [each for each in waiting if last_left is None or each.joined_at > last_left]


def _arrivals(attendances: Sequence[Attendance]) -> dict[int, Attendance]:
    """The window with which each user last arrived, by user; a reload, or a second window, is no arrival."""
    arrivals: dict[int, Attendance] = {}
    until: dict[int, datetime] = {}
    for each in attendances:
        user_id = each.user.id
        if user_id not in arrivals or each.joined_at > until[user_id] + RETURN_WINDOW:
            arrivals[user_id] = each
        until[user_id] = max(until.get(user_id, each.joined_at), each.left_at or each.seen_at)
    return arrivals


async def waiting_calls(session: AsyncSession, user: CurrentUser) -> list[WaitingCall]:
    """The calls that ring for this user, who may join them, the longest wait first.

    They ring for whoever requested the consult, and for others at the bedside who have it on a screen.
    """
    rows = await MeetingRepository(session).attendances_concerning(user)
    meetings = [list(of_meeting) for _, of_meeting in groupby(rows, key=lambda row: row.attendee.meeting_id)]
    calls = [_call(of_meeting, user) for of_meeting in meetings]
    return sorted((call for call in calls if call is not None), key=lambda call: call.since)


def _call(rows: Sequence[AttendanceRow], user: CurrentUser) -> WaitingCall | None:
    """The call of one meeting; None if it does not ring."""
    consult: Consult = rows[0].consult
    meeting_id: uuid.UUID = rows[0].attendee.meeting_id
    waiting = who_waits(
        [attendance_of(row.attendee, row.user, row.gives_consults) for row in rows],
        requester_id=consult.created_by_id,
        now=clock.now(),
    )
    if not waiting or not can_join_chime(user, consult).allowed:
        return None
    return WaitingCall(
        meeting_id=meeting_id,
        consult_id=consult.id,
        service_line_name=consult.service_line.name,
        location_name=consult.location.display_name,
        people=[each.user for each in waiting],
        since=waiting[0].joined_at,
    )


def attendance_of(attendee: Attendee, user: User, gives_consults: bool) -> Attendance:  # noqa: FBT001 - a row
    return Attendance(
        user=Viewer.model_validate(user),
        # Whoever left a device at the bedside, the patient is there.
        gives_consults=gives_consults and attendee.standalone_token_id is None,
        joined_at=attendee.joined_at,
        seen_at=attendee.seen_at,
        left_at=attendee.left_at,
    )
