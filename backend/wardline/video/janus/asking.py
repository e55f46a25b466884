"""Asks the media server before a request uses the database."""

from typing import Annotated

from fastapi import Depends, Request

from wardline.core.http.routing import Session
from wardline.video.janus.availability import MediaServers


async def _has_media_server(request: Request, session: Session) -> bool:
    media: MediaServers = request.app.state.media
    if media.is_used:
        await session.rollback()  # No database connection waits for the media server.
    return await media.is_ready()


HasMediaServer = Annotated[bool, Depends(_has_media_server)]
"""Whether calls use a media server, and it responds."""
