"""Every query about timelines."""

import uuid
from typing import Final

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from wardline.consults.timeline.choices import TaskType, UpdateKind
from wardline.consults.timeline.models import TimelineEntry

KNOWN_TYPES: Final = tuple(task_type.value for task_type in TaskType)
KNOWN_KINDS: Final = tuple(kind.value for kind in UpdateKind)
"""During an upgrade, newer servers on the same database may add entries of other types and kinds."""


class TimelineRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of_consult(self, consult_id: uuid.UUID) -> list[TimelineEntry]:
        """Every entry of a known type and kind, newest first."""
        statement = (
            select(TimelineEntry)
            .where(
                TimelineEntry.consult_id == consult_id,
                TimelineEntry.task_type.in_(KNOWN_TYPES),
                or_(TimelineEntry.kind.is_(None), TimelineEntry.kind.in_(KNOWN_KINDS)),
            )
            .options(joinedload(TimelineEntry.author))
            .order_by(TimelineEntry.created_at.desc(), TimelineEntry.id.desc())
        )
        return list((await self.session.scalars(statement)).all())
