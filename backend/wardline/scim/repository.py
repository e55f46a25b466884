"""Reading what clients see: people and groups of one organization, and nothing of any other."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, and_, any_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import id_array
from wardline.people.models import Group, GroupMember, User, UserOrganization
from wardline.places.models import Organization
from wardline.scim.models import ProvisionedPerson

GroupName = Row[int, int, str]
"""A member's id, and the group's id and name."""


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
        self._belongs: Final = exists().where(
            UserOrganization.user_id == User.id, UserOrganization.organization_id == organization_id
        )

    def _people(self, *columns: Any) -> Select[Any]:
        said = and_(ProvisionedPerson.user_id == User.id, ProvisionedPerson.organization_id == self.organization_id)
        return select(*columns).select_from(User).outerjoin(ProvisionedPerson, said)

    def _is_visible(self) -> ColumnElement[bool]:
        is_known = or_(self._belongs, ProvisionedPerson.user_id.is_not(None))
        is_kept = or_(ProvisionedPerson.deleted_at.is_(None), and_(User.active, self._belongs))
        return and_(is_known, is_kept)

    async def people(self, *conditions: ColumnElement[bool], offset: int = 0, limit: int | None = None) -> list[Found]:
        """Those whom the client sees, in a fixed order."""
        columns = (User, ProvisionedPerson, self._belongs.label("belongs"))
        statement = self._people(*columns).where(self._is_visible(), *conditions).order_by(User.id)
        rows = await self.session.execute(statement.offset(offset).limit(limit))
        return [Found(user, said, belongs) for user, said, belongs in rows]

    async def count(self, *conditions: ColumnElement[bool]) -> int:
        return await self.session.scalar(self._people(func.count()).where(self._is_visible(), *conditions)) or 0

    async def anybody(self, condition: ColumnElement[bool]) -> Found | None:
        """The first person who fulfills the condition, whether or not the client sees them."""
        columns = (User, ProvisionedPerson, self._belongs.label("belongs"))
        row = (await self.session.execute(self._people(*columns).where(condition).order_by(User.id).limit(1))).first()
        return Found(*row) if row is not None else None

    async def groups(self, *conditions: ColumnElement[bool]) -> Sequence[Group]:
        statement = select(Group).where(Group.organization_id == self.organization_id, *conditions)
        return (await self.session.scalars(statement.order_by(Group.id))).all()

    async def members(self, group_ids: Collection[int]) -> Mapping[int, list[User]]:
        """The members of each of these groups whom the client sees."""
        said = and_(ProvisionedPerson.user_id == User.id, ProvisionedPerson.organization_id == self.organization_id)
        statement = (
            select(GroupMember.group_id, User)
            .join(User, User.id == GroupMember.user_id)
            .outerjoin(ProvisionedPerson, said)
            .where(GroupMember.group_id == any_(id_array(group_ids)), self._is_visible())
            .order_by(User.id)
        )
        members: dict[int, list[User]] = {group_id: [] for group_id in group_ids}
        for group_id, user in await self.session.execute(statement):
            members[group_id].append(user)
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
        statement = select(func.count()).select_from(User).where(User.active, self._belongs)
        return await self.session.scalar(statement) or 0

    async def organization_id_of(self, code: str) -> int | None:
        return await self.session.scalar(select(Organization.id).where(Organization.code == code))
