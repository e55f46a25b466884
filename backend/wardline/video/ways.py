"""The way that a meeting's audio and video take, which can change while people are in it.

The same for all of its windows, because two ways would mean that some hear each other and some do not. This server
decides; each window reports which change it knows of (`media_generation`), and is told of later ones.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.jobs.queue import defer
from wardline.video.errors import MediaServerDown
from wardline.video.janus.availability import MediaOffer, MediaServers
from wardline.video.janus.jobs import update_media_room
from wardline.video.janus.rooms import JANUS, MESH
from wardline.video.models import Attendee, Meeting
from wardline.video.repository import MeetingRepository, Way
from wardline.video.schemas import Attend

MAX_IN_MESH: Final = 3
"""Each window of a mesh encodes and sends its picture once for each of the others."""


def first_way(offer: MediaOffer) -> str:
    """Of a new meeting."""
    return JANUS if offer.is_ready and offer.is_first else MESH


def depends_on_media_server(way: Way | None, media: MediaServers) -> bool:
    """Whether one more in a meeting with this way has to know if the media server responds.

    None is the way of a meeting that is about to be opened.
    """
    if way is None:
        return media.is_first
    return way.media == JANUS or (media.is_used and way.present >= MAX_IN_MESH)


async def find_way(session: AsyncSession, meeting: Meeting, present: Sequence[Attendee], offer: MediaOffer) -> None:
    """Before one more joins a locked meeting: take the media server if they are too many without.

    If nobody is in a meeting whose media server does not respond, it goes on without.

    Raises:
        MediaServerDown: others are in the meeting, which uses it, and it does not respond.
    """
    if meeting.media == JANUS and offer.is_down:
        if present:
            raise MediaServerDown
        await _change_way(session, meeting, MESH)
    elif meeting.media == MESH and offer.is_ready and len(present) >= MAX_IN_MESH:
        await _change_way(session, meeting, JANUS)


def is_left_by_media_server(meeting: Meeting, request: Attend) -> bool:
    """Whether the window, which does not reach the media server, means the one that the meeting uses now."""
    return request.is_cut_off and meeting.media == JANUS and not has_moved(meeting, request)


async def go_without_media_server(session: AsyncSession, meeting: Meeting) -> None:
    """The locked meeting goes on from browser to browser."""
    await _change_way(session, meeting, MESH)


def has_moved(meeting: Meeting, request: Attend) -> bool:
    """Whether the way has changed since the window last learned of it."""
    return request.media_generation != meeting.media_generation


async def update_room(session: AsyncSession, meeting: Meeting) -> None:
    """Have the meeting's room at the media server brought in line."""
    await defer(session, update_media_room, lock=f"media room of {meeting.id}", meeting_id=str(meeting.id))


async def _change_way(session: AsyncSession, meeting: Meeting, media: str) -> None:
    meeting.media = media
    meeting.media_generation += 1
    await MeetingRepository(session).forget_publishers(meeting.id)
    await update_room(session, meeting)
