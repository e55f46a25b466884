"""Patients who are said to come from the hospital's record: verified in the background, or confirmed by a person.

Signed notes wait for it (`wardline.signoff.filing`), and go by themselves once it is so.
"""

import asyncio
import uuid
from typing import Final

from procrastinate import JobContext
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from wardline.access.current_user import CurrentUser
from wardline.consults.changing import tell
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.jobs.queue import database_of, jobs
from wardline.ehr.registry import patient_record_for
from wardline.patients import policies, verifying
from wardline.patients.choices import Verification
from wardline.patients.errors import RecordChanged
from wardline.patients.models import Patient
from wardline.patients.record import RECORD_PATIENCE
from wardline.patients.repository import PatientRepository
from wardline.patients.verifying import UNANSWERED, Finding
from wardline.people.models import User
from wardline.settings import Settings
from wardline.signoff import filing
from wardline.signoff.events import SignoffChanged

MOST_AT_ONCE: Final = 20
"""About how many patients the record is asked in a minute; the first who gets no answer is the last of them."""


@jobs.periodic(cron="* * * * *")
@jobs.task(name="verify_patients", pass_context=True, queueing_lock="verify_patients", lock="verify_patients")
async def verify_patients(context: JobContext, timestamp: int) -> None:  # noqa: ARG001 - the queue says when it was due
    await verify(database_of(context))


async def verify(database: Database) -> None:
    """Ask about the patients who are due, one after the other.

    A record that does not answer costs one call a minute, however many patients wait for it; when it answers again,
    all of them are due.
    """
    async with database.transaction() as session:
        due = await PatientRepository(session).due(clock.now(), MOST_AT_ONCE)
    if not due:
        return  # Without a connection to the hospital, and without signing in there.
    source = patient_record_for(Settings())
    try:
        for patient in due:
            finding = await verifying.ask(source, patient)
            async with database.transaction() as session:
                if await verifying.note(session, patient, finding, clock.now()):
                    await _told(session, patient.id)
                if finding is UNANSWERED:
                    return
                if patient.verification == Verification.WAITING and patient.verify_count > 1:
                    await PatientRepository(session).hasten_unanswered(clock.now())
    finally:
        await source.aclose()


async def asked_now(patient: Patient, settings: Settings) -> Finding:
    """What the record says at this moment, for a person who waits no longer for it than a request does."""
    source = patient_record_for(settings)
    try:
        async with asyncio.timeout(RECORD_PATIENCE.total_seconds()):
            return await verifying.ask(source, patient)
    except TimeoutError:
        return UNANSWERED
    finally:
        await source.aclose()


async def confirm(
    session: AsyncSession, patient_id: uuid.UUID, finding: Finding, reason: str, *, seen: str, by: CurrentUser
) -> None:
    """Have the notes filed under the id of the record, as a person says that it is this patient's.

    `finding` is what the record says now, and `seen` the digest of what that person was shown of it; where the record
    is enough, no word of a person is needed.

    Raises:
        NothingToConfirm: the record or somebody else was faster, or the record may still answer.
        RecordChanged: the person decided about something else than what the record says now.
    """
    patient = await PatientRepository(session).for_verification(patient_id)
    policies.can_confirm(by, patient, clock.now()).enforce()
    if finding.verification is Verification.VERIFIED:
        await verifying.note(session, patient, finding, clock.now())
    elif finding.digest != seen:
        raise RecordChanged
    else:
        await verifying.confirm(session, patient, finding, reason, by=by)
    await _told(session, patient_id, by=by)


async def _told(session: AsyncSession, patient_id: uuid.UUID, *, by: CurrentUser | None = None) -> None:
    """Tell of the patient's consults, and have the notes go that waited."""
    statement = select(Consult).where(Consult.patient_id == patient_id).order_by(Consult.id)
    for consult in await session.scalars(statement.options(joinedload(Consult.created_by))):
        actor: CurrentUser | User = by or consult.created_by
        await tell(session, SignoffChanged, consult, actor)
        await filing.resume(session, consult)
