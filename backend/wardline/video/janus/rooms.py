"""Brings a meeting's room in line with who is in the meeting.

Whatever changes a meeting queues a job for its room, in the same transaction, so that no transaction waits for Janus
and nothing is lost in a crash. The job looks at the meeting as it is by then. A second look while it works finds what
has changed meanwhile, so that a token that was just taken away does not come back.
"""

import logging
import uuid
from datetime import timedelta
from typing import Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.retries import MEDIA_ROOM_SECONDS, Retry
from wardline.video.janus.server import JanusDown, JanusRefused, JanusServer, Room
from wardline.video.models import Attendee, Meeting

log = logging.getLogger(__name__)

JANUS: Final = "janus"
MESH: Final = "mesh"
GIVE_UP_AFTER: Final = timedelta(hours=1)
"""A room of a meeting that ended so long ago has certainly gone with the server that does not answer."""


class Wanted(NamedTuple):
    """What a room should be like; without `is_open`, it should not be."""

    is_open: bool
    attendee_ids: frozenset[uuid.UUID]


async def bring_in_line(database: Database, janus: JanusServer, meeting_id: uuid.UUID) -> None:
    """Make or destroy the meeting's room, and let in its attendees and nobody else.

    Raises:
        JanusDown, JanusRefused
    """
    before = await _wanted(database, meeting_id)
    async with janus.room(meeting_id) as room:
        allowed: set[str] = set()
        participants: dict[int, str] = {}
        if before.is_open:
            await room.ensure()
            allowed = await room.allow(before.attendee_ids)
            participants = await room.participants()
        now = await _wanted(database, meeting_id)
        if not now.is_open:
            await room.destroy()
            return
        await _remove_others(room, janus, now, allowed, participants)


async def bring_in_line_or_retry(database: Database, janus: JanusServer, meeting_id: uuid.UUID) -> None:
    """The same for a job.

    Raises:
        Retry: Janus did not answer, or refused.
    """
    try:
        await bring_in_line(database, janus, meeting_id)
    except (JanusDown, JanusRefused) as error:
        log.warning("Janus: the room of a meeting could not be changed (%s)", error)
        async with database.transaction() as session:
            meeting = await session.get_one(Meeting, meeting_id)
            is_long_over = meeting.ended_at is not None and meeting.ended_at < clock.now() - GIVE_UP_AFTER
        if not is_long_over:
            raise Retry(MEDIA_ROOM_SECONDS) from None


async def open_rooms(session: AsyncSession) -> list[uuid.UUID]:
    """The open meetings that use Janus."""
    statement = select(Meeting.id).where(Meeting.ended_at.is_(None), Meeting.media == JANUS)
    return list((await session.scalars(statement)).all())


async def _remove_others(
    room: Room, janus: JanusServer, wanted: Wanted, allowed: set[str], participants: dict[int, str]
) -> None:
    """Take the tokens of those who have left, and disconnect whoever still uses one."""
    await room.forbid(allowed - set(map(janus.token_of, wanted.attendee_ids)))
    names = set(map(str, wanted.attendee_ids))
    for participant_id, name in participants.items():
        if name not in names:
            await room.kick(participant_id)


async def _wanted(database: Database, meeting_id: uuid.UUID) -> Wanted:
    async with database.transaction() as session:
        meeting = await session.get_one(Meeting, meeting_id)
        of_meeting = select(Attendee.id).where(Attendee.meeting_id == meeting_id, Attendee.left_at.is_(None))
        attendee_ids = frozenset((await session.scalars(of_meeting)).all())
        return Wanted(meeting.ended_at is None and meeting.media == JANUS, attendee_ids)
