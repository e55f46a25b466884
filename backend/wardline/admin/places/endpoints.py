"""Endpoints for the administration of places."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.drafts.dependencies import OpenDrafts
from wardline.admin.drafts.four_eyes import directly, require_direct
from wardline.admin.drafts.service import Drafts
from wardline.admin.places import census, details, service
from wardline.admin.places.repository import AdministeredPlaces, Place
from wardline.admin.places.schemas import PatientNumber
from wardline.admin.places.screens import (
    CensusCheck,
    CensusReading,
    FacilityDetails,
    FacilityFields,
    NewFacility,
    NewOrganization,
    NewUnit,
    NumberPreview,
    OrganizationDetails,
    OrganizationFields,
    OrganizationRow,
    PlaceChoices,
    PlaceKind,
    PlacesFilter,
    PlacesPage,
    UnitDetails,
    UnitDraft,
    UnitFields,
    UnitRow,
    UnitsFilter,
    UnitsPage,
)
from wardline.admin.schemas import LineName, StateName, VersionsRead, VersionToRestore
from wardline.admin.versions import Expected, versions
from wardline.audit.recording import AuditedRoute, TouchingRoute, touched
from wardline.core.errors import NotFound
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.ehr.registry import NoEhr
from wardline.network.objects import Kind
from wardline.people.states import STATES
from wardline.places.patient_rules import number_rules
from wardline.service_lines.repository import ServiceLineRepository
from wardline.settings import Settings

router = APIRouter(tags=["administration"], route_class=AuditedRoute)
polls = APIRouter(tags=["administration"], route_class=TouchingRoute)
"""Called anew with each letter that is typed; only refusals are recorded."""

OF_ORGANIZATIONS: Final = [directly(Kind.ORGANIZATION)]
OF_FACILITIES: Final = [directly(Kind.FACILITY)]
OF_UNITS: Final = [directly(Kind.UNIT)]

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@polls.get("/places", operation_id="listPlaces")
async def list_places(filters: Annotated[PlacesFilter, Query()], session: Session, user: Administrator) -> PlacesPage:
    """The places of the caller's organizations, also those that were switched off."""
    places = AdministeredPlaces(session, user)
    facilities, following = await places.page(filters)
    units = await places.units([row.id for row in facilities], filters.text)
    return PlacesPage(
        organizations=[OrganizationRow.model_validate(row) for row in await places.organizations()],
        facilities=[details.facility_row(row, units[row.id]) for row in facilities],
        next=following,
    )


@polls.get("/places/choices", operation_id="listPlaceChoices")
async def list_place_choices(request: Request, session: Session, user: Administrator) -> PlaceChoices:
    """What places can be given."""
    places, settings = AdministeredPlaces(session, user), _settings(request)
    return PlaceChoices(
        service_lines=[LineName.model_validate(row) for row in await ServiceLineRepository(session).names()],
        facility_types=list(await places.facility_types()),
        location_types=list(await places.location_types()),
        states=[StateName(code=code, name=name) for code, name in STATES.items()],
        may_add_organizations=service.may_add_organizations(await places.organization_ids(), user),
        backup_number=settings.standard_backup_number,
        support_phone=settings.support_phone,
        has_hospital_record=not isinstance(request.app.state.census, NoEhr),
    )


@polls.post("/places/patient-number", operation_id="previewPatientNumber")
async def preview_patient_number(body: PatientNumber, user: Administrator) -> NumberPreview:
    """How a request's form would check a patient number. Nothing is stored."""
    return NumberPreview(rules=number_rules(body))


@router.get("/places/organizations/{organization_id}", operation_id="getOrganization")
async def get_organization(organization_id: Id, session: Session, user: Administrator) -> OrganizationDetails:
    place = await service.find(session, PlaceKind.ORGANIZATION, organization_id, by=user)
    return await details.organization(session, place, user)


@router.post("/places/organizations", operation_id="addOrganization", status_code=201, dependencies=OF_ORGANIZATIONS)
@error_statuses(409)
async def add_organization(
    body: NewOrganization, request: Request, session: Session, user: Administrator, once: Once
) -> OrganizationDetails:
    """Only someone who administers all organizations can; the new one is theirs as well."""
    settings = _settings(request)
    created = int(await once(lambda: service.add_organization(session, body, by=user, settings=settings)))
    return await details.organization(session, Place(created, body.code, created), user)


@router.put(
    "/places/organizations/{organization_id}",
    operation_id="replaceOrganization",
    dependencies=OF_ORGANIZATIONS,
)
@error_statuses(409)
async def replace_organization(
    organization_id: Id,
    body: OrganizationFields,
    request: Request,
    session: Session,
    user: Administrator,
    expected: Expected,
) -> OrganizationDetails:
    settings = _settings(request)
    await service.replace_organization(session, organization_id, body, expected, by=user, settings=settings)
    return await get_organization(organization_id, session, user)


@router.get("/places/facilities/{facility_id}", operation_id="getFacility")
async def get_facility(facility_id: Id, session: Session, user: Administrator) -> FacilityDetails:
    place = await service.find(session, PlaceKind.FACILITY, facility_id, by=user)
    return await details.facility(session, place, user)


@polls.get("/places/facilities/{facility_id}/units", operation_id="listFacilityUnits")
async def list_facility_units(
    facility_id: Id, filters: Annotated[UnitsFilter, Query()], session: Session, user: Administrator
) -> UnitsPage:
    """A facility's units, also those that were switched off."""
    places = AdministeredPlaces(session, user)
    # Whoever reads the facility is recorded; its further pages of units are not.
    if await places.find(PlaceKind.FACILITY, facility_id) is None:
        raise NotFound
    units, following = await places.units_of(facility_id, after=filters.after)
    return UnitsPage(units=[UnitRow.model_validate(each) for each in units], next=following)


@router.post("/places/facilities", operation_id="addFacility", status_code=201, dependencies=OF_FACILITIES)
@error_statuses(409)
async def add_facility(body: NewFacility, session: Session, user: Administrator, once: Once) -> FacilityDetails:
    created = int(await once(lambda: service.add_facility(session, body, by=user)))
    return await get_facility(created, session, user)


@router.put("/places/facilities/{facility_id}", operation_id="replaceFacility", dependencies=OF_FACILITIES)
@error_statuses(409)
async def replace_facility(
    facility_id: Id, body: FacilityFields, session: Session, user: Administrator, expected: Expected
) -> FacilityDetails:
    await service.replace_facility(session, facility_id, body, expected, by=user)
    return await get_facility(facility_id, session, user)


@router.get("/places/units/{location_id}", operation_id="getUnit")
async def get_unit(location_id: Id, drafts: OpenDrafts) -> UnitDetails:
    """With the draft that is open, if there is one."""
    return await _unit(location_id, drafts)


@router.post("/places/units", operation_id="addUnit", status_code=201)
@error_statuses(409)
async def add_unit(body: NewUnit, drafts: OpenDrafts, once: Once) -> UnitDetails:
    """Where changes need approval, it is switched off, and its draft waits for that."""
    return await _unit(int(await once(lambda: service.add_unit(drafts, body))), drafts)


@router.put("/places/units/{location_id}", operation_id="replaceUnit", dependencies=OF_UNITS)
@error_statuses(409)
async def replace_unit(location_id: Id, body: UnitFields, drafts: OpenDrafts, expected: Expected) -> UnitDetails:
    """Responds with 409 and the question if it affects open consults; `confirmed` then has its codes."""
    await service.replace_unit(drafts.session, location_id, body, expected, by=drafts.by)
    return await _unit(location_id, drafts)


@router.put("/places/units/{location_id}/draft", operation_id="saveUnitDraft")
@error_statuses(409)
async def save_unit_draft(location_id: Id, body: UnitDraft, drafts: OpenDrafts, expected: Expected) -> UnitDetails:
    """If-Match has the version of the open draft, or of the unit if there is none."""
    await service.save_unit_draft(drafts.session, location_id, body, expected, drafts=drafts)
    return await _unit(location_id, drafts)


@router.post("/places/units/{location_id}/census", operation_id="checkUnitCensus", dependencies=COSTLY)
@error_statuses(409)
async def check_unit_census(
    location_id: Id, body: CensusCheck, request: Request, session: Session, user: Administrator
) -> CensusReading:
    """How many patients the hospital's record names for this code now. No patient data is shown or stored."""
    place = await service.find(session, PlaceKind.UNIT, location_id, by=user)
    await service.require_free_emr_code(session, place, body.emr_code, by=user)
    await session.rollback()  # The hospital may take seconds to respond; no database connection may wait for it.
    touched(session).organization_ids.add(place.organization_id)
    return await census.read(request.app.state.census, body.emr_code)


@router.get("/places/{kind}/{place_id}/versions", operation_id="listPlaceVersions")
async def list_place_versions(kind: PlaceKind, place_id: Id, session: Session, user: Administrator) -> VersionsRead:
    """What was changed, by whom and why; the last hundred."""
    place = await service.find(session, kind, place_id, by=user)
    return await versions(session, service.key_of(kind, place.code))


@router.post(
    "/places/{kind}/{place_id}/versions/{version}/restore", operation_id="restorePlaceVersion", status_code=204
)
@error_statuses(409)
async def restore_place_version(
    kind: PlaceKind,
    place_id: Id,
    version: Id,
    body: VersionToRestore,
    request: Request,
    session: Session,
    user: Administrator,
    expected: Expected,
    once: Once,
) -> Response:
    """Makes the place as it was then, by the rules of today. It asks as `replaceUnit` does."""
    settings = _settings(request)
    require_direct(settings, service.key_of(kind, "").kind)
    await once(
        lambda: service.restore(
            session, kind, place_id, version, expected, by=user, settings=settings, confirmed=body.confirmed
        )
    )
    return Response(status_code=204)


async def _unit(location_id: int, drafts: Drafts) -> UnitDetails:
    place = await service.find(drafts.session, PlaceKind.UNIT, location_id, by=drafts.by)
    return await details.unit(drafts.session, place, drafts.by, drafts.four_eyes)


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings
