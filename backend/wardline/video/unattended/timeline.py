"""What the timeline of a consult says about devices that were left in its call."""

from typing import Final

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.timeline.choices import UpdateKind
from wardline.video.models import Meeting
from wardline.video.timeline import record
from wardline.video.unattended.repository import TokenRepository

STARTED: Final = "A device stays in the call with nobody signed in on it."
TAKEN_BACK: Final = "The device that was left in the call was taken back."
CALL_ENDED: Final = "The call in which a device was left has ended."
EXPIRED: Final = "The device that was left in the call was removed, because its time was up."
NOT_PERMITTED: Final = "The device was removed from the call, because whoever left it there may no longer take part."


async def record_start(session: AsyncSession, meeting: Meeting, issued_by_id: int) -> None:
    await record(session, meeting, UpdateKind.UNATTENDED_STARTED, STARTED, issued_by_id)


async def end_tokens(session: AsyncSession, meeting: Meeting, *where: ColumnElement[bool], why: str) -> None:
    """End the meeting's tokens that match, and record why of those that a device has used."""
    for token in await TokenRepository(session).end(meeting.id, *where):
        if token.started_at is not None:
            await record(session, meeting, UpdateKind.UNATTENDED_ENDED, why, token.issued_by_id)
