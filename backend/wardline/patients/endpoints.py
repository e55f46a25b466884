"""The hospital's census, limited to the caller's own units."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import REQUEST_CONSULT
from wardline.audit.recording import AuditedRoute, touched
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.ehr.contract import CensusPatient, CensusSource
from wardline.patients.choices import Sex
from wardline.patients.schemas import MAX_IDENTIFIERS, CensusPatientRead, CensusRequest, CensusResponse, own_identifiers
from wardline.places.own_units import own_units

router = APIRouter(tags=["census"], route_class=AuditedRoute)

Requester = Annotated[CurrentUser, Depends(permitted(REQUEST_CONSULT))]


@router.post("/locations/census", operation_id="readCensus", dependencies=COSTLY)
@error_statuses(504)
async def read_census(body: CensusRequest, request: Request, session: Session, user: Requester) -> CensusResponse:
    """One page of the patients who are in these units now.

    Responds with 503 if the EHR cannot be reached, and 504 if it is too slow.
    """
    units = await own_units(session, body.ids, by=user)
    location_of = {unit.emr_code: unit.id for unit in units if unit.emr_integrated and unit.emr_code}
    if not location_of:
        return CensusResponse(census=[], has_more=False)
    organization_ids = {unit.facility.organization_id for unit in units}
    await session.rollback()  # The hospital may take seconds to respond; no database connection may wait for it.
    source: CensusSource = request.app.state.census
    page = await source.census(sorted(location_of), body.filter, body.start, body.length)
    touched(session).census(organization_ids, [patient.emr_id for patient in page.patients])
    return CensusResponse(
        census=[_read(patient, location_of[patient.unit]) for patient in page.patients], has_more=page.has_more
    )


def _read(patient: CensusPatient, location_id: int) -> CensusPatientRead:
    return CensusPatientRead(
        emr_id=patient.emr_id,
        display_name=patient.display_name,
        first_name=patient.first_name or "",
        last_name=patient.last_name or "",
        dob=patient.dob,
        sex=Sex(patient.sex),
        unit=patient.unit,
        safar_loc_id=location_id,
        identifiers=own_identifiers(number.value for number in patient.identifiers)[:MAX_IDENTIFIERS],
    )
