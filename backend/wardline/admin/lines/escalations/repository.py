"""Queries of administrators about how requests escalate."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import ACKNOWLEDGE_TRANSFER
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.directory.coordinators import is_coordinator
from wardline.directory.loading import load_permitted
from wardline.paging.choices import PageTarget
from wardline.places.models import LocationUnit, Organization
from wardline.service_lines.models import ServiceLine


class EscalationRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def organization_id(self, code: str) -> int:
        return (await self.session.scalars(select(Organization.id).where(Organization.code == code))).one()

    async def organization_code(self, organization_id: int) -> str | None:
        return await self.session.scalar(select(Organization.code).where(Organization.id == organization_id))

    async def facility_of(self, location_id: int) -> int | None:
        return await self.session.scalar(select(LocationUnit.facility_id).where(LocationUnit.id == location_id))

    async def possible_targets(
        self, organization: str, line: str, *, without: int | None = None
    ) -> frozenset[PageTarget]:
        """Those among whom there could be somebody: people who may go on call, schedules, coordinators.

        `without` is the id of somebody who does not count.
        """
        organization_id = await self.organization_id(organization)
        line_id = (await self.session.scalars(select(ServiceLine.id).where(ServiceLine.code == line))).one()
        found: set[PageTarget] = set()
        if await CallScheduleRepository(self.session).plannable_ids(line_id) - {without}:
            found |= {PageTarget.ALL_NOTIFICATIONS, PageTarget.ESCALATION_ONLY}
        for schedule in await CallScheduleRepository(self.session).schedules([line_id]):
            found.add(PageTarget.PLANNED_ALL if schedule.primary else PageTarget.PLANNED_ESCALATION)
        coordinators = filter(is_coordinator, await load_permitted(self.session, ACKNOWLEDGE_TRANSFER))
        if any(
            line_id in user.accessible_line_ids and organization_id in user.accessible_organization_ids
            for user in coordinators
            if user.id != without
        ):
            found.add(PageTarget.COORDINATORS)
        return frozenset(found)
