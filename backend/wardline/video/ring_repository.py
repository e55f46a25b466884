"""Every query about the screens on which meetings ring."""

import uuid
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.people.models import User
from wardline.video.models import RingingScreen


class RingingUser(NamedTuple):
    """A user on one of whose screens a meeting rings."""

    user: User
    is_silent: bool


class RingRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def put(self, meeting_id: uuid.UUID, screen_id: uuid.UUID, user_id: int, *, is_silent: bool) -> bool:
        """Record that a meeting rings on a screen; returns whether that is new there, or its sound has changed.

        A screen belongs to the user who reported it first.
        """
        before = await self.session.get(RingingScreen, (meeting_id, screen_id))
        if before is not None and before.user_id != user_id:
            return False
        values = {"meeting_id": meeting_id, "screen_id": screen_id, "user_id": user_id}
        report = {"is_silent": is_silent, "seen_at": clock.now()}
        await self.session.execute(
            insert(RingingScreen)
            .values(values | report)
            .on_conflict_do_update(
                index_elements=["meeting_id", "screen_id"], set_=report, where=RingingScreen.user_id == user_id
            )
        )
        return before is None or before.is_silent != is_silent

    async def users(self, meeting_id: uuid.UUID, since: datetime) -> list[RingingUser]:
        """The users on whose screens the meeting rings, by name, each with whether that screen is silent."""
        statement = (
            select(User, RingingScreen.is_silent)
            .join(User, User.id == RingingScreen.user_id)
            .where(RingingScreen.meeting_id == meeting_id, RingingScreen.seen_at > since)
            .order_by(User.last_name, User.first_name, User.id)
        )
        return [RingingUser(*row) for row in (await self.session.execute(statement)).all()]

    async def forget(self, meeting_id: uuid.UUID, screen_id: uuid.UUID, user_id: int) -> bool:
        """Returns whether there was one, of this user."""
        statement = delete(RingingScreen).where(
            RingingScreen.meeting_id == meeting_id,
            RingingScreen.screen_id == screen_id,
            RingingScreen.user_id == user_id,
        )
        return (await self.session.execute(statement.returning(RingingScreen.screen_id))).first() is not None

    async def forget_all(self, meeting_id: uuid.UUID) -> None:
        await self.session.execute(delete(RingingScreen).where(RingingScreen.meeting_id == meeting_id))
