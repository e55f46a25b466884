"""Endpoints of the administrators' page about identity providers."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.versions import Expected
from wardline.audit.recording import AuditedRoute, TouchingRoute
from wardline.core.forms.fields import Id
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.scim.provisioning import responses, service
from wardline.scim.provisioning.schemas import GroupRoles, ProvisioningRead

router = APIRouter(tags=["administration"], route_class=AuditedRoute)
polls = APIRouter(tags=["administration"], route_class=TouchingRoute)
"""Read again every half minute while the page is open; only refusals are recorded."""

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@polls.get("/provisioning", operation_id="getProvisioning")
async def get_provisioning(
    request: Request, session: Session, user: Administrator, settings: AppSettings
) -> ProvisioningRead:
    """Identity providers that keep the people of the caller's organizations up to date, and how they fare."""
    return await responses.provisioning(session, request.app.state.scim_clients, settings.origin, user)


@router.put("/provisioning/groups/{group_id}/roles", operation_id="setGroupRoles")
@error_statuses(409)
async def set_group_roles(
    group_id: Id,
    body: GroupRoles,
    request: Request,
    session: Session,
    user: Administrator,
    settings: AppSettings,
    expected: Expected,
) -> ProvisioningRead:
    """The members of the group get these roles at once, and lose those that came only from it. Others stay.

    Responds with 409 and the question if many people would lose one; `confirmed` then has its codes.
    """
    await service.set_group_roles(session, group_id, body, expected, by=user)
    return await responses.provisioning(session, request.app.state.scim_clients, settings.origin, user)


@router.post("/provisioning/organizations/{organization_id}/allow-deactivations", operation_id="allowDeactivations")
async def allow_deactivations(
    organization_id: Id, request: Request, session: Session, user: Administrator, settings: AppSettings, once: Once
) -> ProvisioningRead:
    """For an hour, the organization's identity provider may deactivate any number of people."""
    await once(lambda: _allowed(session, organization_id, user))
    return await responses.provisioning(session, request.app.state.scim_clients, settings.origin, user)


async def _allowed(session: Session, organization_id: int, user: CurrentUser) -> int:
    await service.allow_deactivations(session, organization_id, by=user)
    return organization_id
