"""Asks the media server, if it matters, before a request locks anything in the database."""

from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.http.routing import Session
from wardline.video.guests.admission import AnyGuest
from wardline.video.janus.availability import UNASKED, MediaOffer, MediaServers
from wardline.video.models import Meeting
from wardline.video.repository import MeetingRepository
from wardline.video.schemas import Attend
from wardline.video.ways import depends_on_media_server


async def offer_for(request: Request, session: AsyncSession, *where: ColumnElement[bool]) -> MediaOffer:
    """What one more in the open meeting that matches can use; it is about to be opened if there is none."""
    media: MediaServers = request.app.state.media
    if media.janus is not None:
        way = await MeetingRepository(session).way_of(*where)
        if not depends_on_media_server(way, media):
            return UNASKED
        await session.rollback()  # No database connection waits for the media server.
    return await media.offer()


async def has_media_server(body: Attend, request: Request, session: AsyncSession) -> bool:
    """Whether the media server responds; asked only if the window does not reach it."""
    if not body.is_cut_off:
        return True
    media: MediaServers = request.app.state.media
    await session.rollback()
    return await media.is_up()


async def _offered(request: Request, session: Session, by: AnyGuest) -> MediaOffer:
    return await offer_for(request, session, Meeting.id == by.meeting_id)


OfferedMedia = Annotated[MediaOffer, Depends(_offered)]
"""What the guest who calls can use."""
