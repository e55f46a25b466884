"""Reading what clients see: people and groups of one organization, and nothing of any other."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, any_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import id_array
from wardline.people.models import Group, GroupMember, User, UserOrganization
from wardline.places.models import Organization
from wardline.scim.models import ProvisionedPerson

GroupName = Row[int, int, str]
"""A member's id, and the group's id and name."""


# Joined, not looked up: 50,000 people are read in the order of three indexes at once.
_BELONGS: Final = UserOrganization.user_id.is_not(None)
_IS_VISIBLE: Final = and_(
    or_(_BELONGS, ProvisionedPerson.user_id.is_not(None)),
    or_(ProvisionedPerson.deleted_at.is_(None), and_(User.active, _BELONGS)),
)


@dataclass(frozen=True, slots=True)
class Found:
    """A person and what the client said about them, if anything. `belongs`: to the client's organization."""

    user: User
    said: ProvisionedPerson | None
    belongs: bool

    @property
    def active(self) -> bool:
        return self.user.active and self.belongs

    @property
    def is_hidden(self) -> bool:
        """Deleted by the client, and not brought back by an administrator."""
        return self.said is not None and self.said.deleted_at is not None and not self.active


class ScimRepository:
    def __init__(self, session: AsyncSession, organization_id: int) -> None:
        self.session = session
        self.organization_id = organization_id

    def _with_what_is_known(self, statement: Any) -> Any:
        """With what the client said about each person, and whether they belong to its organization."""
        said = and_(ProvisionedPerson.user_id == User.id, ProvisionedPerson.organization_id == self.organization_id)
        own = and_(UserOrganization.user_id == User.id, UserOrganization.organization_id == self.organization_id)
        return statement.outerjoin(ProvisionedPerson, said).outerjoin(UserOrganization, own)

    def _people(self, *columns: Any) -> Any:
        return self._with_what_is_known(select(*columns).select_from(User))

    async def people(self, *conditions: ColumnElement[bool], offset: int = 0, limit: int | None = None) -> list[Found]:
        """Those whom the client sees, in a fixed order."""
        statement = self._people(User, ProvisionedPerson, _BELONGS).where(_IS_VISIBLE, *conditions).order_by(User.id)
        rows = await self.session.execute(statement.offset(offset).limit(limit))
        return [Found(user, said, belongs) for user, said, belongs in rows]

    async def count(self, *conditions: ColumnElement[bool]) -> int:
        return await self._count_among(conditions) if conditions else await self._count_all()

    async def _count_all(self) -> int:
        """Without joining people, because only of those whom the client has deleted more has to be known."""
        organization_id = self.organization_id
        own = select(UserOrganization.user_id).where(UserOrganization.organization_id == organization_id).subquery()
        said = (
            select(ProvisionedPerson.user_id, ProvisionedPerson.deleted_at)
            .where(ProvisionedPerson.organization_id == organization_id)
            .subquery()
        )
        is_active = select(User.active).where(User.id == own.c.user_id).scalar_subquery()
        statement = (
            select(func.count())
            .select_from(own.join(said, said.c.user_id == own.c.user_id, full=True))
            .where(or_(said.c.deleted_at.is_(None), is_active))
        )
        return await self.session.scalar(statement) or 0

    async def _count_among(self, conditions: Sequence[ColumnElement[bool]]) -> int:
        return await self.session.scalar(self._people(func.count()).where(_IS_VISIBLE, *conditions)) or 0

    async def anybody(self, condition: ColumnElement[bool]) -> Found | None:
        """The first person who fulfills the condition, whether or not the client sees them."""
        statement = self._people(User, ProvisionedPerson, _BELONGS).where(condition).order_by(User.id).limit(1)
        row = (await self.session.execute(statement)).first()
        return Found(*row) if row is not None else None

    async def groups(
        self, *conditions: ColumnElement[bool], offset: int = 0, limit: int | None = None
    ) -> Sequence[Group]:
        """Those of the client's organization, in a fixed order."""
        statement = select(Group).where(Group.organization_id == self.organization_id, *conditions)
        return (await self.session.scalars(statement.order_by(Group.id).offset(offset).limit(limit))).all()

    async def count_groups(self, *conditions: ColumnElement[bool]) -> int:
        statement = select(func.count()).select_from(Group)
        return (
            await self.session.scalar(statement.where(Group.organization_id == self.organization_id, *conditions)) or 0
        )

    async def members(self, group_ids: Collection[int]) -> Mapping[int, list[int]]:
        """The ids of the members of each of these groups whom the client sees."""
        memberships = select(GroupMember.group_id, User.id).join(User, User.id == GroupMember.user_id)
        statement = (
            self._with_what_is_known(memberships)
            .where(GroupMember.group_id == any_(id_array(group_ids)), _IS_VISIBLE)
            .order_by(User.id)
        )
        members: dict[int, list[int]] = {group_id: [] for group_id in group_ids}
        for group_id, user_id in await self.session.execute(statement):
            members[group_id].append(user_id)
        return members

    async def groups_of(self, user_ids: Collection[int]) -> Mapping[int, list[GroupName]]:
        """The groups of this organization to which each of these people belongs."""
        statement = (
            select(GroupMember.user_id, Group.id, Group.display_name)
            .join(Group, Group.id == GroupMember.group_id)
            .where(GroupMember.user_id == any_(id_array(user_ids)), Group.organization_id == self.organization_id)
            .order_by(Group.id)
        )
        groups: dict[int, list[GroupName]] = {user_id: [] for user_id in user_ids}
        for row in await self.session.execute(statement):
            groups[row.user_id].append(row)
        return groups

    async def size(self) -> int:
        """How many active people the organization has."""
        statement = self._people(func.count()).where(User.active, _BELONGS)
        return await self.session.scalar(statement) or 0

    async def organization_id_of(self, code: str) -> int | None:
        return await self.session.scalar(select(Organization.id).where(Organization.code == code))
