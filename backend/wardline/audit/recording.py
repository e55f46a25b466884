"""One audit entry for each request that touches patients, in the same transaction as its changes.

Code that reads patient data records whose data it was (`touched`). The route records who called what, from where, and
with what outcome, unless the statement that read the data did so (`wardline.audit.recorded_reads`). Without the entry
there is no response.
"""

import uuid
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from sqlalchemy import ARRAY, JSON, ColumnElement, Integer, SmallInteger, Text, Uuid, bindparam, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeEngine
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import SignedInRoute
from wardline.access.freshness import asked_of
from wardline.audit.subjects import NamedIds, look_up
from wardline.core.db.before_commit import execute_before_commit
from wardline.core.db.database import Database
from wardline.core.db.statements import AnyConnection, array_literal, compile_statement, execute
from wardline.core.errors import ProductError, Unavailable, ValidationFailed
from wardline.core.http.error_responses import code_of
from wardline.core.http.fastapi_adapter import parse_body
from wardline.core.http.request_context import request_id
from wardline.core.http.strict_requests import JsonBody

_KEY: Final = "audit.touched"
DEFECT: Final = 500
OBJECT: Final = ("objectKind", "object")
"""The details that say which object of the network a request was about."""
_BODY_UNREAD: Final = frozenset({413, 415, 429})
"""Bodies that were refused before they were read, and are not read for the audit entry either."""

_NAMING_BYTES: Final = 16_384
"""The longest body of a refused request that is parsed for ids; one with ids has a few hundred bytes."""


@dataclass(slots=True)
class Touched:
    """Whose data a request has read or changed so far."""

    organization_ids: set[int] = field(default_factory=set)
    consult_ids: set[str] = field(default_factory=set)
    patient_ids: set[str] = field(default_factory=set)
    emr_ids: set[str] = field(default_factory=set)
    details: dict[str, Any] = field(default_factory=dict)
    """Other parameters as JSON values; never anything that a user typed."""

    def consult(
        self, consult_id: uuid.UUID | str, *, patient_id: uuid.UUID | str, organization_id: int, emr_id: str | None
    ) -> None:
        self.consult_ids.add(str(consult_id))
        self.patient_ids.add(str(patient_id))
        self.organization_ids.add(organization_id)
        if emr_id is not None:
            self.emr_ids.add(emr_id)

    def about_object(self, kind: str, code: str) -> None:
        """The object of the network that is read or changed (`wardline.network.objects.ObjectKey`)."""
        self.details |= dict(zip(OBJECT, (kind, code), strict=True))

    def census(self, organization_ids: Iterable[int], emr_ids: Iterable[str]) -> None:
        """Patients listed from the hospital's record."""
        self.organization_ids.update(organization_ids)
        self.emr_ids.update(emr_ids)

    def named(self, named: NamedIds) -> None:
        """The ids in the request, whether or not they exist."""
        self.consult_ids |= named.of("consult_id")
        self.patient_ids |= named.of("patient_id")
        self.emr_ids |= named.emr_ids

    def covers(self, named: NamedIds) -> bool:
        """Whether looking up the ids of the request would add nothing."""
        return (
            bool(self.organization_ids)
            and named.of("consult_id") <= self.consult_ids
            and named.of("patient_id") <= self.patient_ids
        )

    def row(self, row: Any) -> None:
        """Add a row with a `consult_id`, `patient_id`, `organization_id` and `emr_id`, each of which may be None."""
        for ids, found_id in ((self.consult_ids, row.consult_id), (self.patient_ids, row.patient_id)):
            if found_id is not None:
                ids.add(str(found_id))
        if row.organization_id is not None:
            self.organization_ids.add(row.organization_id)
        if row.emr_id is not None:
            self.emr_ids.add(row.emr_id)

    def entry(self) -> dict[str, Any]:
        """These fields of an entry, as parameters of the database's function."""
        return {
            "organization_ids": array_literal(sorted(self.organization_ids)),
            "consult_ids": array_literal(sorted(self.consult_ids)),
            "patient_ids": array_literal(sorted(self.patient_ids)),
            "emr_ids": sorted(self.emr_ids),
            "details": orjson.dumps(self.details, option=orjson.OPT_SORT_KEYS).decode() if self.details else None,
        }


def touched(connection: AnyConnection) -> Touched:
    """What the request has touched so far; code that reads patient data adds to it."""
    result: Touched = connection.info.setdefault(_KEY, Touched())
    return result


class AuditedRoute(SignedInRoute):
    """For every operation that touches patients, whether it reads or changes them."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_audited(request: Request) -> Response:
            try:
                return await handle(request)
            except (Unavailable, ClientDisconnect):
                raise  # Nothing was disclosed, and it may be impossible to write the entry.
            except Exception as error:
                await self._record_refusal(request, error)
                raise

        return handle_audited

    async def conclude(self, request: Request, connection: AnyConnection, response: Response) -> None:
        if getattr(request.state, "is_recorded", False):
            return
        about = touched(connection)
        about.named(NamedIds.by_path(request.path_params))
        await record(request, connection, about, status=response.status_code)

    async def _record_refusal(self, request: Request, error: Exception) -> None:
        """Write the entry in a transaction of its own, since the request's has been rolled back.

        It has what the request touched before it was refused, and the ids in the request. A caller who is unknown
        leaves no entry, and uses no connection.
        """
        if not _is_known(request):
            return
        status, code = _outcome(error)
        named = self._named(request, status)
        database: Database = request.app.state.database
        async with database.autocommit() as connection:
            about = connection.info[_KEY] = touched(request.state.connection)
            if not about.covers(named):
                for row in await look_up(connection, request.app.state.audit_lookups, named):
                    about.row(row)
            about.named(named)
            await record(request, connection, about, status=status, code=code)

    def _named(self, request: Request, status: int) -> NamedIds:
        named = NamedIds.by_path(request.path_params)
        json_body: JsonBody | None = getattr(request.state, "json_body", None)
        if json_body is not None and status not in _BODY_UNREAD:
            body = parse_body(self, _value_of(json_body))
            if body is not None:
                named.body(body)
        return named


def _value_of(body: JsonBody) -> Any:
    """The body's JSON; None if it is empty, invalid, or long and not parsed yet.

    A request that is not permitted is refused before its body is parsed, and auditing that must not cost more.
    """
    if not body.content or not (body.is_parsed or len(body.content) <= _NAMING_BYTES):
        return None
    try:
        return body.value()
    except ValidationFailed:
        return None


class TouchingRoute(AuditedRoute):
    """For requests that clients repeat often: only those that touched something or were refused are audited."""

    async def conclude(self, request: Request, connection: AnyConnection, response: Response) -> None:
        about = touched(connection)
        if about.consult_ids or about.details:
            await super().conclude(request, connection, response)


async def record(
    request: Request, connection: AnyConnection, about: Touched, *, status: int, code: str | None = None
) -> None:
    """Write the entry for a request by a signed-in user, or by whom `request.state.details_of_caller` says."""
    if not _is_known(request):
        return
    user: CurrentUser | None = getattr(request.state, "user", None)
    about.details |= getattr(request.state, "details_of_caller", {}) | asked_of(request.state.connection)
    entry = about.entry() | entry_of(request, user, status=status, code=code)
    if isinstance(connection, AsyncSession):
        execute_before_commit(connection, _RECORD, entry)
    else:
        await execute(connection, _RECORD, entry)


def _is_known(request: Request) -> bool:
    """Whether a user calls, or somebody who is none, but is known, like a guest of a call."""
    return getattr(request.state, "user", None) is not None or hasattr(request.state, "details_of_caller")


def entry_of(request: Request, user: CurrentUser | None, *, status: int, code: str | None = None) -> dict[str, Any]:
    """The fields of an entry that do not depend on what was touched, as parameters of the database's function."""
    route: APIRoute = request.scope["route"]
    return {
        "request_id": request_id() or "",
        "user_id": user.id if user is not None else None,
        "action": route.operation_id,
        "status": status,
        "code": code,
        "address": request.client.host if request.client else None,
    }


def recorded_by_statement(request: Request) -> None:
    """The route need not write the entry of this request."""
    request.state.is_recorded = True


def record_without_request(session: AsyncSession, user: CurrentUser, action: str, **details: Any) -> None:
    """Write the entry for what a user did without calling the server, for example by a key press on the phone.

    `action` is the operation id of the call that does the same, and `details` say how it was done instead.
    """
    about = touched(session)
    about.details |= details
    entry = {"request_id": request_id() or uuid.uuid4().hex, "user_id": user.id, "action": action, "status": 200}
    execute_before_commit(session, _RECORD, about.entry() | entry | {"code": None, "address": None})


def record_command(session: Session, action: str, about: Touched) -> None:
    """Write the entry for a command run on the server, which has no signed-in user."""
    entry = {"request_id": uuid.uuid4().hex, "user_id": None, "status": 200, "code": None, "address": None}
    session.execute(_RECORD_STATEMENT, about.entry() | entry | {"action": action})


_FIELDS: Final[Mapping[str, TypeEngine[Any]]] = {
    "request_id": Text(),
    "user_id": Integer(),
    "action": Text(),
    "status": SmallInteger(),
    "code": Text(),
    "address": Text(),
    "organization_ids": ARRAY(Integer),
    "consult_ids": ARRAY(Uuid),
    "patient_ids": ARRAY(Uuid),
    "emr_ids": ARRAY(Text),
    "details": JSON(),
}
"""The arguments of the database's function, in this order."""


def recording(values: Mapping[str, ColumnElement[Any]]) -> ColumnElement[Any]:
    """The call that writes an entry; its other fields are parameters."""
    return func.record_audit_entry(
        *(cast(values.get(name, bindparam(name)), type_) for name, type_ in _FIELDS.items())
    ).label("entry")


_RECORD_STATEMENT: Final = select(recording({}))
_RECORD: Final = compile_statement(_RECORD_STATEMENT)


def _outcome(error: Exception) -> tuple[int, str]:
    if isinstance(error, RequestValidationError):
        return ValidationFailed.status, ValidationFailed.code
    if isinstance(error, ProductError):
        return error.status, error.code
    if isinstance(error, HTTPException):
        return error.status_code, code_of(error)
    return DEFECT, "internal"
