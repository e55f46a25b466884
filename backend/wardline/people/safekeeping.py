"""The key that lets a user, and nobody else at the same computer, read again what they had typed."""

import secrets
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.people.models import SafekeepingKey

KEY_BYTES: Final = 32


async def safekeeping_key(session: AsyncSession, user_id: int) -> bytes:
    """The user's key, made when it is asked for first; of two who ask at once, both are told the same."""
    mine = select(SafekeepingKey.key).where(SafekeepingKey.user_id == user_id)
    found = await session.scalar(mine)
    if found is not None:
        return found
    made = insert(SafekeepingKey).values(user_id=user_id, key=secrets.token_bytes(KEY_BYTES))
    await session.execute(made.on_conflict_do_nothing())
    return (await session.scalars(mine)).one()
