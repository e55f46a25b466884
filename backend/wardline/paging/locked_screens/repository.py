"""Every query about duty tokens."""

from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import any_, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from wardline.core.db.database import id_array
from wardline.paging.models import DutyToken
from wardline.people.models import CheckIn, shift_of
from wardline.service_lines.models import ServiceLine

_open: Final = aliased(CheckIn)
_IS_OPEN_IN_SHIFT: Final = (
    (_open.user_id == CheckIn.user_id) & (shift_of(_open) == shift_of(CheckIn)) & _open.checked_out_at.is_(None)
)
"""An open check-in of the same shift as a token's."""


class FoundToken(NamedTuple):
    """`open_check_in_ids` are those of the shift during which it was issued."""

    digest: bytes
    user_id: int
    shift_id: int
    open_check_in_ids: Collection[int]
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
                shift_of(CheckIn),
                func.array(select(_open.id).where(_IS_OPEN_IN_SHIFT).correlate(CheckIn).scalar_subquery()),
                DutyToken.expires_at,
                DutyToken.first_used_at,
            )
            .join(CheckIn, CheckIn.id == DutyToken.check_in_id)
            .where(DutyToken.digest == digest)
        )
        row = (await self.session.execute(statement)).one_or_none()
        return FoundToken(*row) if row is not None else None

    async def is_locked_already(self, shift_id: int) -> bool:
        """Whether a screen of the user's has been locked during this shift."""
        statement = select(
            exists().where(
                DutyToken.check_in_id == CheckIn.id,
                DutyToken.first_used_at.is_not(None),
                shift_of(CheckIn) == shift_id,
            )
        )
        return bool(await self.session.scalar(statement))

    async def mark_used(self, digest: bytes, at: datetime) -> None:
        await self.session.execute(update(DutyToken).where(DutyToken.digest == digest).values(first_used_at=at))

    async def delete(self, digest: bytes) -> bool:
        """Whether there was one."""
        statement = delete(DutyToken).where(DutyToken.digest == digest).returning(DutyToken.digest)
        return bool((await self.session.scalars(statement)).all())

    async def line_names(self, service_line_ids: Collection[int]) -> list[str]:
        """In alphabetical order."""
        statement = select(ServiceLine.name).where(ServiceLine.id == any_(id_array(service_line_ids)))
        return list(await self.session.scalars(statement.order_by(ServiceLine.name)))

    async def forget(self, now: datetime) -> None:
        """Delete tokens that nobody can use anymore, except those that show that the owner of a shift was told."""
        is_of_shift = exists().where(CheckIn.id == DutyToken.check_in_id, exists().where(_IS_OPEN_IN_SHIFT))
        is_needless = or_(DutyToken.first_used_at.is_(None), ~is_of_shift)
        await self.session.execute(delete(DutyToken).where(DutyToken.expires_at <= now, is_needless))
