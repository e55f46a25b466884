"""Every query about requests for cover."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Row, any_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules.choices import CoverEnd
from wardline.call_schedules.models import CallSchedule, CoverRequest
from wardline.core.db.database import id_array


class CoverRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def shown(
        self, schedule_ids: Collection[int], now: datetime, *, only_id: int | None = None
    ) -> Sequence[CoverRequest]:
        """Those of these schedules that are open, or that were taken and are not over, by begin."""
        statement = select(CoverRequest).where(
            CoverRequest.schedule_id == any_(id_array(schedule_ids)),
            CoverRequest.ends_at > now,
            or_(CoverRequest.ended_at.is_(None), CoverRequest.ending == CoverEnd.TAKEN.value),
        )
        if only_id is not None:
            statement = statement.where(CoverRequest.id == only_id)
        return (await self.session.scalars(statement.order_by(CoverRequest.starts_at, CoverRequest.id))).all()

    async def request_for_change(self, request_id: int) -> CoverRequest | None:
        return await self.session.get(
            CoverRequest, request_id, with_for_update={"key_share": True}, populate_existing=True
        )

    async def has_open(self, user_id: int, schedule_id: int, starts_at: datetime, ends_at: datetime) -> bool:
        """Whether this user has already asked for cover at some of this time."""
        statement = select(CoverRequest.id).where(
            CoverRequest.asked_by_id == user_id,
            CoverRequest.schedule_id == schedule_id,
            CoverRequest.ended_at.is_(None),
            CoverRequest.starts_at < ends_at,
            CoverRequest.ends_at > starts_at,
        )
        return (await self.session.scalars(statement.limit(1))).first() is not None

    async def unanswered(
        self, schedule_ids: Collection[int], since: datetime, until: datetime, now: datetime
    ) -> Sequence[CoverRequest]:
        """Open ones of these schedules for some of this time, whose own time has not begun."""
        statement = select(CoverRequest).where(
            CoverRequest.schedule_id == any_(id_array(schedule_ids)),
            CoverRequest.ended_at.is_(None),
            CoverRequest.starts_at > now,
            CoverRequest.starts_at < until,
            CoverRequest.ends_at > since,
        )
        return (await self.session.scalars(statement)).all()

    async def open(self) -> Sequence[Row[CoverRequest, CallSchedule]]:
        """All open ones, with their schedules."""
        statement = (
            select(CoverRequest, CallSchedule)
            .join(CallSchedule, CallSchedule.id == CoverRequest.schedule_id)
            .where(CoverRequest.ended_at.is_(None))
        )
        return (await self.session.execute(statement.order_by(CoverRequest.id))).all()
