"""Brings a meeting's room in line with who is in the meeting.

Whatever changes a meeting queues a job for its room, in the same transaction, so that no transaction waits for Janus
and nothing is lost in a crash. The job looks at the meeting as it is by then. A second look while it works finds what
has changed meanwhile, so that a token that was just taken away does not come back.

Janus does not say with which token somebody has entered. What the windows of present attendees have reported stays;
what one who has left had reported is disconnected at once, and so is all that nobody has reported as soon as a token
is taken away, because it may have been used for that. Otherwise there is a grace, because windows report what Janus
has told them.
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
REPORTED_WITHIN: Final = timedelta(seconds=5)
"""How long after they have entered windows may take to report what they publish."""


class Wanted(NamedTuple):
    """What a room should be like; without `is_open`, it should not be."""

    is_open: bool
    attendee_ids: frozenset[uuid.UUID]
    publishers: frozenset[int]
    """What they have reported to publish."""
    former_publishers: frozenset[int]
    """What those had reported who have left."""


async def bring_in_line(database: Database, janus: JanusServer, meeting_id: uuid.UUID) -> None:
    """Make or destroy the meeting's room, and let in its attendees and nobody else.

    Raises:
        JanusDown, JanusRefused
    """
    before = await _wanted(database, meeting_id)
    async with janus.room(meeting_id) as room:
        allowed: set[str] = set()
        if before.is_open:
            await room.ensure()
            allowed = await room.allow(before.attendee_ids)
        now = await _wanted(database, meeting_id)
        if now.is_open:
            await _remove_others(room, janus, now, allowed)
        else:
            await room.destroy()
            janus.strangers.forget(meeting_id)


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


async def _remove_others(room: Room, janus: JanusServer, wanted: Wanted, allowed: set[str]) -> None:
    """Take the tokens of those who have left, and disconnect whoever may still use one."""
    taken = allowed - set(map(janus.token_of, wanted.attendee_ids))
    await room.forbid(taken)
    unreported = await room.participants() - wanted.publishers
    late = janus.strangers.since(room.meeting_id, unreported, clock.now() - REPORTED_WITHIN)
    for participant_id in unreported:
        if taken or participant_id in wanted.former_publishers or participant_id in late:
            await room.kick(participant_id)


async def _wanted(database: Database, meeting_id: uuid.UUID) -> Wanted:
    async with database.transaction() as session:
        meeting = await session.get_one(Meeting, meeting_id)
        attendees = (await session.scalars(select(Attendee).where(Attendee.meeting_id == meeting_id))).all()
        there = [attendee for attendee in attendees if attendee.left_at is None]
        reported = {attendee.publisher_id for attendee in attendees if attendee.publisher_id is not None}
        publishers = frozenset(attendee.publisher_id for attendee in there if attendee.publisher_id is not None)
        return Wanted(
            is_open=meeting.ended_at is None and meeting.media == JANUS,
            attendee_ids=frozenset(attendee.id for attendee in there),
            publishers=publishers,
            former_publishers=frozenset(reported - publishers),
        )
