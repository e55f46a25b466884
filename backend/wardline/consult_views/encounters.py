"""Discharging: the two documented calls, both ending an encounter."""

import uuid

from fastapi import APIRouter

from wardline.access.dependencies import SignedIn
from wardline.consults import service as consults
from wardline.consults.errors import ConsultNotFound
from wardline.consults.repository import ConsultRepository
from wardline.core.http import Session, TransactionRoute
from wardline.patients.choices import EncounterStatus
from wardline.patients.schemas import DischargeAnswer

router = APIRouter(tags=["encounters"], route_class=TransactionRoute)


@router.post("/otg/{encounter_id}/$discharge", operation_id="dischargeEncounter")
async def discharge_encounter(encounter_id: uuid.UUID, session: Session, user: SignedIn) -> DischargeAnswer:
    await consults.discharge(session, encounter_id, by=user)
    return DischargeAnswer(id=encounter_id, status=EncounterStatus.FINISHED)


@router.post("/patient/{patient_id}/$discharge", operation_id="dischargePatient")
async def discharge_patient(patient_id: uuid.UUID, session: Session, user: SignedIn) -> DischargeAnswer:
    """Ends the patient's current encounter."""
    encounter_id = await ConsultRepository(session).current_encounter(user, patient_id)
    if encounter_id is None:
        raise ConsultNotFound
    await consults.discharge(session, encounter_id, by=user)
    return DischargeAnswer(id=encounter_id, status=EncounterStatus.FINISHED)
