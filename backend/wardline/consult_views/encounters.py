"""Calls about a consult's patient: correcting who it is, and the two that end the encounter."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.permissions import VIEW_CONSULT
from wardline.audit.recording import AuditedRoute
from wardline.consults import service as consults
from wardline.consults.errors import ConsultNotFound
from wardline.consults.repository import ConsultRepository
from wardline.core.error_answers import refuses
from wardline.core.http import Session
from wardline.patients import answers as patients
from wardline.patients.choices import EncounterStatus
from wardline.patients.schemas import DischargeAnswer, EditPatient, PatientRead

router = APIRouter(tags=["encounters"], route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


@router.put("/patient/{patient_id}/consults/{consult_id}", operation_id="editPatient")
@refuses(409)
async def edit_patient(
    patient_id: uuid.UUID, consult_id: uuid.UUID, body: EditPatient, session: Session, user: Viewer
) -> PatientRead:
    consult = await consults.edit_patient(session, patient_id, consult_id, body.patient, by=user)
    return patients.patient(consult.patient)


@router.post("/otg/{encounter_id}/$discharge", operation_id="dischargeEncounter")
async def discharge_encounter(encounter_id: uuid.UUID, session: Session, user: Viewer, once: Once) -> DischargeAnswer:
    await once(lambda: consults.discharge(session, encounter_id, by=user))
    return DischargeAnswer(id=encounter_id, status=EncounterStatus.FINISHED)


@router.post("/patient/{patient_id}/$discharge", operation_id="dischargePatient")
async def discharge_patient(patient_id: uuid.UUID, session: Session, user: Viewer, once: Once) -> DischargeAnswer:
    """Ends the patient's current encounter."""
    encounter_id = await ConsultRepository(session).current_encounter(user, patient_id)
    if encounter_id is None:
        raise ConsultNotFound
    await once(lambda: consults.discharge(session, encounter_id, by=user))
    return DischargeAnswer(id=encounter_id, status=EncounterStatus.FINISHED)
