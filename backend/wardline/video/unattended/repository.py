"""Every query about standalone tokens."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.video.models import Meeting, StandaloneToken
from wardline.video.time_limits import RETURN_WINDOW


class FoundToken(NamedTuple):
    """A token with the ids of its meeting; `is_meeting_over` is about the meeting, `ended_at` about the token."""

    id: uuid.UUID
    issued_by_id: int
    ended_at: datetime | None
    meeting_id: uuid.UUID
    external_meeting_id: uuid.UUID
    consult_id: uuid.UUID
    is_meeting_over: bool


class OpenToken(NamedTuple):
    id: uuid.UUID
    issued_by_id: int
    expires_at: datetime


class EndedToken(NamedTuple):
    """`started_at` is None if no device has ever used it."""

    issued_by_id: int
    started_at: datetime | None


class TokenRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def find(self, token_id: uuid.UUID) -> FoundToken | None:
        statement = (
            select(
                StandaloneToken.id,
                StandaloneToken.issued_by_id,
                StandaloneToken.ended_at,
                Meeting.id,
                Meeting.external_id,
                Meeting.consult_id,
                Meeting.ended_at.is_not(None),
            )
            .join(Meeting, Meeting.id == StandaloneToken.meeting_id)
            .where(StandaloneToken.id == token_id)
        )
        row = (await self.session.execute(statement)).one_or_none()
        return FoundToken(*row) if row is not None else None

    async def current(self, token_id: uuid.UUID) -> StandaloneToken:
        """The token as it is now; the caller has locked its meeting."""
        return await self.session.get_one(StandaloneToken, token_id, populate_existing=True)

    async def awaited(self, meeting_id: uuid.UUID) -> Sequence[StandaloneToken]:
        """Those with which a device was told a moment ago to join, or has left and may return."""
        now = clock.now()
        statement = select(StandaloneToken).where(
            StandaloneToken.meeting_id == meeting_id,
            StandaloneToken.ended_at.is_(None),
            StandaloneToken.expires_at > now,
            StandaloneToken.awaited_since > now - RETURN_WINDOW,
        )
        return (await self.session.scalars(statement)).all()

    async def await_return(self, token_id: uuid.UUID) -> None:
        statement = update(StandaloneToken).where(StandaloneToken.id == token_id)
        await self.session.execute(statement.values(awaited_since=clock.now()))

    async def open(self, *, issued_by_id: int | None = None) -> list[OpenToken]:
        """Those that have not been ended, expired or not; of all users, or of one."""
        statement = select(StandaloneToken.id, StandaloneToken.issued_by_id, StandaloneToken.expires_at).where(
            StandaloneToken.ended_at.is_(None)
        )
        if issued_by_id is not None:
            statement = statement.where(StandaloneToken.issued_by_id == issued_by_id)
        return [OpenToken(*row) for row in (await self.session.execute(statement)).all()]

    async def end(self, meeting_id: uuid.UUID, *where: ColumnElement[bool]) -> list[EndedToken]:
        """End those of the meeting that match; returns the ones that had not been ended."""
        statement = (
            update(StandaloneToken)
            .where(StandaloneToken.meeting_id == meeting_id, StandaloneToken.ended_at.is_(None), *where)
            .values(ended_at=clock.now())
            .returning(StandaloneToken.issued_by_id, StandaloneToken.started_at)
        )
        rows: Sequence[Any] = (await self.session.execute(statement)).all()
        return [EndedToken(*row) for row in rows]
