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
from sqlalchemy import text
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import SignedInRoute
from wardline.core.db import Database
from wardline.core.errors import ProductError, Unavailable, ValidationFailed
from wardline.core.http import code_of
from wardline.core.request_context import request_id
from wardline.core.straight import Connected, array, run, written_out

_KEY: Final = "audit.touched"
DEFECT: Final = 500


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


def touched(connected: Connected) -> Touched:
    """What the request has touched, for the doors to add to."""
    found: Touched = connected.info.setdefault(_KEY, Touched())
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

    async def conclude(self, request: Request, connected: Connected, response: Response) -> None:
        await self._record(request, connected, status=response.status_code, code=None)

    async def _record_refusal(self, request: Request, error: Exception) -> None:
        """What the request did is undone by now, so the entry stands for itself.

        Whoever has not signed in leaves no entry, and takes no connection for it.
        """
        if getattr(request.state, "user", None) is None:
            return
        database: Database = request.app.state.database
        status, code = _outcome(error)
        async with database.straight() as straight:
            await self._record(request, straight, status=status, code=code)

    async def _record(self, request: Request, connected: Connected, *, status: int, code: str | None) -> None:
        user: CurrentUser | None = getattr(request.state, "user", None)
        if user is None:
            return
        found = touched(connected)
        await run(
            connected,
            _RECORD,
            {
                "request_id": request_id() or "",
                "user_id": user.id,
                "action": self.operation_id,
                "status": status,
                "code": code,
                "address": request.client.host if request.client else None,
                "organization_ids": array(sorted(found.organization_ids)),
                "consult_ids": array(sorted(found.consult_ids | _given(request, "consult_id"))),
                "patient_ids": array(sorted(found.patient_ids | _given(request, "patient_id"))),
                "emr_ids": sorted(found.emr_ids),
                "details": orjson.dumps(found.details, option=orjson.OPT_SORT_KEYS).decode() if found.details else None,
            },
        )


class TouchingRoute(AuditedRoute):
    """For calls that are made again and again: the trail has those that touched somebody, and every refusal."""

    async def conclude(self, request: Request, connected: Connected, response: Response) -> None:
        if touched(connected).consult_ids:
            await super().conclude(request, connected, response)


_RECORD: Final = written_out(
    text(
        "select record_audit_entry(cast(:request_id as text), cast(:user_id as integer), cast(:action as text),"
        " cast(:status as smallint), cast(:code as text), cast(:address as text), cast(:organization_ids as integer[]),"
        " cast(:consult_ids as uuid[]), cast(:patient_ids as uuid[]), cast(:emr_ids as text[]), cast(:details as json))"
    )
)


def _given(request: Request, name: str) -> set[str]:
    """What the request's address asks for, if it is an id."""
    try:
        return {str(uuid.UUID(str(request.path_params.get(name))))}
    except ValueError:
        return set()


def _outcome(error: Exception) -> tuple[int, str]:
    if isinstance(error, RequestValidationError):
        return ValidationFailed.status, ValidationFailed.code
    if isinstance(error, ProductError):
        return error.status, error.code
    if isinstance(error, HTTPException):
        return error.status_code, code_of(error)
    return DEFECT, "internal"
