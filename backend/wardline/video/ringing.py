"""Where a waiting call rings: screens at the bedside report it, and whoever waits reads it."""

import uuid
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.people.models import User
from wardline.people.schemas import Viewer
from wardline.realtime import rooms
from wardline.realtime.publish import publish
from wardline.video.errors import MeetingNotFound
from wardline.video.events import MeetingSignalled
from wardline.video.models import Meeting
from wardline.video.repository import MeetingRepository
from wardline.video.ring_repository import RingRepository
from wardline.video.schemas import Ringing
from wardline.video.waiting import attendance_of, waiting_calls, who_waits

_SILENT_AFTER: Final = timedelta(seconds=75)
"""A screen that has not reported for this long is closed."""


async def report_ring(
    session: AsyncSession, meeting_id: uuid.UUID, screen_id: uuid.UUID, *, is_silent: bool, by: CurrentUser
) -> None:
    """Record that a call rings on a screen of the user, and let those who wait know.

    Raises:
        MeetingNotFound: it does not ring for this user.
    """
    if meeting_id not in {call.meeting_id for call in await waiting_calls(session, by)}:
        raise MeetingNotFound
    # Whatever is reported while the meeting ends would never be forgotten.
    if (await MeetingRepository(session).locked(meeting_id)).ended_at is not None:
        raise MeetingNotFound
    if await RingRepository(session).put(meeting_id, screen_id, by.id, is_silent=is_silent):
        await _tell_attendees(session, meeting_id)


async def withdraw_ring(session: AsyncSession, meeting_id: uuid.UUID, screen_id: uuid.UUID, *, by: CurrentUser) -> None:
    """Forget a screen of the user, and let those who wait know.

    Raises:
        MeetingNotFound: it does not ring there.
    """
    if not await RingRepository(session).forget(meeting_id, screen_id, by.id):
        raise MeetingNotFound
    await _tell_attendees(session, meeting_id)


async def _tell_attendees(session: AsyncSession, meeting_id: uuid.UUID) -> None:
    attendees = await MeetingRepository(session).present(meeting_id)
    to = sorted({rooms.of_user(each.user_id) for each in attendees if each.user_id is not None})
    publish(session, MeetingSignalled(meeting_id=meeting_id), to=to)


async def ringing(session: AsyncSession, meeting: Meeting, user: CurrentUser) -> Ringing | None:
    """Where the call rings in which this user waits; None if it does not ring for the bedside on their account."""
    if not user.is_virtual:
        return None
    repository = MeetingRepository(session)
    consult = await session.get_one(Consult, meeting.consult_id)
    rows = [attendance_of(*row) for row in await repository.attendances(meeting.id)]
    waiting = who_waits(rows, requester_id=consult.created_by_id, now=clock.now())
    if user.id not in {each.user.id for each in waiting}:
        return None
    screens = await RingRepository(session).users(meeting.id, clock.now() - _SILENT_AFTER)
    heard = {person.id for person, is_silent in screens if not is_silent}
    return Ringing(
        heard_by=_each_once(person for person, _ in screens if person.id in heard),
        seen_by=_each_once(person for person, _ in screens if person.id not in heard),
        callback_number=consult.callback_number,
    )


def _each_once(people: Iterable[User]) -> list[Viewer]:
    return [Viewer.model_validate(person) for person in dict.fromkeys(people)]
