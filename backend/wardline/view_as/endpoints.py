"""Endpoints with which administrators see Wardline as somebody else does. Everything is recorded."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN
from wardline.audit.recording import AuditedRoute
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.view_as import service
from wardline.view_as.schemas import PersonSeen, StartedView

router = APIRouter(tags=["administration"], route_class=AuditedRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.post("/people/{user_id}/views", operation_id="startPersonView", status_code=201)
@error_statuses(409)
async def start_person_view(user_id: Id, session: Session, user: Administrator, once: Once) -> StartedView:
    """For 15 minutes, or until the caller ends it, and of one person at a time."""
    view_id = uuid.UUID(await once(lambda: service.start(session, user_id, by=user)))
    return await service.started(session, view_id, by=user)


@router.get("/person-views/{view_id}", operation_id="getPersonView", dependencies=COSTLY)
async def get_person_view(view_id: uuid.UUID, session: Session, user: Administrator) -> PersonSeen:
    """What the person sees and may do now: counts and names of places and lines, and nothing about patients."""
    return await service.read(session, view_id, by=user)


@router.delete("/person-views/{view_id}", operation_id="endPersonView", status_code=204)
async def end_person_view(view_id: uuid.UUID, session: Session, user: Administrator) -> Response:
    await service.end(session, view_id, by=user)
    return Response(status_code=204)
