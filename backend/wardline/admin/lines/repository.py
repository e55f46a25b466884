"""Queries of administrators about service lines."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Row, all_, and_, any_, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from wardline.consults.choices import StateFilter
from wardline.consults.models import Consult
from wardline.core.db.database import id_array
from wardline.network.models import OPEN_DRAFT, ManagedObject, NetworkDraft
from wardline.network.objects import Kind
from wardline.places.models import Facility, LocationServiceLine, LocationUnit, Organization
from wardline.service_lines.models import ServiceLine


class LineRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def find(self, line_id: int) -> ServiceLine | None:
        return await self.session.get(ServiceLine, line_id)

    async def all(self) -> Sequence[Row[ServiceLine, str | None, NetworkDraft | None]]:
        """Every line with its hours, the file that manages it, and its open draft, by name."""
        managed = and_(ManagedObject.kind == Kind.SERVICE_LINE.value, ManagedObject.code == ServiceLine.code)
        drafted = and_(NetworkDraft.kind == Kind.SERVICE_LINE.value, NetworkDraft.code == ServiceLine.code, OPEN_DRAFT)
        statement = (
            select(ServiceLine, ManagedObject.file, NetworkDraft)
            .outerjoin(ManagedObject, managed)
            .outerjoin(NetworkDraft, drafted)
            .options(selectinload(ServiceLine.hours))
            .order_by(ServiceLine.name, ServiceLine.id)
        )
        return (await self.session.execute(statement)).all()

    async def organizations_requesting(self, code: str) -> frozenset[int]:
        """The organizations with a location that may request the line, also one that is switched off."""
        statement = (
            select(Facility.organization_id)
            .join(LocationUnit, LocationUnit.facility_id == Facility.id)
            .join(LocationServiceLine, LocationServiceLine.location_id == LocationUnit.id)
            .join(ServiceLine, ServiceLine.id == LocationServiceLine.service_line_id)
            .where(ServiceLine.code == code)
            .distinct()
        )
        return frozenset(await self.session.scalars(statement))

    async def of_others(self, organization_ids: Collection[int]) -> frozenset[int]:
        """The lines that locations of other organizations may request, too."""
        statement = (
            select(LocationServiceLine.service_line_id)
            .join(LocationUnit, LocationUnit.id == LocationServiceLine.location_id)
            .join(Facility, Facility.id == LocationUnit.facility_id)
            .where(Facility.organization_id != all_(id_array(organization_ids)))
            .distinct()
        )
        return frozenset(await self.session.scalars(statement))

    async def open_consults(self, code: str) -> Mapping[str, int]:
        """How many consults of the line are open at each location, by its name; without a word about patients."""
        statement = (
            select(LocationUnit.display_name, func.count())
            .join(Consult, Consult.location_id == LocationUnit.id)
            .join(ServiceLine, ServiceLine.id == Consult.service_line_id)
            .where(ServiceLine.code == code, Consult.bucket == StateFilter.PENDING.value)
            .group_by(LocationUnit.display_name)
            .order_by(func.count().desc(), LocationUnit.display_name)
        )
        return dict(iter(await self.session.execute(statement)))

    async def organizations(self, ids: Collection[int]) -> Sequence[Organization]:
        statement = select(Organization).where(Organization.id == any_(id_array(ids))).order_by(Organization.name)
        return (await self.session.scalars(statement)).all()

    async def facilities(self, organization_id: int) -> Sequence[Row[int, str]]:
        """Id and name, by name."""
        statement = select(Facility.id, Facility.name).where(Facility.organization_id == organization_id)
        return (await self.session.execute(statement.order_by(Facility.name, Facility.id))).all()
