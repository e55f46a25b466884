"""Every query about duty tokens."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import any_, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import id_array
from wardline.paging.models import DutyToken
from wardline.people.models import IS_OPEN, CheckIn
from wardline.service_lines.models import ServiceLine


class FoundToken(NamedTuple):
    digest: bytes
    user_id: int
    check_in_id: int
    expires_at: datetime
    first_used_at: datetime | None


class DutyTokenRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def find(self, digest: bytes) -> FoundToken | None:
        statement = (
            select(
                DutyToken.digest,
                CheckIn.user_id,
                DutyToken.check_in_id,
                DutyToken.expires_at,
                DutyToken.first_used_at,
            )
            .join(CheckIn, CheckIn.id == DutyToken.check_in_id)
            .where(DutyToken.digest == digest)
        )
        row = (await self.session.execute(statement)).one_or_none()
        return FoundToken(*row) if row is not None else None

    async def is_locked_already(self, user_id: int) -> bool:
        """Whether a screen of the user's has been locked since one of their open check-ins began."""
        statement = select(
            exists().where(
                DutyToken.check_in_id == CheckIn.id,
                DutyToken.first_used_at.is_not(None),
                CheckIn.user_id == user_id,
                IS_OPEN,
            )
        )
        return bool(await self.session.scalar(statement))

    async def mark_used(self, digest: bytes, at: datetime) -> None:
        await self.session.execute(update(DutyToken).where(DutyToken.digest == digest).values(first_used_at=at))

    async def line_names(self, service_line_ids: Collection[int]) -> list[str]:
        """In alphabetical order."""
        statement = select(ServiceLine.name).where(ServiceLine.id == any_(id_array(service_line_ids)))
        return list(await self.session.scalars(statement.order_by(ServiceLine.name)))

    async def forget(self, now: datetime) -> None:
        """Delete tokens that nobody can use anymore, except those that show that an open check-in's owner was told."""
        is_over = exists().where(CheckIn.id == DutyToken.check_in_id, CheckIn.checked_out_at.is_not(None))
        is_needless = or_(DutyToken.first_used_at.is_(None), is_over)
        await self.session.execute(delete(DutyToken).where(DutyToken.expires_at <= now, is_needless))
