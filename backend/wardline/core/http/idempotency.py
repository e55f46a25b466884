"""An action with an Idempotency-Key is done once: also while the first still runs, in another process, after a restart.

The key is claimed by a row of the action's own transaction, so that a repeat waits for the first to end; when the first
rolled back, the repeat is the first. What is remembered is an id at most. Who asks again is admitted again like
anybody else, and the answer is composed from what they may see now.
"""

import hashlib
import re
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

from fastapi import Request
from sqlalchemy import CheckConstraint, Index, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base
from wardline.core.db.statements import compile_statement, execute, fetch_all
from wardline.core.errors import Conflict, FieldError, ValidationFailed
from wardline.core.forms import messages

HEADER: Final = "idempotency-key"
KEY_LIMIT: Final = 128
_KEY: Final = re.compile(rf"[\x21-\x7e]{{1,{KEY_LIMIT}}}")
"""Signs that every client, proxy and log writes alike; a blank at an end would not even arrive."""


class IdempotencyKey(Base):
    """What one caller's key did; housekeeping removes it after a day."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (
        CheckConstraint(f"char_length(key) between 1 and {KEY_LIMIT}", name="key_length"),
        Index(None, "created_at"),
    )

    user_id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    fingerprint: Mapped[str]
    created_at: Mapped[datetime]
    result: Mapped[str | None]


class IdempotencyKeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "This Idempotency-Key was already used for a different request."


class IdempotentAction:
    """Does an action, or finds that the same request of the same person did it."""

    def __init__(self, session: AsyncSession, *, user_id: int, key: str | None, fingerprint: str) -> None:
        self._session = session
        self._user_id = user_id
        self._key = key
        self._fingerprint = fingerprint

    async def __call__(self, action: Callable[[], Awaitable[uuid.UUID | int | None]]) -> str:
        """The id of what the action made, as text and blank without one, this time or the first time.

        Raises:
            IdempotencyKeyReused: the key stands for another request.
        """
        if self._key is None:
            return _text(await action())
        mine = {"user_id": self._user_id, "key": self._key}
        claim = {"fingerprint": self._fingerprint} | mine
        if not await fetch_all(self._session, _CLAIM, claim):
            (first,) = await fetch_all(self._session, _FIRST, mine)
            if first.fingerprint != self._fingerprint:
                raise IdempotencyKeyReused
            return first.result or ""
        result = _text(await action())
        await execute(self._session, _REMEMBER, mine | {"result": result})
        return result


_MINE: Final = (IdempotencyKey.user_id == bindparam("user_id"), IdempotencyKey.key == bindparam("key"))
_CLAIM: Final = compile_statement(
    insert(IdempotencyKey)
    .values({name: bindparam(name) for name in ("user_id", "key", "fingerprint")} | {"created_at": func.now()})
    .on_conflict_do_nothing()
    .returning(IdempotencyKey.key)
)
_FIRST: Final = compile_statement(select(IdempotencyKey.fingerprint, IdempotencyKey.result).where(*_MINE))
_REMEMBER: Final = compile_statement(update(IdempotencyKey).where(*_MINE).values(result=bindparam("result")))


def _text(made: uuid.UUID | int | None) -> str:
    return "" if made is None else str(made)


async def idempotent_action(request: Request, session: AsyncSession, user_id: int) -> IdempotentAction:
    """For the request's own key; without one every call acts."""
    key = request.headers.get(HEADER)
    if len(request.headers.getlist(HEADER)) > 1 or (key is not None and not _KEY.fullmatch(key)):
        raise ValidationFailed(errors=[FieldError("Idempotency-Key", messages.INVALID)])
    parts = (request.method.encode(), request.url.path.encode(), request.url.query.encode(), await request.body())
    return IdempotentAction(
        session, user_id=user_id, key=key, fingerprint=hashlib.sha256(b"\n".join(parts)).hexdigest()
    )
