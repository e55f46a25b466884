"""Every query about service lines."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from wardline.service_lines.models import Priority, ServiceLine
from wardline.service_lines.registry import all_lines


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

    async def priority(self, service_line_id: int, priority_id: int) -> Priority | None:
        return await self.session.get(Priority, (service_line_id, priority_id))

    async def synchronize(self) -> None:
        """Give every line of the registry its rows; run by the owner after migrating."""
        for line in all_lines():
            for line_id, code in line.ids.items():
                values = {
                    "slug": line.slug,
                    "code": code,
                    "name": line.name,
                    "type": line.type,
                    "display_service_type": line.display_service_type,
                    "primary_checkin_on": line.primary_checkin_on,
                }
                await self.session.execute(
                    insert(ServiceLine).values(id=line_id, **values).on_conflict_do_update(index_elements=["id"], set_=values)
                )
