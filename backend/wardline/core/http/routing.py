"""How a request becomes an answer: one transaction for what it changes, and every failure in the same words.

`TransactionRoute` opens the session that the endpoint's dependencies use and commits it before the answer leaves.
Endpoints that ask the driver straight and change nothing have a bare connection instead.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, TypeVar

import orjson
from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wardline.core.db.database import Database
from wardline.core.db.statements import AnyConnection, AutocommitConnection
from wardline.core.errors import FieldError, ProductError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.wire import iso_utc
from wardline.core.http.error_responses import error_responses_of
from wardline.core.http.strict_requests import RequestForm
from wardline.core.logs import describe_error

log = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)

BODY_LIMIT_BYTES = 1_000_000
"""A comment of 65,000 characters takes at most 400,000 bytes as JSON, the longest draft of a note some 800,000."""
BODY_SECONDS = 30
"""How long a body may take to arrive; a connection that is slower than that is of no use to anybody."""
UNKNOWN_KIND: Final = "unknown_kind"
"""The error type of a union whose members are told apart by a field; the context's `field` names it."""
REFUSALS_START_AT = 400
MAX_LISTED_ERRORS: Final = 20
"""How many faults of a form are listed; the rules that a form breaks are one, and are listed all."""
_ADMITS: Final = "__admits__"

F = TypeVar("F", bound=Callable[..., Any])


def before_body(function: F) -> F:
    """Says of a dependency that takes the request alone that it decides about the caller, before a body is parsed.

    It is called there, and again with the other dependencies, and does no more the second time.
    """
    setattr(function, _ADMITS, True)
    return function


class TransactionRoute(APIRoute):
    """Gives the endpoint ``request.state.connection``.

    An endpoint that depends on a `Session` gets one, which is committed unless the response is an error. Any other
    endpoint gets an `AutocommitConnection`.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.responses = {**error_responses_of(self), **self.responses}

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        endpoint = super().get_route_handler()
        form = RequestForm(self)
        in_session = _depends_on(self.dependant, get_session)
        admissions = list(dict.fromkeys(_admissions(self.dependant))) if self.body_field is not None else []

        async def connected_to_the_database(asked: Request) -> Response:
            database: Database = asked.app.state.database
            await self.admit(asked)
            request = await form.received(asked)
            request.state.received = request
            async with database.session() if in_session else database.autocommit() as connection:
                request.state.connection = connection
                for admission in admissions:
                    await admission(request)
                await form.read(request)
                response = await endpoint(request)
                if response.status_code < REFUSALS_START_AT:
                    await self.conclude(request, connection, response)
                    if isinstance(connection, AsyncSession):
                        await connection.commit()
            return response

        return connected_to_the_database

    async def admit(self, request: Request) -> None:
        """Whom a kind of route refuses before it looks at what was sent."""

    async def conclude(self, request: Request, connection: AnyConnection, response: Response) -> None:
        """What a kind of route still does for an answer that is no refusal, in its transaction if there is one."""


def _depends_on(dependant: Dependant, dependency: Callable[..., Any]) -> bool:
    return any(part.call is dependency or _depends_on(part, dependency) for part in dependant.dependencies)


def _admissions(dependant: Dependant) -> Iterator[Callable[[Request], Awaitable[Any]]]:
    """What decides about the caller, in the order in which it is asked."""
    for part in dependant.dependencies:
        yield from _admissions(part)
        if part.call is not None and hasattr(part.call, _ADMITS):
            yield part.call


def connection_of(request: Request) -> AnyConnection:
    """What the request's statements go through."""
    connection: AnyConnection = request.state.connection
    return connection


async def get_session(request: Request) -> AsyncSession:
    """The request's session, as a dependency."""
    session = connection_of(request)
    assert isinstance(session, AsyncSession)  # noqa: S101 - the route has one for whoever names it
    return session


async def get_autocommit_connection(request: Request) -> AutocommitConnection:
    """The bare connection of a request for which nothing names a session, as a dependency."""
    connection = connection_of(request)
    assert isinstance(connection, AutocommitConnection)  # noqa: S101 - no dependency names a session
    return connection


Session = Annotated[AsyncSession, Depends(get_session)]
Autocommit = Annotated[AutocommitConnection, Depends(get_autocommit_connection)]

Page = Annotated[int, Query(ge=1, le=10_000)]
"""Which page of a list, from 1; `PageSize` entries are on each."""
PageSize = Annotated[int, Query(alias="pageSize", ge=1, le=100)]


def json_answer(content: Any) -> Response:
    """An answer that stands on wire names already and leaves as it is.

    For answers so frequent that looking through them once more would take most of their time. The route says by its
    `response_model` what they are, and a test compares.
    """
    return Response(orjson.dumps(content), media_type="application/json")


def install_error_handlers(app: FastAPI) -> None:
    """Every failure in one shape, and nothing of a request's content in any of them."""
    app.add_middleware(BodyLimits)
    app.add_middleware(ServerErrors)
    app.add_exception_handler(ProductError, _product_error)
    app.add_exception_handler(RequestValidationError, _request_validation)
    app.add_exception_handler(HTTPException, _http_exception)


def _answer(error: ProductError) -> JSONResponse:
    headers = None if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    body = jsonable_encoder(error.body(), custom_encoder={datetime: iso_utc})
    return JSONResponse(body, status_code=error.status, headers=headers)


async def _product_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, ProductError)  # noqa: S101 - Starlette's signature is wider than what it hands over
    return _answer(error)


async def _request_validation(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    return _answer(_refusal_of(error.errors(), skip=1))


_CODES: Final = {404: "not_found", 405: "method_not_allowed", 408: "too_slow", 413: "too_large"}


def code_of(error: HTTPException) -> str:
    """What the framework's own refusals are called."""
    return _CODES.get(error.status_code, "bad_request")


async def _http_exception(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    body = {"code": code_of(error), "message": str(error.detail), "errors": []}
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)


class BodyLimits:
    """Refuses a body that is longer or slower than anything the product asks for, before it is in memory."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        left = BODY_LIMIT_BYTES
        deadline = asyncio.get_running_loop().time() + BODY_SECONDS
        is_whole = False

        async def counting() -> Message:
            nonlocal left, is_whole
            message = await (receive() if is_whole else _in_time(receive, deadline))
            left -= len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if left < 0:
                raise HTTPException(413, _TOO_LARGE)
            return message

        refusal = _refusal_by_length(dict(scope["headers"]))
        if refusal is not None:
            await (await _http_exception(Request(scope), refusal))(scope, receive, send)
            return
        await self.app(scope, counting, send)


_TOO_LARGE: Final = "The request is too large."
_LONGEST_LENGTH: Final = 12
"""Digits; Python refuses to read numbers of thousands of them."""


def _refusal_by_length(headers: dict[bytes, bytes]) -> HTTPException | None:
    announced = headers.get(b"content-length", b"")
    if announced and b"transfer-encoding" in headers:
        # A proxy may take the other of the two for the request's end, and what follows for somebody else's request.
        return HTTPException(400, "A request says how long it is in one way only.", headers={"Connection": "close"})
    if announced.isdigit() and (len(announced) > _LONGEST_LENGTH or int(announced) > BODY_LIMIT_BYTES):
        return HTTPException(413, _TOO_LARGE)
    return None


async def _in_time(receive: Receive, deadline: float) -> Message:
    try:
        async with asyncio.timeout_at(deadline):
            return await receive()
    except TimeoutError:
        raise HTTPException(408, "The request took too long to arrive.") from None


class ServerErrors:
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
        except ClientDisconnect:
            log.info("a client hung up in the middle of its request")
        except Exception as error:  # noqa: BLE001 - whatever escapes is a defect
            log.error("defect: %s", describe_error(error))  # noqa: TRY400
            if scope["type"] == "http" and not started:
                body = {"code": "internal", "message": "Something went wrong on our side.", "errors": []}
                await JSONResponse(body, status_code=500)(scope, receive, send)


def field_errors(found: Any, *, skip: int = 0) -> list[FieldError]:
    """Pydantic's findings as fields and messages; `skip` leading parts of each path are ours, not the caller's."""
    errors: dict[str, FieldError] = {}
    for item in found:
        path = [str(part) for part in item["loc"][skip:] if not _is_internal(part)]
        for field, message in _spread(path, item):
            errors.setdefault(field, FieldError(field, message))
    return list(errors.values())


def _refusal_of(found: Sequence[Any], *, skip: int = 0, at: str = "") -> ValidationFailed:
    """The first `MAX_LISTED_ERRORS`, each field behind `at`, and how many there are."""
    listed = [FieldError(f"{at}{one.field}", one.message) for one in field_errors(found[:MAX_LISTED_ERRORS], skip=skip)]
    if len(found) <= MAX_LISTED_ERRORS:
        return ValidationFailed(errors=listed)
    return ValidationFailed(messages.MORE_FAULTS.format(listed=MAX_LISTED_ERRORS, total=len(found)), errors=listed)


def validate_as(model: type[M], sent: Any, *, at: str = "") -> M:
    """What was sent, by a form that is known only now; ValidationFailed names the fields, each behind `at`."""
    try:
        return model.model_validate(sent)
    except ValidationError as error:
        raise _refusal_of(error.errors(include_url=False), at=at) from None


def _is_internal(part: Any) -> bool:
    """Tags of a union stand in Pydantic's paths though not in the body."""
    return isinstance(part, str) and part.startswith("tag:")


def _spread(path: list[str], item: Any) -> list[tuple[str, str]]:
    if item["type"] == "rules":
        return [(".".join([*path, field]), message) for field, message in item["ctx"]["violations"]]
    if item["type"] == "json_invalid":
        return [("body", messages.NOT_JSON)]
    if item["type"] == UNKNOWN_KIND and isinstance(item["input"], dict):
        field = item["ctx"]["field"]
        return [(".".join([*path, field]), messages.INVALID if field in item["input"] else messages.REQUIRED)]
    return [(".".join(path) or "body", message_for(item))]


_MESSAGES: Final = {
    "missing": messages.REQUIRED,
    "string_too_short": messages.REQUIRED,
    "too_short": messages.REQUIRED,
    "int_from_float": messages.WHOLE_NUMBER,
    "extra_forbidden": messages.UNKNOWN_FIELD,
}


def message_for(item: Any) -> str:
    """The sentence for one Pydantic finding; never the refused value itself."""
    kind, refused = item["type"], item["input"]
    message = _MESSAGES.get(kind, messages.INVALID)
    if kind in {"string_too_long", "too_long"} and isinstance(refused, str):
        message = messages.TOO_LONG.format(max=item["ctx"]["max_length"])
    elif kind == "int_type" and isinstance(refused, float | str):
        message = messages.WHOLE_NUMBER
    elif kind == "value_error":
        message = str(item["ctx"]["error"])
    elif kind.startswith("date_"):
        message = messages.REAL_DATE
    return message
