"""An action with an Idempotency-Key runs once, even if it is repeated at the same time, elsewhere, or after a restart.

A row in the action's own transaction claims the key, so a repeat waits for the first request to end; if that rolled
back, the repeat runs. Only the id of the result is stored. A repeat is authorized like any other request, and its
response shows what the user may see at that time.
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

from wardline.core.db.before_commit import execute_before_commit
from wardline.core.db.database import Base
from wardline.core.db.statements import compile_statement, fetch_all
from wardline.core.errors import Conflict, FieldError, ValidationFailed
from wardline.core.forms import messages

HEADER: Final = "idempotency-key"
KEY_LIMIT: Final = 128
_KEY: Final = re.compile(rf"[\x21-\x7e]{{1,{KEY_LIMIT}}}")
"""Characters that clients, proxies and logs do not change; spaces at either end would be stripped."""


class IdempotencyKey(Base):
    """The result of one user's key; deleted after a day."""

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
    """Runs an action, unless the same request of the same user already did."""

    def __init__(self, session: AsyncSession, *, user_id: int, key: str | None, fingerprint: str) -> None:
        self._session = session
        self._user_id = user_id
        self._key = key
        self._fingerprint = fingerprint

    async def __call__(self, action: Callable[[], Awaitable[uuid.UUID | int | None]]) -> str:
        """The id that the action returned, now or the first time, as text; empty if it returned none.

        Raises:
            IdempotencyKeyReused: the key belongs to a different request.
        """
        if self._key is None:
            return _text(await action())
        key = {"user_id": self._user_id, "key": self._key}
        claim = {"fingerprint": self._fingerprint} | key
        if not await fetch_all(self._session, _CLAIM, claim):
            (first,) = await fetch_all(self._session, _FIRST, key)
            if first.fingerprint != self._fingerprint:
                raise IdempotencyKeyReused
            return first.result or ""
        result = _text(await action())
        execute_before_commit(self._session, _SAVE_RESULT, key | {"result": result})
        return result


_SAME_KEY: Final = (IdempotencyKey.user_id == bindparam("user_id"), IdempotencyKey.key == bindparam("key"))
_CLAIM: Final = compile_statement(
    insert(IdempotencyKey)
    .values({name: bindparam(name) for name in ("user_id", "key", "fingerprint")} | {"created_at": func.now()})
    .on_conflict_do_nothing()
    .returning(IdempotencyKey.key)
)
_FIRST: Final = compile_statement(select(IdempotencyKey.fingerprint, IdempotencyKey.result).where(*_SAME_KEY))
_SAVE_RESULT: Final = compile_statement(update(IdempotencyKey).where(*_SAME_KEY).values(result=bindparam("result")))


def _text(result: uuid.UUID | int | None) -> str:
    return "" if result is None else str(result)


async def idempotent_action(request: Request, session: AsyncSession, user_id: int) -> IdempotentAction:
    """For the key in the request's header; without one, every request runs the action."""
    key = request.headers.get(HEADER)
    if len(request.headers.getlist(HEADER)) > 1 or (key is not None and not _KEY.fullmatch(key)):
        raise ValidationFailed(errors=[FieldError("Idempotency-Key", messages.INVALID)])
    parts = (request.method.encode(), request.url.path.encode(), request.url.query.encode(), await request.body())
    return IdempotentAction(
        session, user_id=user_id, key=key, fingerprint=hashlib.sha256(b"\n".join(parts)).hexdigest()
    )
