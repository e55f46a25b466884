"""The lines that a location can request, and how quickly each must be acknowledged."""

from fastapi import APIRouter

from wardline.access.dependencies import SignedIn, SignedInRoute
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.core.forms.fields import Id
from wardline.core.http.routing import Session
from wardline.places.repository import PlacesRepository
from wardline.service_lines import responses
from wardline.service_lines.repository import ServiceLineRepository
from wardline.service_lines.schemas import PriorityRead, ServiceLineRead

router = APIRouter(tags=["service lines"], route_class=SignedInRoute)


@router.get("/service-lines/location/{location_id}", operation_id="listServiceLinesOfLocation")
async def list_service_lines_of_location(location_id: Id, session: Session, user: SignedIn) -> list[ServiceLineRead]:
    places = PlacesRepository(session)
    if await places.location(user, location_id) is None:
        raise NotFound
    rows = await ServiceLineRepository(session).lines(await places.line_ids(location_id))
    return [responses.with_hours(row, clock.now()) for row in rows]


@router.get("/priorities/{service_line_id}", operation_id="listPriorities")
async def list_priorities(service_line_id: Id, session: Session, user: SignedIn) -> list[PriorityRead]:
    rows = await ServiceLineRepository(session).priorities(service_line_id)
    if not rows:
        raise NotFound
    return [PriorityRead.model_validate(row) for row in rows]
