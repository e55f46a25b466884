"""Endpoints by which other systems create and replace locations."""

from typing import Annotated

from fastapi import APIRouter, Depends
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.places.locations import service
from wardline.admin.places.schemas import LocationFields, NewLocation
from wardline.admin.versions import IfMatch
from wardline.audit.recording import AuditedRoute
from wardline.core.errors import NotFound
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.places import responses
from wardline.places.repository import PlacesRepository
from wardline.places.schemas import LocationRead

router = APIRouter(tags=["places"], route_class=AuditedRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.post("/locations", operation_id="createLocation", status_code=201)
async def create_location(body: NewLocation, session: Session, user: Administrator, once: Once) -> LocationRead:
    """Responds with 409 if another location has the code, the name in the facility, or the EMR code."""
    return await _location(session, int(await once(lambda: service.create_location(session, body, by=user))), user)


@router.put("/locations/{location_id}", operation_id="replaceLocation")
@error_statuses(409)
async def replace_location(
    location_id: Id, body: LocationFields, session: Session, user: Administrator, expected: IfMatch
) -> LocationRead:
    """Replaces everything except the code and the facility, which past consults refer to.

    With If-Match, only if it is still that version; without, the later of two requests wins.
    """
    await service.replace_location(session, location_id, body, by=user, expected=expected)
    return await _location(session, location_id, user)


async def _location(session: AsyncSession, location_id: int, user: CurrentUser) -> LocationRead:
    row = await PlacesRepository(session).location(user, location_id)
    if row is None:
        raise NotFound
    return responses.location(row)
