"""The keys that sign standalone tokens, the same ones on every node, and their public halves.

A key is replaced after `REPLACED_AFTER`. The next one is published for `PUBLISHED_FIRST` before it signs, so that
nobody needs a key that is missing in the set that they have cached, and the old one until its last token has expired.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Final

from joserfc.jwk import RSAKey
from sqlalchemy import Double, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.tokens import LEEWAY
from wardline.core import clock
from wardline.video.models import StandaloneKey
from wardline.video.unattended.tokens import ALGORITHM, LIFETIME

KEY_BITS: Final = 2048
REPLACED_AFTER: Final = timedelta(days=30)
PUBLISHED_FIRST: Final = timedelta(hours=1)
CACHED_FOR: Final = timedelta(minutes=5)
"""How long browsers and proxies may keep the set."""

NEWEST_KEY_SECONDS: Final = select(
    func.extract("epoch", func.now() - func.max(StandaloneKey.created_at)).cast(Double)
).scalar_subquery()
"""For a statement: the age of the newest key; null if there is none yet."""


async def published_keys(session: AsyncSession) -> list[RSAKey]:
    """The keys in the set, the oldest first; there is always one."""
    return [_key(row.kid, row.private_key) for row in await _published(session)]


async def signing_key(session: AsyncSession) -> RSAKey:
    """The newest one that everyone who verifies tokens knows by now."""
    rows = await _published(session)
    known = [row for row in rows if row.created_at <= clock.now() - PUBLISHED_FIRST]
    signer = known[-1] if known else rows[0]
    return _key(signer.kid, signer.private_key)


async def published_key(session: AsyncSession, kid: str | None) -> RSAKey | None:
    """The key with this id, if it is in the set."""
    row = await session.scalar(select(StandaloneKey).where(StandaloneKey.kid == kid)) if kid is not None else None
    return _key(row.kid, row.private_key) if row is not None else None


async def replace_keys(session: AsyncSession) -> None:
    """Add the next key if it is time to, and delete those whose last tokens have expired."""
    rows, now = await _rows(session), clock.now()
    if rows and rows[-1].created_at <= now - REPLACED_AFTER:
        await _add(session, rows[-1].id + 1)
    has_replaced = [row for row in rows if row.created_at <= now - PUBLISHED_FIRST - LIFETIME - LEEWAY]
    if has_replaced:
        await session.execute(delete(StandaloneKey).where(StandaloneKey.id < has_replaced[-1].id))


async def _published(session: AsyncSession) -> Sequence[StandaloneKey]:
    """The first request makes the first key."""
    rows = await _rows(session)
    if not rows:
        await _add(session, 1)
        rows = await _rows(session)
    return rows


async def _rows(session: AsyncSession) -> Sequence[StandaloneKey]:
    return (await session.scalars(select(StandaloneKey).order_by(StandaloneKey.id))).all()


async def _add(session: AsyncSession, number: int) -> None:
    """Add the key with this number, unless another node has."""
    kid, pem = await asyncio.to_thread(_new_key)
    new = {"id": number, "kid": kid, "private_key": pem, "created_at": clock.now()}
    await session.execute(insert(StandaloneKey).values(new).on_conflict_do_nothing())


def _new_key() -> tuple[str, str]:
    key = RSAKey.generate_key(KEY_BITS)
    return key.thumbprint(), key.as_pem(private=True).decode()


@lru_cache(maxsize=8)
def _key(kid: str, pem: str) -> RSAKey:
    return RSAKey.import_key(pem, {"kid": kid, "use": "sig", "alg": ALGORITHM})
