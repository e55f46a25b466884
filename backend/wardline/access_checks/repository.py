"""Every query of access checks; each is limited to the organizations that the caller administers."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import any_, exists, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import Permission
from wardline.consults.models import Consult
from wardline.core.db.database import id_array
from wardline.network import changing
from wardline.network.changing import RoleOrigin
from wardline.network.models import Source
from wardline.patients.models import Patient
from wardline.people.models import Role, RolePermission, User, UserOrganization
from wardline.people.naming import BY_NAME, begin_words, is_named
from wardline.places.models import Facility, LocationServiceLine, LocationUnit, Organization
from wardline.service_lines.models import ServiceLine

MAX_FOUND: Final = 20
"""How many people or locations a search returns; whoever finds more types more."""


class AccessCheckRepository:
    """`organization_ids` are those that the caller administers."""

    def __init__(self, session: AsyncSession, organization_ids: Collection[int]) -> None:
        self.session = session
        self._administered = organization_ids
        self._organization_ids = id_array(organization_ids)

    async def people(self, name: str = "", *, only_id: int | None = None) -> Sequence[User]:
        """People whose names begin with these words, by name; one more than `MAX_FOUND` if there are more."""
        belongs = exists().where(
            UserOrganization.user_id == User.id, UserOrganization.organization_id == any_(self._organization_ids)
        )
        statement = select(User).where(*is_named(name), belongs).order_by(*BY_NAME).limit(MAX_FOUND + 1)
        if only_id is not None:
            statement = statement.where(User.id == only_id)
        return (await self.session.scalars(statement)).all()

    async def locations(self, name: str = "", *, only_id: int | None = None) -> Sequence[Any]:
        """Like `people`; rows with `id`, `name`, `active`, `organization_id` and `organization_name`."""
        statement = (
            select(
                LocationUnit.id,
                LocationUnit.display_name.label("name"),
                LocationUnit.active,
                Organization.id.label("organization_id"),
                Organization.name.label("organization_name"),
            )
            .join(Facility, Facility.id == LocationUnit.facility_id)
            .join(Organization, Organization.id == Facility.organization_id)
            .where(Organization.id == any_(self._organization_ids))
            .where(*begin_words(func.lower(func.concat(" ", LocationUnit.display_name)), name))
            .order_by(LocationUnit.display_name, LocationUnit.id)
            .limit(MAX_FOUND + 1)
        )
        if only_id is not None:
            statement = statement.where(LocationUnit.id == only_id)
        return (await self.session.execute(statement)).all()

    async def organizations(self) -> Sequence[Organization]:
        """The caller's, by name."""
        statement = select(Organization).where(Organization.id == any_(self._organization_ids))
        return (await self.session.scalars(statement.order_by(Organization.name, Organization.id))).all()

    async def line_ids(self) -> Sequence[int]:
        """The lines that some location of the organizations may request."""
        statement = (
            select(LocationServiceLine.service_line_id)
            .join(LocationUnit, LocationUnit.id == LocationServiceLine.location_id)
            .join(Facility, Facility.id == LocationUnit.facility_id)
            .where(Facility.organization_id == any_(self._organization_ids))
        )
        return (await self.session.scalars(statement.distinct())).all()

    async def consult(self, consult_id: uuid.UUID) -> Any | None:
        """A row of the consult with where it is from, its state and its patient's ids; None outside."""
        statement = (
            select(
                Consult.id,
                Consult.state,
                Consult.patient_id,
                Patient.emr_id,
                Organization.id.label("organization_id"),
                Organization.name.label("organization_name"),
                LocationUnit.id.label("location_id"),
                LocationUnit.display_name.label("location_name"),
                ServiceLine.id.label("line_id"),
                ServiceLine.name.label("line_name"),
            )
            .join(Patient, Patient.id == Consult.patient_id)
            .join(Organization, Organization.id == Consult.organization_id)
            .join(LocationUnit, LocationUnit.id == Consult.location_id)
            .join(ServiceLine, ServiceLine.id == Consult.service_line_id)
            .where(Consult.id == consult_id, Organization.id == any_(self._organization_ids))
        )
        return (await self.session.execute(statement)).one_or_none()

    async def names_of_lines(self, line_ids: Collection[int]) -> Mapping[int, str]:
        statement = select(ServiceLine.id, ServiceLine.name).where(ServiceLine.id == any_(id_array(line_ids)))
        return {row.id: row.name for row in await self.session.execute(statement)}

    async def roles_with(self, permissions: Collection[Permission]) -> Mapping[Permission, Sequence[Role]]:
        """The roles that have each of these permissions, in the order in which they were added."""
        statement = (
            select(RolePermission.action, RolePermission.subject, Role)
            .join(Role, Role.id == RolePermission.role_id)
            .where(RolePermission.action.in_([each.action for each in permissions]))
            .order_by(Role.id)
        )
        found: dict[Permission, list[Role]] = {each: [] for each in permissions}
        for action, subject, role in await self.session.execute(statement):
            if (action, subject) in found:
                found[Permission(action, subject)].append(role)
        return found

    async def sources_of_roles(self, person: User, role_ids: Collection[int]) -> Mapping[int, RoleOrigin]:
        """Where a person's roles come from."""
        origins = await self.session.run_sync(changing.sources_of_roles, person.username, self._administered)
        names = await self.session.execute(select(Role.id, Role.name).where(Role.id.in_(role_ids)))
        return {role_id: origins.get(name, RoleOrigin(Source.FILE)) for role_id, name in names}
