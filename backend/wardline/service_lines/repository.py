"""Every query about service lines."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Row, select
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

    async def names(self) -> Sequence[Row[int, str]]:
        """Id and name of every line, by name."""
        statement = select(ServiceLine.id, ServiceLine.name).order_by(ServiceLine.name, ServiceLine.id)
        return (await self.session.execute(statement)).all()

    async def priority_names(self, ids: Collection[int]) -> Mapping[int, Sequence[str]]:
        """The names of the priorities that each of these lines has, each once, in their order."""
        statement = select(Priority.service_line_id, Priority.name).where(Priority.service_line_id.in_(ids))
        names: dict[int, dict[str, None]] = {line_id: {} for line_id in ids}
        for line_id, name in await self.session.execute(statement.order_by(Priority.id)):
            names[line_id][name] = None
        return {line_id: list(found) for line_id, found in names.items()}

    async def priorities(self, service_line_id: int) -> list[Priority]:
        statement = select(Priority).where(Priority.service_line_id == service_line_id).order_by(Priority.id)
        return list((await self.session.scalars(statement)).all())
