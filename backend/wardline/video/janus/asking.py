"""Asks the media server before a request uses the database."""

from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.http.routing import Session
from wardline.video.janus.availability import MediaOffer, MediaServers
from wardline.video.schemas import Attend


async def _offered(request: Request, session: Session) -> MediaOffer:
    return await (await _ready_to_ask(request, session)).offer()


OfferedMedia = Annotated[MediaOffer, Depends(_offered)]
"""The media server that a call can use."""


async def has_media_server(body: Attend, request: Request, session: AsyncSession) -> bool:
    """Whether the media server responds; asked only if the window does not reach it."""
    return not body.is_cut_off or await (await _ready_to_ask(request, session)).is_ready()


async def _ready_to_ask(request: Request, session: AsyncSession) -> MediaServers:
    media: MediaServers = request.app.state.media
    if media.is_used:
        await session.rollback()  # No database connection waits for the media server.
    return media
