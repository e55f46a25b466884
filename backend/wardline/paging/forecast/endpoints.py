"""Who would be paged about a request, for those who see to it that somebody is."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from wardline.access.dependencies import SignedIn, SignedInRoute
from wardline.core.forms.fields import Id
from wardline.core.forms.wire import UtcDateTime
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.paging import policies
from wardline.paging.forecast import responses, service
from wardline.paging.forecast.schemas import ForecastChoices, PageForecast
from wardline.paging.schemas import PriorityName
from wardline.places.repository import PlacesRepository
from wardline.service_lines.repository import ServiceLineRepository
from wardline.settings import Settings

router = APIRouter(tags=["paging forecasts"], route_class=SignedInRoute)


@router.get("/would-be-paged/choices", operation_id="listForecastChoices")
async def list_forecast_choices(session: Session, user: SignedIn) -> ForecastChoices:
    """The lines, priorities and locations that the caller may ask about."""
    policies.can_foresee(user).enforce()
    locations = await PlacesRepository(session).requesting_locations(user, await service.line_ids_of(session, user))
    repository = ServiceLineRepository(session)
    line_ids = {row.service_line_id for row in locations}
    return responses.choices(await repository.lines(line_ids), await repository.priority_names(line_ids), locations)


@router.get("/would-be-paged", operation_id="getPageForecast")
@error_statuses(404)
async def get_page_forecast(
    request: Request,
    session: Session,
    user: SignedIn,
    service_line_id: Annotated[Id, Query(alias="serviceLineId")],
    location_id: Annotated[Id, Query(alias="locationId")],
    priority: PriorityName,
    at: UtcDateTime | None = None,
) -> PageForecast:
    """The steps of a request if nobody answers: whom each would page, and on which channels.

    Without `at`, of one that is made now; otherwise at that time, at most 52 weeks ahead.
    """
    settings: Settings = request.app.state.settings
    found = await service.foresee(
        session,
        service_line_id=service_line_id,
        location_id=location_id,
        priority=priority,
        at=at,
        backup_number=settings.standard_backup_number,
        by=user,
    )
    (line,) = await ServiceLineRepository(session).lines([service_line_id])
    return responses.forecast(found, line)
