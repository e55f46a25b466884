"""The demonstration's sign-in accounts: the database's active users, with descriptions from the network file."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.demo.identity.accounts import DemoAccount
from wardline.demo.network import described
from wardline.people.models import Role, User, UserRole

MULTIPLE_ROLES: Final = "Multiple Roles"
NO_ROLE: Final = "No Role"


class Sessions(Protocol):
    """The part of `wardline.core.db.database.Database` that is used here."""

    def session(self) -> AbstractAsyncContextManager[AsyncSession]: ...


async def accounts(database: Sessions) -> Sequence[DemoAccount]:
    """Grouped by role, in the order of the network file; users who are not in it come last."""
    described_by_name = {user.username: (place, user.about) for place, user in enumerate(described().users)}
    async with database.session() as session:
        users = (await session.scalars(select(User).where(User.active).order_by(User.username))).all()
        roles = await _role_names(session)
    last = (len(described_by_name), None)
    ordered = sorted(users, key=lambda user: described_by_name.get(user.username, last)[0])
    return [
        DemoAccount(
            username=user.subject,
            name=f"{user.first_name} {user.last_name}",
            description=described_by_name.get(user.username, last)[1] or "",
            group=_group(roles.get(user.id, [])),
        )
        for user in ordered
    ]


async def _role_names(session: AsyncSession) -> dict[int, list[str]]:
    """Maps each user id to the names of the user's roles in order."""
    statement = (
        select(UserRole.user_id, Role.name)
        .join(Role, Role.id == UserRole.role_id)
        .order_by(UserRole.user_id, UserRole.position)
    )
    names: dict[int, list[str]] = {}
    for user_id, name in (await session.execute(statement)).all():
        names.setdefault(user_id, []).append(name)
    return names


def _group(roles: list[str]) -> str:
    if len(roles) > 1:
        return MULTIPLE_ROLES
    return roles[0] if roles else NO_ROLE
