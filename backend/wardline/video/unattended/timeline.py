"""What the timeline of a consult says about devices that were left in its call."""

from typing import Final

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.timeline.choices import UpdateKind
from wardline.video.models import Meeting
from wardline.video.timeline import record
from wardline.video.unattended.repository import TokenRepository

STARTED: Final = "A device stays in the call with nobody signed in on it."
ENDED: Final = "The device that was left in the call has been taken back, or its call has ended."


async def record_start(session: AsyncSession, meeting: Meeting, issued_by_id: int) -> None:
    await record(session, meeting, UpdateKind.UNATTENDED_STARTED, STARTED, issued_by_id)


async def end_tokens(session: AsyncSession, meeting: Meeting, *where: ColumnElement[bool]) -> None:
    """End the meeting's tokens that match, and record it of those that a device has used."""
    for token in await TokenRepository(session).end(meeting.id, *where):
        if token.started_at is not None:
            await record(session, meeting, UpdateKind.UNATTENDED_ENDED, ENDED, token.issued_by_id)
