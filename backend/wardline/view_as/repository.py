"""Every query about views, and the names of what a person sees."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import any_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.advisory_locks import LockOfEach, lock_each
from wardline.core.db.database import id_array
from wardline.people.models import User
from wardline.places.models import Facility, LocationUnit, Organization
from wardline.service_lines.models import ServiceLine
from wardline.view_as.models import PersonView


class ViewRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def lock(self, viewer_id: int) -> None:
        """Until the end of the transaction, this administrator starts no other view."""
        await self.session.execute(lock_each(LockOfEach.PERSON_VIEWS, [viewer_id]))

    async def open(self, viewer_id: int, *, since: datetime) -> tuple[PersonView, User] | None:
        """The administrator's view that began after this time and was not ended, and whom it shows."""
        statement = (
            select(PersonView, User)
            .join(User, User.id == PersonView.person_id)
            .where(PersonView.viewer_id == viewer_id, PersonView.started_at > since, PersonView.ended_at.is_(None))
            .limit(1)
        )
        row = (await self.session.execute(statement)).one_or_none()
        return (row[0], row[1]) if row is not None else None

    async def find(self, view_id: uuid.UUID, viewer_id: int) -> tuple[PersonView, User] | None:
        """One of the administrator's views, and whom it shows."""
        statement = (
            select(PersonView, User)
            .join(User, User.id == PersonView.person_id)
            .where(PersonView.id == view_id, PersonView.viewer_id == viewer_id)
        )
        row = (await self.session.execute(statement)).one_or_none()
        return (row[0], row[1]) if row is not None else None

    async def organization_names(self, organization_ids: Collection[int]) -> Sequence[str]:
        statement = select(Organization.name).where(Organization.id == any_(id_array(organization_ids)))
        return (await self.session.scalars(statement.order_by(Organization.name))).all()

    async def unit_names(self, unit_ids: Collection[int], organization_ids: Collection[int]) -> Sequence[str]:
        """Of those of these units that are in use and belong to these organizations."""
        statement = (
            select(LocationUnit.display_name)
            .join(LocationUnit.facility)
            .where(
                LocationUnit.id == any_(id_array(unit_ids)),
                LocationUnit.active,
                Facility.organization_id == any_(id_array(organization_ids)),
            )
        )
        return (await self.session.scalars(statement.order_by(LocationUnit.display_name))).all()

    async def line_names(self, line_ids: Collection[int]) -> dict[int, str]:
        statement = select(ServiceLine.id, ServiceLine.name).where(ServiceLine.id == any_(id_array(line_ids)))
        return {row.id: row.name for row in await self.session.execute(statement.order_by(ServiceLine.name))}
