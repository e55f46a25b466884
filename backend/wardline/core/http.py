"""How a request becomes an answer: one transaction, repeats answered once, every failure in the same words.

`TransactionRoute` opens the session that the endpoint's dependencies use and commits it before the answer leaves. A
POST that carries an ``Idempotency-Key`` records its answer in the same transaction: while the first is still running
a repeat waits for it on the key's row, and afterwards gets the stored answer, also from another process and after a
restart.
"""

import hashlib
import logging
import traceback
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import Depends, FastAPI, Request, Response
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from sqlalchemy import CheckConstraint, Index, LargeBinary, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wardline.core import clock, messages
from wardline.core.db import DATABASE_LOST, Base, Database
from wardline.core.errors import Conflict, FieldError, ProductError, Unavailable, ValidationFailed

log = logging.getLogger(__name__)

IDEMPOTENCY_HEADER = "idempotency-key"
IDEMPOTENCY_KEY_LIMIT = 128
FRAMES_LOGGED = 12
REFUSALS_START_AT = 400


class IdempotentAnswer(Base):
    """The answer to one POST of one caller; housekeeping removes it after a day."""

    __tablename__ = "idempotent_answers"
    __table_args__ = (
        CheckConstraint(f"char_length(key) between 1 and {IDEMPOTENCY_KEY_LIMIT}", name="key_length"),
        Index(None, "created_at"),
    )

    caller: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    fingerprint: Mapped[str]
    created_at: Mapped[datetime]
    status: Mapped[int | None]
    media_type: Mapped[str | None]
    body: Mapped[bytes | None] = mapped_column(LargeBinary)


class IdempotencyKeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "This Idempotency-Key was used for another request."


class TransactionRoute(APIRoute):
    """Gives the endpoint ``request.state.session`` and commits it when the answer is not an error."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        endpoint = super().get_route_handler()

        async def in_transaction(request: Request) -> Response:
            database: Database = request.app.state.database
            async with database.session() as session:
                request.state.session = session
                response = await _once(request, session, endpoint)
                await (session.commit() if response.status_code < REFUSALS_START_AT else session.rollback())
            return response

        return in_transaction


async def get_session(request: Request) -> AsyncSession:
    """The request's session, as a dependency."""
    session: AsyncSession = request.state.session
    return session


Session = Annotated[AsyncSession, Depends(get_session)]


async def _once(
    request: Request, session: AsyncSession, endpoint: Callable[[Request], Coroutine[Any, Any, Response]]
) -> Response:
    key = request.headers.get(IDEMPOTENCY_HEADER)
    if key is None or request.method != "POST":
        return await endpoint(request)
    if not 1 <= len(key) <= IDEMPOTENCY_KEY_LIMIT:
        raise ValidationFailed(errors=[FieldError("Idempotency-Key", messages.INVALID)])
    caller = await request.app.state.idempotent_caller(request)
    fingerprint = hashlib.sha256(
        b"\n".join(
            (request.method.encode(), str(request.url.path).encode(), request.url.query.encode(), await request.body())
        )
    ).hexdigest()
    claimed = await session.execute(
        insert(IdempotentAnswer)
        .values(caller=caller, key=key, fingerprint=fingerprint, created_at=clock.now())
        .on_conflict_do_nothing()
        .returning(IdempotentAnswer.key)
    )
    if claimed.scalar_one_or_none() is None:
        return await _stored_answer(session, caller, key, fingerprint)
    response = await endpoint(request)
    await session.execute(
        update(IdempotentAnswer)
        .where(IdempotentAnswer.caller == caller, IdempotentAnswer.key == key)
        .values(status=response.status_code, media_type=response.media_type, body=bytes(response.body))
    )
    return response


async def _stored_answer(session: AsyncSession, caller: str, key: str, fingerprint: str) -> Response:
    stored = (
        await session.execute(
            select(IdempotentAnswer).where(IdempotentAnswer.caller == caller, IdempotentAnswer.key == key)
        )
    ).scalar_one()
    if stored.fingerprint != fingerprint:
        raise IdempotencyKeyReused
    return Response(stored.body, status_code=stored.status or 200, media_type=stored.media_type)


def install_error_handlers(app: FastAPI) -> None:
    """Every failure in one shape, and nothing of a request's content in any of them."""
    app.add_middleware(QuietFailures)
    app.add_exception_handler(ProductError, _product_error)
    app.add_exception_handler(RequestValidationError, _request_validation)
    app.add_exception_handler(HTTPException, _http_exception)
    for lost in DATABASE_LOST:
        app.add_exception_handler(lost, _database_lost)
    app.add_exception_handler(DBAPIError, _database_error)


def _answer(error: ProductError) -> JSONResponse:
    return JSONResponse(jsonable_encoder(error.body()), status_code=error.status)


async def _product_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, ProductError)  # noqa: S101 - Starlette's signature is wider than what it hands over
    return _answer(error)


async def _request_validation(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    return _answer(ValidationFailed(errors=field_errors(error.errors(), skip=1)))


async def _http_exception(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    code = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}.get(error.status_code, "bad_request")
    body = {"code": code, "message": str(error.detail), "errors": []}
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)


async def _database_lost(_: Request, error: Exception) -> Response:
    log.warning("database unavailable: %s", type(error).__name__)
    return _answer(Unavailable())


class QuietFailures:
    """Answers 500 for a defect and logs where it happened, never what it said: messages quote data."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watching(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watching)
        except Exception as error:  # noqa: BLE001 - whatever escapes is a defect
            where = " < ".join(
                f"{frame.name} ({frame.filename.rsplit('/', 1)[-1]}:{frame.lineno})"
                for frame in reversed(traceback.extract_tb(error.__traceback__)[-FRAMES_LOGGED:])
            )
            log.error("defect: %s %s at %s", type(error).__name__, _sqlstate(error), where)  # noqa: TRY400
            if scope["type"] == "http" and not started:
                body = {"code": "internal", "message": "Something went wrong on our side.", "errors": []}
                await JSONResponse(body, status_code=500)(scope, receive, send)


def _sqlstate(error: Exception) -> str:
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


async def _database_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, DBAPIError)  # noqa: S101
    if error.connection_invalidated or getattr(error.orig, "sqlstate", "") in {
        "57P01",
        "57P02",
        "57P03",
        "53300",
        "53100",
    }:
        return await _database_lost(request, error)
    raise error


def field_errors(found: Any, *, skip: int = 0) -> list[FieldError]:
    """Pydantic's findings as fields and messages; `skip` leading parts of each path are ours, not the caller's."""
    errors: dict[str, FieldError] = {}
    for item in found:
        path = [str(part) for part in item["loc"][skip:] if not _is_internal(part)]
        for field, message in _spread(path, item):
            errors.setdefault(field, FieldError(field, message))
    return list(errors.values())


def _is_internal(part: Any) -> bool:
    """Tags of a union stand in Pydantic's paths though not in the body."""
    return isinstance(part, str) and part.startswith("tag:")


def _spread(path: list[str], item: Any) -> list[tuple[str, str]]:
    if item["type"] == "rules":
        return [(".".join([*path, field]), message) for field, message in item["ctx"]["violations"]]
    return [(".".join(path) or "body", message_for(item))]


_MESSAGES: Final = {
    "missing": messages.REQUIRED,
    "string_too_short": messages.REQUIRED,
    "too_short": messages.REQUIRED,
    "int_from_float": messages.WHOLE_NUMBER,
    "extra_forbidden": "This field is not known.",
}


def message_for(item: Any) -> str:
    """The sentence for one Pydantic finding; never the refused value itself."""
    kind, refused = item["type"], item["input"]
    message = _MESSAGES.get(kind, messages.INVALID)
    if kind in {"string_too_long", "too_long"} and isinstance(refused, str):
        message = messages.TOO_LONG.format(max=item["ctx"]["max_length"])
    elif kind == "int_type" and isinstance(refused, float):
        message = messages.WHOLE_NUMBER
    elif kind == "value_error":
        message = str(item["ctx"]["error"])
    elif kind.startswith("date_"):
        message = messages.REAL_DATE
    return message
