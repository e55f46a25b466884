"""Every query about roles."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Integer,
    Row,
    Select,
    Subquery,
    all_,
    any_,
    exists,
    false,
    func,
    or_,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from wardline.access.permissions import GIVE_CONSULT, Permission
from wardline.admin.people.schemas import PEOPLE_PAGE_SIZE
from wardline.admin.roles.effects import Group
from wardline.core.db.database import id_array
from wardline.people.models import IS_OPEN, CheckIn, GroupRole, Role, RolePermission, User, UserOrganization, UserRole
from wardline.people.models import Group as ScimGroup
from wardline.people.naming import BY_NAME

_IntColumn = InstrumentedAttribute[int]


class RoleRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def roles(self) -> Sequence[Role]:
        """All of them, in the order in which they were added."""
        return (await self.session.scalars(select(Role).order_by(Role.id))).all()

    async def find(self, role_id: int) -> Role | None:
        return await self.session.get(Role, role_id)

    async def id_of(self, name: str) -> int | None:
        return (await self.session.scalars(select(Role.id).where(Role.name == name))).one_or_none()

    async def roles_by_permission(self) -> Mapping[Permission, Collection[int]]:
        """The ids of the roles that have each permission; retired ones have none."""
        statement = select(RolePermission.action, RolePermission.subject, RolePermission.role_id)
        found: defaultdict[Permission, list[int]] = defaultdict(list)
        for action, subject, role_id in await self.session.execute(statement.order_by(RolePermission.role_id)):
            found[Permission(action, subject)].append(role_id)
        return found

    async def permissions_by_role(self) -> Mapping[int, frozenset[Permission]]:
        """The same the other way around."""
        found: defaultdict[int, set[Permission]] = defaultdict(set)
        for permission, role_ids in (await self.roles_by_permission()).items():
            for role_id in role_ids:
                found[role_id].add(permission)
        return {role_id: frozenset(permissions) for role_id, permissions in found.items()}

    async def count_people(self, organization_ids: Collection[int]) -> Mapping[int, int]:
        """How many active people of these organizations have each role, by role; roles without any are left out."""
        inactive = select(User.id).where(User.active.is_(false()))
        # As a value, it is looked up in a set instead of joined, which takes half the time for 50,000 people.
        statement = (
            select(UserRole.role_id, func.count().label("people"))
            .where(_belong_to(UserRole.user_id, organization_ids).is_(true()), UserRole.user_id.not_in(inactive))
            .group_by(UserRole.role_id)
        )
        return {row.role_id: row.people for row in await self.session.execute(statement)}

    async def holders(self, role_id: int, organization_ids: Collection[int]) -> tuple[int, bool]:
        """How many active people of these organizations have the role, and whether another one uses it.

        It does if one of its people has the role, or if one of its groups gives it.
        """
        has_it = select(UserRole.user_id).where(UserRole.role_id == role_id)
        within = UserOrganization.organization_id == any_(id_array(organization_ids))
        people = select(func.count()).where(
            User.active, User.id.in_(has_it), _belong_to(User.id, organization_ids).is_(true())
        )
        elsewhere = exists().where(UserOrganization.user_id.in_(has_it), ~within)
        given = _groups_that_give(role_id)
        given_elsewhere = given.where(ScimGroup.organization_id != all_(id_array(organization_ids))).exists()
        row = (await self.session.execute(select(people.scalar_subquery(), or_(elsewhere, given_elsewhere)))).one()
        return row[0], row[1]

    async def organizations_giving(self, role_id: int) -> frozenset[int]:
        """The organizations with a group that gives the role to its members."""
        return frozenset(await self.session.scalars(_groups_that_give(role_id)))

    async def groups(self, role_id: int) -> Sequence[Group]:
        """Everybody who has the role."""
        has_it = select(UserRole.user_id).where(UserRole.role_id == role_id)
        others = _of_each(UserRole.user_id, UserRole.role_id, UserRole.role_id != role_id)
        organizations = _of_each(UserOrganization.user_id, UserOrganization.organization_id, true())
        statement = (
            select(User.active, others.c.ids, organizations.c.ids, func.count().label("people"))
            .outerjoin(others, others.c.user_id == User.id)
            .outerjoin(organizations, organizations.c.user_id == User.id)
            .where(User.id.in_(has_it))
            .group_by(User.active, others.c.ids, organizations.c.ids)
        )
        return [
            Group(people, active, frozenset(other_ids or ()), frozenset(organization_ids or ()))
            for active, other_ids, organization_ids, people in await self.session.execute(statement)
        ]

    async def count_on_call_only_by(self, role_id: int) -> int:
        """How many of those on call may be it by no other role."""
        has_it_only = exists().where(User.id == CheckIn.user_id, *_has_only(role_id, GIVE_CONSULT))
        on_call = select(CheckIn.user_id).where(IS_OPEN, has_it_only)
        return await self.session.scalar(select(func.count()).select_from(on_call.distinct().subquery())) or 0

    async def people_with_only(
        self, role_id: int, permission: Permission, organization_ids: Collection[int], *, after: int | None
    ) -> tuple[Sequence[Row[int, str, str, str]], int | None]:
        """Active people of these organizations who have the role and no other with this permission, by name.

        Id, name for signing in, first and last name of one page, and the id after which the next one starts.
        """
        belongs = exists().where(
            UserOrganization.user_id == User.id, UserOrganization.organization_id == any_(id_array(organization_ids))
        )
        statement = (
            select(User.id, User.username, User.first_name, User.last_name)
            .where(User.active, belongs, *_has_only(role_id, permission))
            .order_by(*BY_NAME)
            .limit(PEOPLE_PAGE_SIZE + 1)
        )
        if after is not None:
            last = (await self.session.execute(select(*BY_NAME).where(User.id == after))).one_or_none()
            if last is not None:
                statement = statement.where(func.row(*BY_NAME) > func.row(*last))
        rows = (await self.session.execute(statement)).all()
        return rows[:PEOPLE_PAGE_SIZE], rows[PEOPLE_PAGE_SIZE - 1].id if len(rows) > PEOPLE_PAGE_SIZE else None


def _groups_that_give(role_id: int) -> Select[int]:
    """Their organizations."""
    return (
        select(ScimGroup.organization_id)
        .join(GroupRole, GroupRole.group_id == ScimGroup.id)
        .where(GroupRole.role_id == role_id)
    )


def _of_each(owner: _IntColumn, ids: _IntColumn, condition: ColumnElement[bool]) -> Subquery:
    collected = func.array_agg(aggregate_order_by(ids, ids), type_=ARRAY(Integer)).label("ids")
    return select(owner.label("user_id"), collected).where(condition).group_by(owner).subquery()


def _belong_to(user_id: _IntColumn, organization_ids: Collection[int]) -> ColumnElement[bool]:
    return user_id.in_(
        select(UserOrganization.user_id).where(UserOrganization.organization_id == any_(id_array(organization_ids)))
    )


def _roles_with(permission: Permission) -> Select[int]:
    return select(RolePermission.role_id).where(
        RolePermission.action == permission.action, RolePermission.subject == permission.subject
    )


def _has_only(role_id: int, permission: Permission) -> Sequence[ColumnElement[bool]]:
    """That a user has the role, and no other with this permission."""
    return (
        exists().where(UserRole.user_id == User.id, UserRole.role_id == role_id),
        ~exists().where(
            UserRole.user_id == User.id, UserRole.role_id != role_id, UserRole.role_id.in_(_roles_with(permission))
        ),
    )
