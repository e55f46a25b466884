"""Reading how provisioning goes; every query is limited to the organizations that the reader administers."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ARRAY, Integer, Row, any_, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import id_array
from wardline.network.objects import digest_of
from wardline.people.models import Group, GroupMember, GroupRole, User
from wardline.places.models import Organization
from wardline.scim.models import ProvisionedPerson, ScimPause, ScimProblem, ScimSecret

MAX_PROBLEMS: Final = 50

Provisioned = Row[str, int, str, int, ScimPause | None]
"""An organization's code, id and name, how many people its client keeps up to date, and when it was last stopped."""


def version_of(role_ids: Collection[int]) -> str:
    """Differs whenever the roles of a group do."""
    return digest_of({"roles": sorted(role_ids)})


class ProvisioningRepository:
    def __init__(self, session: AsyncSession, organization_ids: Collection[int]) -> None:
        self.session = session
        self._own = id_array(organization_ids)

    async def organizations(self) -> Mapping[str, Provisioned]:
        """The organizations by their codes."""
        people = (
            select(ProvisionedPerson.organization_id, func.count().label("people"))
            .where(ProvisionedPerson.organization_id == any_(self._own), ProvisionedPerson.deleted_at.is_(None))
            .group_by(ProvisionedPerson.organization_id)
            .subquery()
        )
        number = func.coalesce(people.c.people, 0).label("people")
        statement = (
            select(Organization.code, Organization.id, Organization.name, number, ScimPause)
            .outerjoin(people, people.c.organization_id == Organization.id)
            .outerjoin(ScimPause, ScimPause.organization_id == Organization.id)
            .where(Organization.id == any_(self._own))
        )
        return {row.code: row for row in await self.session.execute(statement)}

    async def used(self, digests: Collection[str]) -> Mapping[str, datetime]:
        statement = select(ScimSecret).where(ScimSecret.digest.in_(digests))
        return {row.digest: row.used_at for row in await self.session.scalars(statement)}

    async def groups(self) -> Sequence[Row[Group, int, list[int], User | None]]:
        """Each group with the number of its members, the ids of its roles and who chose them, by name."""
        members = select(func.count()).where(GroupMember.group_id == Group.id).scalar_subquery()
        own_roles = select(GroupRole.role_id).where(GroupRole.group_id == Group.id).order_by(GroupRole.role_id)
        roles = func.array(own_roles.scalar_subquery(), type_=ARRAY(Integer))
        statement = (
            select(Group, members.label("members"), roles.label("role_ids"), User)
            .outerjoin(User, User.id == Group.roles_by_id)
            .where(Group.organization_id == any_(self._own))
            .order_by(func.lower(Group.display_name), Group.id)
        )
        return (await self.session.execute(statement)).all()

    async def group(self, group_id: int) -> Row[Group, str] | None:
        """The group and the code of its organization."""
        statement = (
            select(Group, Organization.code)
            .join(Organization, Organization.id == Group.organization_id)
            .where(Group.id == group_id, Group.organization_id == any_(self._own))
        )
        return (await self.session.execute(statement)).one_or_none()

    async def problems(self) -> Sequence[Row[ScimProblem, User | None, str | None]]:
        """The last problems with whom or which group they were about."""
        statement = (
            select(ScimProblem, User, Group.display_name)
            .outerjoin(User, User.id == ScimProblem.user_id)
            .outerjoin(Group, Group.id == ScimProblem.group_id)
            .where(ScimProblem.organization_id == any_(self._own))
            .order_by(ScimProblem.id.desc())
            .limit(MAX_PROBLEMS)
        )
        return (await self.session.execute(statement)).all()
