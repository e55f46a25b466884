"""Routes that take a client's secret: the only ones, and nothing else opens them."""

import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from fastapi import Request, Response
from scim2_models import Error
from scim2_server.requests import ScimRequest
from scim2_server.responses import SCIM_MEDIA_TYPE
from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException

from wardline.access.dependencies import bearer_token
from wardline.audit.recording import AuditedRoute, touched
from wardline.core import clock
from wardline.core.db.before_commit import execute_before_commit
from wardline.core.db.database import Database
from wardline.core.db.statements import AnyConnection, compile_statement
from wardline.core.errors import NotSignedIn, ProductError, Unavailable
from wardline.core.http.app_settings import give_settings
from wardline.core.http.routing import connection_of
from wardline.core.security.rate_limits import RateLimiter
from wardline.scim.callers import Caller
from wardline.scim.clients import ScimClients, Secret
from wardline.scim.groups import group_number
from wardline.scim.guards import TooManyDeactivated, note_stop
from wardline.scim.models import ScimProblem, ScimSecret
from wardline.scim.repository import ScimRepository
from wardline.scim.searching import numbered

log = logging.getLogger(__name__)

BASE: Final = "/scim/v2"
CHANGES: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
REFUSALS_PER_MINUTE: Final = 10
"""Of unknown secrets from one address; each is recorded."""
PROBLEMS_KEPT: Final = 100
"""For each organization."""
_NOT_PROBLEMS: Final = frozenset({401, 404, 429, 503})
"""Looking for what may not exist is how clients work; the others say nothing about a person or a group."""
_INSERT_USE: Final = insert(ScimSecret).values(digest=bindparam("digest"), used_at=bindparam("used_at"))
_NOTE_USE: Final = compile_statement(
    _INSERT_USE.on_conflict_do_update(
        index_elements=[ScimSecret.digest],
        set_={"used_at": _INSERT_USE.excluded.used_at},
        where=ScimSecret.used_at < _INSERT_USE.excluded.used_at,
    )
)
_REALM: Final = 'Bearer realm="SCIM"'


class ScimRefused(HTTPException):
    """The library's refusal of a request, with its `scimType`."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.status or 400, error.detail or "The request could not be completed")
        self.scim_type = error.scim_type


class ScimRoute(AuditedRoute):
    """Finds the client before it reads the body, answers errors as SCIM does, and records what changes something."""

    async def admit(self, request: Request) -> None:
        clients: ScimClients = request.app.state.scim_clients
        secret = clients.find(bearer_token(request) or "")
        address = request.client.host if request.client else ""
        if secret is None:
            refusals: RateLimiter = request.app.state.scim_refusals
            refusals.hit("scim", address)
            request.state.details_of_caller = {"client": None}
        else:
            limits: RateLimiter = request.app.state.rate_limiter
            limits.hit(str(self.operation_id), f"client {secret.client.name}")
            request.state.details_of_caller = {"client": secret.client.name}
            request.state.scim_body = await request.body()
        request.state.scim_secret = secret
        request.state.scim_query = dict(request.query_params)
        # Providers send parameters of their own, which are ignored; elsewhere, an unknown one is an error.
        request.scope["query_string"] = b""

    async def identify(self, request: Request) -> None:
        secret: Secret | None = request.state.scim_secret
        session = connection_of(request)
        assert isinstance(session, AsyncSession)  # noqa: S101 - every endpoint with such a route takes one
        give_settings(session, request.app.state.settings)
        if secret is None:
            raise NotSignedIn
        client = secret.client
        organization_id = await ScimRepository(session, 0).organization_id_of(client.organization)
        if organization_id is None:
            log.error("the organization of the SCIM client %s does not exist", client.name)
            raise NotSignedIn
        request.state.scim_caller = Caller(
            client.name, client.subject_is_external_id, organization_id, client.organization
        )
        touched(session).organization_ids.add(organization_id)
        _note_use(session, secret)

    async def conclude(self, request: Request, connection: AnyConnection, response: Response) -> None:
        if request.method in CHANGES and response.status_code != 304:  # noqa: PLR2004 - not modified
            await super().conclude(request, connection, response)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_scim(request: Request) -> Response:
            try:
                return await handle(request)
            except (ProductError, HTTPException) as error:
                with suppress(Unavailable):
                    await self._note_problem(request, error)
                return _error_response(error)

        return handle_scim

    async def _note_problem(self, request: Request, error: ProductError | HTTPException) -> None:
        """Keep what an administrator should know, after the request's own transaction has been rolled back."""
        status = _status_of(error)
        if not hasattr(request.state, "scim_caller") or status in _NOT_PROBLEMS:
            return
        database: Database = request.app.state.database
        async with database.transaction() as session:
            await note_problem(session, request, status, _message_of(error))
            if isinstance(error, TooManyDeactivated):
                await note_stop(session, caller_of(request).organization_id)


async def note_problem(session: AsyncSession, request: Request, status: int, message: str) -> None:
    """Keep a sentence about the request for the administrators' page."""
    caller = caller_of(request)
    resource_id = request.path_params.get("resource_id", "")
    session.add(
        ScimProblem(
            organization_id=caller.organization_id,
            client=caller.client,
            at=clock.now(),
            operation=request.scope["route"].operation_id,
            status=status,
            message=message,
            user_id=numbered(resource_id),
            group_id=group_number(resource_id),
        )
    )
    await _forget_old_problems(session, caller.organization_id)


def scim_request(request: Request, origin: str) -> ScimRequest:
    """The request as the library takes it; its address is the public one, whatever the header Host says."""
    return ScimRequest(
        method=request.method,
        base_url=f"{origin}/api{BASE}",
        path=request.scope["path"].removeprefix(f"/api{BASE}"),
        query=request.state.scim_query,
        headers=request.headers.items(),
        body=request.state.scim_body,
    )


def caller_of(request: Request) -> Caller:
    caller: Caller = request.state.scim_caller
    return caller


def _note_use(session: AsyncSession, secret: Secret) -> None:
    """To the minute, and right before the commit, so that requests at the same time do not wait for each other."""
    used_at = clock.now().replace(second=0, microsecond=0)
    execute_before_commit(session, _NOTE_USE, {"digest": secret.stored, "used_at": used_at})


async def _forget_old_problems(session: AsyncSession, organization_id: int) -> None:
    await session.flush()
    own = ScimProblem.organization_id == organization_id
    newest_first = select(ScimProblem.id).where(own).order_by(ScimProblem.id.desc())
    oldest_kept = newest_first.offset(PROBLEMS_KEPT - 1).limit(1).scalar_subquery()
    await session.execute(delete(ScimProblem).where(own, ScimProblem.id < oldest_kept))


def _status_of(error: ProductError | HTTPException) -> int:
    return error.status if isinstance(error, ProductError) else error.status_code


def _message_of(error: ProductError | HTTPException) -> str:
    return str(error) if isinstance(error, ProductError) else str(error.detail)


def _error_response(error: ProductError | HTTPException) -> Response:
    body = Error(status=_status_of(error), detail=_message_of(error), scim_type=getattr(error, "scim_type", None))
    headers = {}
    if body.status == NotSignedIn.status:
        headers["WWW-Authenticate"] = _REALM
    if (seconds := getattr(error, "retry_after", None)) is not None:
        headers["Retry-After"] = str(seconds)
    return Response(body.model_dump_json(), body.status or 400, headers, SCIM_MEDIA_TYPE)
