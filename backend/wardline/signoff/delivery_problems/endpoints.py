"""Endpoints for delivery problems, for administrators."""

import uuid
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN
from wardline.audit.recording import AuditedRoute
from wardline.core.forms.fields import Id
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.patients.errors import NothingToConfirm
from wardline.patients.models import Patient
from wardline.patients.verification import UNANSWERED, Finding
from wardline.settings import Settings
from wardline.signoff import patient_verification
from wardline.signoff.delivery_problems import service
from wardline.signoff.delivery_problems.schemas import ConfirmPatient, DeliveryProblem, PatientComparison

router = APIRouter(tags=["signoff"], route_class=AuditedRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.get("/undelivered-notes", operation_id="listUndeliveredNotes", dependencies=COSTLY)
async def list_delivery_problems(session: Session, user: Administrator) -> list[DeliveryProblem]:
    """PDFs that could not be created, and faxes and filings that are late, held or failed: the newest 200."""
    return await service.list_problems(session, user)


@router.post("/undelivered-notes/try-again", operation_id="retryUndeliveredNotes", status_code=204, dependencies=COSTLY)
@error_statuses(409)
async def retry_all(session: Session, user: Administrator, once: Once) -> None:
    """Retries everything in `listUndeliveredNotes` that failed; 409 if nothing did."""
    await once(lambda: service.retry_all(session, by=user))


@router.post(
    "/undelivered-notes/{consult_id}/{version}/try-again", operation_id="retryUndeliveredNote", status_code=204
)
@error_statuses(409)
async def retry(consult_id: uuid.UUID, version: Id, session: Session, user: Administrator, once: Once) -> None:
    """Retries what failed for one version; 409 if nothing did."""
    await once(lambda: service.retry(session, consult_id, version, by=user))


@router.post("/undelivered-notes/{consult_id}/{version}/handled", operation_id="handleUndeliveredNote", status_code=204)
@error_statuses(409)
async def mark_handled(consult_id: uuid.UUID, version: Id, session: Session, user: Administrator, once: Once) -> None:
    """Gives up on a version's delivery, because it was filed manually or is not needed.

    The deliveries that are waiting behind it are then sent. 409 if nothing failed and nothing is held.
    """
    await once(lambda: service.mark_handled(session, consult_id, version, by=user))


@router.get("/undelivered-notes/{consult_id}/{version}/patient", operation_id="compareNotePatient", dependencies=COSTLY)
@error_statuses(409)
async def compare_patient(
    consult_id: uuid.UUID, version: Id, session: Session, settings: AppSettings, user: Administrator
) -> PatientComparison:
    """The patient as described in the request and by the hospital's record now; 409 if there is nothing to decide."""
    patient = await service.patient_to_confirm(session, consult_id, version, by=user)
    return service.comparison(patient, await _query_record(patient, settings, session))


@router.post(
    "/undelivered-notes/{consult_id}/{version}/confirm-patient",
    operation_id="confirmNotePatient",
    status_code=204,
    dependencies=COSTLY,
)
@error_statuses(409)
async def confirm_patient(
    consult_id: uuid.UUID,
    version: Id,
    body: ConfirmPatient,
    session: Session,
    settings: AppSettings,
    user: Administrator,
    once: Once,
) -> None:
    """Files the consult's notes although the record does not confirm the patient.

    The record is queried again: 409 if it no longer matches what the caller has `seen`. Who confirmed the patient, when
    and why is stored permanently and shown with the consult.
    """
    finding = UNANSWERED
    # A repeated request is not refused, and does not query the record again.
    with suppress(NothingToConfirm):
        patient = await service.patient_to_confirm(session, consult_id, version, by=user)
        finding = await _query_record(patient, settings, session)

    async def confirm() -> None:
        patient = await service.patient_to_confirm(session, consult_id, version, by=user)
        await patient_verification.confirm(session, patient.id, finding, body.reason, seen=body.seen, by=user)

    await once(confirm)


async def _query_record(patient: Patient, settings: Settings, session: AsyncSession) -> Finding:
    """What the hospital's record says. No database connection is held while it responds."""
    session.expunge(patient)
    await session.rollback()
    return await patient_verification.query_record(patient, settings)
