"""Verifies patients with the hospital's record, and stores the result."""

import hashlib
import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.core import clock
from wardline.ehr.contract import EhrTimeout, EhrUnavailable, NoRecord, PatientRecord, RecordedPatient
from wardline.patients import policies, record
from wardline.patients.choices import ESTABLISHED, Verification
from wardline.patients.models import Patient, PatientConfirmation
from wardline.patients.policies import Identity
from wardline.patients.repository import PatientRepository

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check; `known` is the patient that the record has under the id."""

    verification: Verification
    known: RecordedPatient | None = None

    @property
    def recorded(self) -> Identity | None:
        """How the record describes them."""
        return policies.recorded_identity(self.known) if self.known is not None else None

    @property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of what a user is shown of the record. The request's side never changes."""
        content = orjson.dumps((self.verification, self.recorded), default=sorted)
        return hashlib.sha256(content).hexdigest()


UNANSWERED: Final = Finding(Verification.WAITING)


async def check(source: PatientRecord, patient: Patient) -> Finding:
    """Compare a patient with the record. The caller has no transaction open."""
    try:
        known = await source.patient(patient.emr_id or "", patient.created_at)
    except NoRecord:
        return Finding(Verification.UNVERIFIABLE)
    except (EhrTimeout, EhrUnavailable) as error:
        log.warning("EHR: a patient could not be verified (%s)", type(error).__name__)
        return UNANSWERED
    if known is None:
        return Finding(Verification.NOT_FOUND)
    return Finding(
        policies.compare(policies.requested_identity(patient), policies.recorded_identity(known)).verification, known
    )


async def store(session: AsyncSession, checked_patient: Patient, finding: Finding, now: datetime) -> bool:
    """Store the result of a check; returns whether it changed.

    Without a response from the record, the previous result is kept, and so is a user's confirmation.
    """
    repository = PatientRepository(session)
    patient = await repository.for_verification(checked_patient.id)
    if patient.verification in ESTABLISHED:
        return False
    previous = Verification(patient.verification or Verification.WAITING)
    current = previous if finding is UNANSWERED else finding.verification
    patient.verify_count = patient.verify_count + 1 if current is previous else 1
    patient.verification, patient.verify_at = current.value, policies.next_check(current, patient.verify_count, now)
    if current is Verification.VERIFIED and finding.known is not None:
        await _store_ids(repository, patient, finding.known, checked=True)
    await session.flush()
    return current is not previous


async def confirm(session: AsyncSession, patient: Patient, finding: Finding, reason: str, *, by: CurrentUser) -> None:
    """Store a user's confirmation that the record's id is this patient's, regardless of what the record says.

    `patient` is locked, and the caller has checked who may do this.
    """
    now, previous = clock.now(), Verification(patient.verification or Verification.WAITING)
    confirmation = PatientConfirmation(
        patient_id=patient.id,
        verification=(previous if finding is UNANSWERED else finding.verification).value,
        reason=reason,
        confirmed_by_id=by.id,
        confirmed_at=now,
    )
    session.add(confirmation)
    patient.verification, patient.verify_at = Verification.CONFIRMED.value, None
    await _store_ids(PatientRepository(session), patient, finding.known, checked=False)
    await session.flush()


async def _store_ids(
    repository: PatientRepository, patient: Patient, known: RecordedPatient | None, *, checked: bool
) -> None:
    """Store the record's ids, or none if it returned none, because no one vouches for those in the request."""
    for encounter in await repository.encounters(patient.id):
        ids = (
            record.record_data(known, checked=checked) if known is not None else {"checked": checked, "identifiers": []}
        )
        encounter.emr_data = (encounter.emr_data or {}) | ids
