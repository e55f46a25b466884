"""Endpoints for a consult's patient: their data, their other consults, and the two that end the encounter."""

import uuid
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Response
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import VIEW_CONSULT
from wardline.audit.recording import AuditedRoute
from wardline.consult_views.cards import worklist
from wardline.consult_views.schemas import ConsultCard
from wardline.consults import service as consults
from wardline.consults.errors import ConsultNotFound
from wardline.consults.repository import ConsultRepository
from wardline.consults.schemas import ConsultCount
from wardline.core.forms.wire import LIST_PAGE_SIZE
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Page, PageSize, Session, json_response
from wardline.patients import responses as patients
from wardline.patients.choices import EncounterStatus
from wardline.patients.models import Patient
from wardline.patients.schemas import DischargeResponse, EditPatient, PatientRead

router = APIRouter(tags=["encounters"], route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


@router.get("/patient/{patient_id}", operation_id="getPatient", dependencies=COSTLY)
async def get_patient(patient_id: uuid.UUID, session: Session, user: Viewer) -> PatientRead:
    """The patient of a consult that the caller may view, as described in its request."""
    return patients.patient(await _patient(session, patient_id, user))


@router.get(
    "/patient/{patient_id}/consults",
    operation_id="listPatientConsults",
    response_model=list[ConsultCard],
    dependencies=COSTLY,
)
async def list_patient_consults(
    patient_id: uuid.UUID, session: Session, user: Viewer, page: Page = 1, page_size: PageSize = LIST_PAGE_SIZE
) -> Response:
    """Consults about the same person that the caller may view, newest first.

    A patient who is verified with the hospital's record is recognized in all consults of an organization; any other
    patient has only this one.
    """
    patient = await _patient(session, patient_id, user)
    consult_ids = await ConsultRepository(session).ids_about(user, patient, page=page, page_size=page_size)
    cards = await worklist(session).cards(user, consult_ids)
    return json_response([orjson.Fragment(cards[consult_id]) for consult_id in consult_ids if consult_id in cards])


@router.get("/patient/{patient_id}/consults/$count", operation_id="countPatientConsults")
async def count_patient_consults(patient_id: uuid.UUID, session: Session, user: Viewer) -> ConsultCount:
    """How many consults `listPatientConsults` returns on all pages."""
    patient = await _patient(session, patient_id, user)
    return ConsultCount(count=await ConsultRepository(session).count_about(user, patient))


@router.put("/patient/{patient_id}/consults/{consult_id}", operation_id="editPatient", dependencies=COSTLY)
@error_statuses(409)
async def edit_patient(
    patient_id: uuid.UUID, consult_id: uuid.UUID, body: EditPatient, session: Session, user: Viewer
) -> PatientRead:
    consult = await consults.edit_patient(session, patient_id, consult_id, body, by=user)
    return patients.patient(consult.patient)


@router.post("/otg/{encounter_id}/$discharge", operation_id="dischargeEncounter")
async def discharge_encounter(encounter_id: uuid.UUID, session: Session, user: Viewer, once: Once) -> DischargeResponse:
    await once(lambda: consults.discharge(session, encounter_id, by=user))
    return DischargeResponse(id=encounter_id, status=EncounterStatus.FINISHED)


@router.post("/patient/{patient_id}/$discharge", operation_id="dischargePatient")
async def discharge_patient(patient_id: uuid.UUID, session: Session, user: Viewer, once: Once) -> DischargeResponse:
    """Ends the patient's current encounter."""
    encounter_id = await ConsultRepository(session).current_encounter(user, patient_id)
    if encounter_id is None:
        raise ConsultNotFound
    await once(lambda: consults.discharge(session, encounter_id, by=user))
    return DischargeResponse(id=encounter_id, status=EncounterStatus.FINISHED)


async def _patient(session: AsyncSession, patient_id: uuid.UUID, user: CurrentUser) -> Patient:
    patient = await ConsultRepository(session).patient(user, patient_id)
    if patient is None:
        raise ConsultNotFound
    return patient
