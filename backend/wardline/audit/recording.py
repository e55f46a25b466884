"""One audit entry for each answered request that touches patients, in the transaction of what it changes.

The doors to patients' data say which patients passed through them (`touched`); the route writes down who asked, for
what, from where and with which outcome. Without the entry there is no answer.
"""

import uuid
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import SignedInRoute
from wardline.audit.subjects import Named, found
from wardline.core.db.database import Database
from wardline.core.db.statements import AnyConnection, array_literal, compile_statement, execute
from wardline.core.errors import ProductError, Unavailable, ValidationFailed
from wardline.core.http.error_responses import code_of
from wardline.core.http.fastapi_adapter import has_body, parse_body
from wardline.core.http.request_context import request_id
from wardline.core.http.strict_requests import StrictRequest

_KEY: Final = "audit.touched"
DEFECT: Final = 500
_BODY_UNREAD: Final = frozenset({413, 415, 429})
"""What is too long or of another kind names nobody, and whoever asks too often has nothing read once more."""

_NAMING_BYTES: Final = 16_384
"""Of the body of a refused call; one that names somebody has some hundreds."""


@dataclass(slots=True)
class Touched:
    """Whose data a request has read or changed so far."""

    organization_ids: set[int] = field(default_factory=set)
    consult_ids: set[str] = field(default_factory=set)
    patient_ids: set[str] = field(default_factory=set)
    emr_ids: set[str] = field(default_factory=set)
    details: dict[str, Any] = field(default_factory=dict)
    """What else the entry says: JSON values, and nothing that a person typed."""

    def consult(
        self, consult_id: uuid.UUID | str, *, patient_id: uuid.UUID | str, organization_id: int, emr_id: str | None
    ) -> None:
        self.consult_ids.add(str(consult_id))
        self.patient_ids.add(str(patient_id))
        self.organization_ids.add(organization_id)
        if emr_id is not None:
            self.emr_ids.add(emr_id)

    def census(self, organization_ids: Iterable[int], emr_ids: Iterable[str]) -> None:
        """Patients of whom the hospital's record told."""
        self.organization_ids.update(organization_ids)
        self.emr_ids.update(emr_ids)

    def named(self, named: Named) -> None:
        """Whom the call named, whether or not there is anybody of that id."""
        self.consult_ids |= named.of("consult_id")
        self.patient_ids |= named.of("patient_id")
        self.emr_ids |= named.emr_ids

    def covers(self, named: Named) -> bool:
        """Whether nothing more would be found by what was named."""
        return (
            bool(self.organization_ids)
            and named.of("consult_id") <= self.consult_ids
            and named.of("patient_id") <= self.patient_ids
        )

    def row(self, row: Any) -> None:
        """One of `subjects.found`."""
        for ids, found_id in (
            (self.consult_ids, row.consult_id),
            (self.patient_ids, row.patient_id),
            (self.organization_ids, row.organization_id),
            (self.emr_ids, row.emr_id),
        ):
            if found_id is not None:
                ids.add(found_id)

    def entry(self) -> dict[str, Any]:
        """Its part of an entry, as the database's function takes it."""
        return {
            "organization_ids": array_literal(sorted(self.organization_ids)),
            "consult_ids": array_literal(sorted(self.consult_ids)),
            "patient_ids": array_literal(sorted(self.patient_ids)),
            "emr_ids": sorted(self.emr_ids),
            "details": orjson.dumps(self.details, option=orjson.OPT_SORT_KEYS).decode() if self.details else None,
        }


def touched(connection: AnyConnection) -> Touched:
    """What the request has touched, for the doors to add to."""
    found: Touched = connection.info.setdefault(_KEY, Touched())
    return found


class AuditedRoute(SignedInRoute):
    """For every call that touches patients, whether it reads or changes them."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def audited(request: Request) -> Response:
            try:
                return await answer(request)
            except (Unavailable, ClientDisconnect):
                raise  # Nothing was told to anybody, and there may be nowhere to write.
            except Exception as error:
                await self._record_refusal(request, error)
                raise

        return audited

    async def conclude(self, request: Request, connection: AnyConnection, response: Response) -> None:
        about = touched(connection)
        about.named(Named.by_path(request.path_params))
        await record(request, connection, about, status=response.status_code)

    async def _record_refusal(self, request: Request, error: Exception) -> None:
        """What the request did is undone by now, so the entry stands for itself.

        It says what the call came to touch, and whom it named before it came to that. Whoever has not signed in leaves
        no entry, and takes no connection for it.
        """
        if getattr(request.state, "user", None) is None:
            return
        status, code = _outcome(error)
        named = await self._named(request, status)
        database: Database = request.app.state.database
        async with database.autocommit() as connection:
            about = connection.info[_KEY] = touched(request.state.connection)
            if not about.covers(named):
                for row in await found(connection, named):
                    about.row(row)
            about.named(named)
            await record(request, connection, about, status=status, code=code)

    async def _named(self, request: Request, status: int) -> Named:
        named = Named.by_path(request.path_params)
        received: StrictRequest | None = getattr(request.state, "received", None)
        if received is not None and has_body(self) and status not in _BODY_UNREAD:
            body = parse_body(self, await _sent(received))
            if body is not None:
                named.body(body)
        return named


async def _sent(received: StrictRequest) -> Any:
    """What was sent; None where there was nothing, or what nobody has read and is too long or too broken to name any.

    Whoever may not make a call is refused before its body is parsed, and writing that down is not to cost more.
    """
    body = await received.body()
    if not body or not (received.is_parsed or len(body) <= _NAMING_BYTES):
        return None
    try:
        return await received.json()
    except ValidationFailed:
        return None


class TouchingRoute(AuditedRoute):
    """For calls that are made again and again: the trail has those that touched something, and every refusal."""

    async def conclude(self, request: Request, connection: AnyConnection, response: Response) -> None:
        about = touched(connection)
        if about.consult_ids or about.details:
            await super().conclude(request, connection, response)


async def record(
    request: Request, connection: AnyConnection, about: Touched, *, status: int, code: str | None = None
) -> None:
    """Write the entry of a request whose caller is known."""
    user: CurrentUser | None = getattr(request.state, "user", None)
    if user is None:
        return
    route: APIRoute = request.scope["route"]
    entry = about.entry() | {
        "request_id": request_id() or "",
        "user_id": user.id,
        "action": route.operation_id,
        "status": status,
        "code": code,
        "address": request.client.host if request.client else None,
    }
    await execute(connection, _RECORD, entry)


def record_command(session: Session, action: str, about: Touched) -> None:
    """Write the entry of what somebody did at the server, where nobody is signed in."""
    entry = {"request_id": uuid.uuid4().hex, "user_id": None, "status": 200, "code": None, "address": None}
    session.execute(_RECORD_TEXT, about.entry() | entry | {"action": action})


_RECORD_TEXT: Final = text(
    "select record_audit_entry(cast(:request_id as text), cast(:user_id as integer), cast(:action as text),"
    " cast(:status as smallint), cast(:code as text), cast(:address as text), cast(:organization_ids as integer[]),"
    " cast(:consult_ids as uuid[]), cast(:patient_ids as uuid[]), cast(:emr_ids as text[]), cast(:details as json))"
)
_RECORD: Final = compile_statement(_RECORD_TEXT)


def _outcome(error: Exception) -> tuple[int, str]:
    if isinstance(error, RequestValidationError):
        return ValidationFailed.status, ValidationFailed.code
    if isinstance(error, ProductError):
        return error.status, error.code
    if isinstance(error, HTTPException):
        return error.status_code, code_of(error)
    return DEFECT, "internal"
