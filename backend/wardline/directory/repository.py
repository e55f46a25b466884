"""Queries about the signed-in user beyond `CurrentUser` (`wardline.directory.loading`)."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.people.models import Role


async def roles_by_id(session: AsyncSession, role_ids: Collection[int]) -> dict[int, Role]:
    return {role.id: role for role in await session.scalars(select(Role).where(Role.id.in_(role_ids)))}
