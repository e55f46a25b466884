"""The key with which a user, and no one else at the same computer, can restore their unsaved input."""

import secrets
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.people.models import SafekeepingKey

KEY_BYTES: Final = 32


async def safekeeping_key(session: AsyncSession, user_id: int) -> bytes:
    """The user's key, created by the first request; two requests at the same time get the same key."""
    statement = select(SafekeepingKey.key).where(SafekeepingKey.user_id == user_id)
    existing_key = await session.scalar(statement)
    if existing_key is not None:
        return existing_key
    new_key = insert(SafekeepingKey).values(user_id=user_id, key=secrets.token_bytes(KEY_BYTES))
    await session.execute(new_key.on_conflict_do_nothing())
    return (await session.scalars(statement)).one()
