"""Verifying patients who were picked from the hospital's record: in the background, or by an administrator.

Until then signed notes are held (`wardline.signoff.filing`); afterwards they are filed automatically.
"""

import asyncio
import uuid
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.changing import publish_changes
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.ehr.registry import patient_record_for
from wardline.patients import policies, verification
from wardline.patients.choices import Verification
from wardline.patients.errors import RecordChanged
from wardline.patients.models import Patient
from wardline.patients.record import RECORD_TIMEOUT
from wardline.patients.repository import PatientRepository
from wardline.patients.verification import UNANSWERED, Finding
from wardline.settings import Settings
from wardline.signoff import filing
from wardline.signoff.events import SignoffChanged
from wardline.signoff.repository import SignOffRepository

MAX_PER_RUN: Final = 20
"""How many patients to query per minute; the first one without a response ends the run."""


async def verify(context: JobContext) -> None:
    """Query the record about the patients who are due, one after another.

    A record that does not respond costs one request a minute, however many patients are waiting; once it responds
    again, all of them are due.
    """
    database = context.database
    async with database.transaction() as session:
        due = await PatientRepository(session).due(clock.now(), MAX_PER_RUN)
    if not due:
        return  # Without connecting or signing in to the hospital.
    source = context.client(patient_record_for)
    for patient in due:
        finding = await verification.check(source, patient)
        async with database.transaction() as session:
            if await verification.store(session, patient, finding, clock.now()):
                await _publish_and_resume(session, patient.id)
            if finding is UNANSWERED:
                return
            if patient.verification == Verification.WAITING and patient.verify_count > 1:
                await PatientRepository(session).check_unanswered_now(clock.now())


async def query_record(patient: Patient, settings: Settings) -> Finding:
    """What the record says now, or `UNANSWERED` if it does not respond within the time a request may take."""
    source = patient_record_for(settings)
    try:
        async with asyncio.timeout(RECORD_TIMEOUT.total_seconds()):
            return await verification.check(source, patient)
    except TimeoutError:
        return UNANSWERED
    finally:
        await source.aclose()


async def confirm(
    session: AsyncSession, patient_id: uuid.UUID, finding: Finding, reason: str, *, seen: str, by: CurrentUser
) -> None:
    """File the notes under the record's ID, because this user says that the ID is the patient's.

    `finding` is what the record says now, `seen` is the digest of what the user was shown. If the record now verifies
    the patient, no confirmation is stored.

    Raises:
        NothingToConfirm: the patient is already verified or confirmed, or the record may still respond.
        RecordChanged: the record no longer matches what the user has seen.
    """
    patient = await PatientRepository(session).for_verification(patient_id)
    policies.can_confirm(by, patient, clock.now()).enforce()
    if finding.verification is Verification.VERIFIED:
        await verification.store(session, patient, finding, clock.now())
    elif finding.digest != seen:
        raise RecordChanged
    else:
        await verification.confirm(session, patient, finding, reason, by=by)
    await _publish_and_resume(session, patient_id, by=by)


async def _publish_and_resume(session: AsyncSession, patient_id: uuid.UUID, *, by: CurrentUser | None = None) -> None:
    """Publish a change to the patient's consults, and resume filing their held notes."""
    consults = await SignOffRepository(session).consults_of_patient(patient_id)
    publish_changes(session, SignoffChanged, [(consult, by or consult.created_by) for consult in consults])
    for consult in consults:
        await filing.resume(session, consult)
