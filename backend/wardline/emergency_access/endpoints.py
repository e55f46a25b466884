"""Endpoints for emergency access, and for administrators who review it."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN, VIEW_CONSULT
from wardline.access.step_up import fresh
from wardline.audit.recording import AuditedRoute
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.emergency_access import service
from wardline.emergency_access.schemas import (
    EmergencyAccessPage,
    EmergencyAccessRow,
    GrantedEmergencyAccess,
    RequestEmergencyAccess,
    ReviewEmergencyAccess,
)
from wardline.settings import StepUp

router = APIRouter(route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]
Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.post(
    "/emergency-accesses",
    operation_id="requestEmergencyAccess",
    tags=["consults"],
    status_code=201,
    dependencies=[*COSTLY, fresh(StepUp.BREAK_GLASS)],
)
@error_statuses(404, 409)
async def request_emergency_access(
    body: RequestEmergencyAccess, request: Request, session: Session, settings: AppSettings, user: Viewer, once: Once
) -> GrantedEmergencyAccess:
    """Opens the consults of one patient of the caller's organization that the caller cannot open otherwise.

    They can be read, and nothing else, until the time is over, the caller ends it or signs out. The privacy officer is
    told, each read is recorded, and somebody reviews it. 429 after five misses in an hour.
    """
    token = request.state.token
    emergency_id = uuid.UUID(await once(lambda: service.request(session, body, token, settings, by=user)))
    return await service.granted(session, emergency_id, by=user)


@router.delete(
    "/emergency-accesses/{emergency_id}", operation_id="endEmergencyAccess", tags=["consults"], status_code=204
)
async def end_emergency_access(emergency_id: uuid.UUID, session: Session, user: Viewer) -> Response:
    await service.end(session, emergency_id, by=user)
    return Response(status_code=204)


@router.get("/emergency-accesses", operation_id="listEmergencyAccesses", tags=["administration"], dependencies=COSTLY)
async def list_emergency_accesses(
    session: Session,
    user: Administrator,
    *,
    unreviewed: Annotated[bool, Query()] = False,
    after: Annotated[uuid.UUID | None, Query()] = None,
) -> EmergencyAccessPage:
    """Of the caller's organizations, newest first; `after` is the `next` of the previous page."""
    return await service.page(session, only_unreviewed=unreviewed, after=after, by=user)


@router.post("/emergency-accesses/{emergency_id}/review", operation_id="reviewEmergencyAccess", tags=["administration"])
@error_statuses(409)
async def review_emergency_access(
    emergency_id: uuid.UUID, body: ReviewEmergencyAccess, session: Session, user: Administrator, once: Once
) -> EmergencyAccessRow:
    """Only by somebody else than who had the access, and once."""
    await once(lambda: service.review(session, emergency_id, body, by=user))
    return await service.read(session, emergency_id, by=user)
