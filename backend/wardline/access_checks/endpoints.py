"""Access checks, for administrators: why a person of their organizations can, or cannot, do something."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN
from wardline.access_checks import responses, service
from wardline.access_checks.repository import AccessCheckRepository
from wardline.access_checks.schemas import AccessAnswer, AccessChoices, CheckAccess, LocationsFound, PeopleFound
from wardline.audit.recording import TouchingRoute
from wardline.core.forms.fields import Id, OptionalShortText
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.service_lines.repository import ServiceLineRepository

router = APIRouter(tags=["administration"], route_class=TouchingRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]
Name = Annotated[OptionalShortText, Query()]


@router.post("/access-checks", operation_id="checkAccess", dependencies=COSTLY)
@error_statuses(404)
async def check_access(body: CheckAccess, session: Session, settings: AppSettings, user: Administrator) -> AccessAnswer:
    """What the person would get from the real call now, and what decides. Changes nothing."""
    return responses.answer(await service.check(session, body, settings, by=user))


@router.get("/access-checks/choices", operation_id="listAccessChoices")
async def list_access_choices(session: Session, user: Administrator) -> AccessChoices:
    """The actions, and the service lines and organizations of the caller that they may be about."""
    repository = AccessCheckRepository(session, user.administered_organization_ids)
    lines = await ServiceLineRepository(session).lines(await repository.line_ids())
    return responses.choices(lines, await repository.organizations())


@router.get("/access-checks/people", operation_id="findCheckablePeople", dependencies=COSTLY)
async def find_checkable_people(
    session: Session,
    user: Administrator,
    name: Name = "",
    person_id: Annotated[Id | None, Query(alias="personId")] = None,
) -> PeopleFound:
    """People of the caller's organizations whose names begin with these words, or the one with this id."""
    repository = AccessCheckRepository(session, user.administered_organization_ids)
    return responses.people(await repository.people(name, only_id=person_id))


@router.get("/access-checks/locations", operation_id="findCheckableLocations", dependencies=COSTLY)
async def find_checkable_locations(
    session: Session,
    user: Administrator,
    name: Name = "",
    location_id: Annotated[Id | None, Query(alias="locationId")] = None,
) -> LocationsFound:
    """Locations of the caller's organizations, found in the same way."""
    repository = AccessCheckRepository(session, user.administered_organization_ids)
    return responses.locations(await repository.locations(name, only_id=location_id))
