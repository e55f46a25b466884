"""Every query about service lines."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from wardline.service_lines.models import Priority, ServiceLine


class ServiceLineRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def lines(self, ids: Collection[int]) -> list[ServiceLine]:
        statement = (
            select(ServiceLine)
            .where(ServiceLine.id.in_(ids))
            .options(selectinload(ServiceLine.hours))
            .order_by(ServiceLine.name, ServiceLine.id)
        )
        return list((await self.session.scalars(statement)).all())

    async def priorities(self, service_line_id: int) -> list[Priority]:
        statement = select(Priority).where(Priority.service_line_id == service_line_id).order_by(Priority.id)
        return list((await self.session.scalars(statement)).all())
