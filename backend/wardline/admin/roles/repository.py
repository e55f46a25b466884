"""Every query about roles."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import any_, false, func, select, true
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import Permission
from wardline.core.db.database import id_array
from wardline.people.models import Role, RolePermission, User, UserOrganization, UserRole


class RoleRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def roles(self) -> Sequence[Role]:
        """All of them, in the order in which they were added."""
        return (await self.session.scalars(select(Role).order_by(Role.id))).all()

    async def roles_by_permission(self) -> Mapping[Permission, Collection[int]]:
        """The ids of the roles that have each permission."""
        statement = select(RolePermission.action, RolePermission.subject, RolePermission.role_id)
        found: defaultdict[Permission, list[int]] = defaultdict(list)
        for action, subject, role_id in await self.session.execute(statement.order_by(RolePermission.role_id)):
            found[Permission(action, subject)].append(role_id)
        return found

    async def count_people(self, organization_ids: Collection[int]) -> Mapping[int, int]:
        """How many active people of these organizations have each role, by role; roles without any are left out."""
        belongs = select(UserOrganization.user_id).where(
            UserOrganization.organization_id == any_(id_array(organization_ids))
        )
        inactive = select(User.id).where(User.active.is_(false()))
        # As a value, it is looked up in a set instead of joined, which takes half the time for 50,000 people.
        statement = (
            select(UserRole.role_id, func.count().label("people"))
            .where(UserRole.user_id.in_(belongs).is_(true()), UserRole.user_id.not_in(inactive))
            .group_by(UserRole.role_id)
        )
        return {row.role_id: row.people for row in await self.session.execute(statement)}
