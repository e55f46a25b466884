"""Jobs of the meetings that use Janus."""

import logging
import uuid

from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import job, repeated_job
from wardline.core.retries import MEDIA_ROOM_SECONDS
from wardline.settings import Settings
from wardline.video.janus.rooms import bring_in_line, bring_in_line_or_retry, open_rooms
from wardline.video.janus.server import JanusDown, JanusRefused, JanusServer, janus_for

log = logging.getLogger(__name__)


@job(urgent=True)
async def update_media_room(context: JobContext, meeting_id: str) -> None:
    """Someone has joined or left the meeting, or it has ended."""
    if janus_for(context.settings) is not None:
        await bring_in_line_or_retry(context.database, context.client(_server), uuid.UUID(meeting_id))


@repeated_job(every_seconds=MEDIA_ROOM_SECONDS)
async def look_after_media_rooms(context: JobContext) -> None:
    """Make the rooms anew that a restart of Janus has removed."""
    if janus_for(context.settings) is None:
        return
    async with context.database.transaction() as session:
        meeting_ids = await open_rooms(session)
    for meeting_id in meeting_ids:
        try:
            await bring_in_line(context.database, context.client(_server), meeting_id)
        except (JanusDown, JanusRefused) as error:
            log.warning("Janus: a room could not be looked after (%s)", error)


def _server(settings: Settings) -> JanusServer:
    server = janus_for(settings)
    assert server is not None  # noqa: S101 - checked by the jobs
    return server
