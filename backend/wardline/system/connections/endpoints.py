"""Connections of the installation, which all administrators see, and those of the reader's organizations."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import SignedInRoute, current_user, permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.audit.recording import AuditedRoute, touched
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import before_body, connection_of
from wardline.core.security.rate_limits import RateLimiter
from wardline.settings import Settings
from wardline.system.connections import service
from wardline.system.connections.contract import TEST_OPERATION, Installation
from wardline.system.connections.schemas import ConnectionsRead, ConnectionTested, ConnectionToTest

TESTS_PER_MINUTE: Final = 20
"""Each administrator's, unless the setting for all costly requests is lower or 0. A test reaches another system."""

router = APIRouter(tags=["administration"], route_class=SignedInRoute)
trials = APIRouter(tags=["administration"], route_class=AuditedRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@error_statuses(429)
@before_body
async def _limited(request: Request) -> None:
    if getattr(request.state, "is_counted", False):
        return
    limits: RateLimiter = request.app.state.connection_tests
    limits.hit(TEST_OPERATION, str((await current_user(request)).id))
    request.state.is_counted = True


@router.get("/connections", operation_id="listConnections")
async def list_connections(request: Request, settings: AppSettings, user: Administrator) -> ConnectionsRead:
    """The other systems that this installation uses: whether each is set up, how it does, and what to do."""
    return await service.connections(_installation(request, settings, user))


@trials.post("/connections/$test", operation_id=TEST_OPERATION, dependencies=[Depends(_limited)])
@error_statuses(404)
async def test_connection(
    body: ConnectionToTest, request: Request, settings: AppSettings, user: Administrator
) -> ConnectionTested:
    """Try one now. Sends nothing to people, and has no effect on patients.

    Responds with 404 to the part of an organization that the caller does not administer.
    """
    installation = _installation(request, settings, user)
    part = await service.part_of(body.kind, body.part, installation)
    about = touched(installation.connection)
    details: dict[str, Any] = {"connection": body.kind.value}
    if part is not None:
        about.organization_ids.add(part.organization_id)
        details["part"] = part.key
    tested = await service.test(body.kind, installation, part)
    details["isWorking"] = tested.is_working
    if not tested.is_working:
        details["problem"] = tested.value
    about.details |= details
    return tested


def _installation(request: Request, settings: Settings, user: CurrentUser) -> Installation:
    state = request.app.state
    connection, scim = connection_of(request), state.scim_clients
    return Installation(connection, settings, state.keys, state.media, state.witnesses, scim, user)
