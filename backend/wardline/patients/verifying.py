"""Asking the hospital's record whether it has the patients whom requests named, and writing down what it says."""

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
    """What came of asking; `known` is the patient whom the record has under the id."""

    verification: Verification
    known: RecordedPatient | None = None

    @property
    def recorded(self) -> Identity | None:
        """What the record says of them."""
        return policies.recorded_of(self.known) if self.known is not None else None

    @property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of what a person is shown of it; what was said of the patient never changes."""
        shown = orjson.dumps((self.verification, self.recorded), default=sorted)
        return hashlib.sha256(shown).hexdigest()


UNANSWERED: Final = Finding(Verification.WAITING)


async def ask(source: PatientRecord, patient: Patient) -> Finding:
    """Compare a patient with the record; no transaction is open meanwhile."""
    try:
        known = await source.patient(patient.emr_id or "", patient.created_at)
    except NoRecord:
        return Finding(Verification.UNVERIFIABLE)
    except (EhrTimeout, EhrUnavailable) as error:
        log.warning("EHR: a patient could not be verified (%s)", type(error).__name__)
        return UNANSWERED
    if known is None:
        return Finding(Verification.NOT_FOUND)
    return Finding(policies.compare(policies.said_of(patient), policies.recorded_of(known)).verification, known)


async def note(session: AsyncSession, asked: Patient, finding: Finding, now: datetime) -> bool:
    """Write down what came of asking about a patient; whether that is news.

    Without an answer what the record said before stays. A person who was faster has the last word.
    """
    repository = PatientRepository(session)
    patient = await repository.for_verification(asked.id)
    if patient.verification in ESTABLISHED:
        return False
    former = Verification(patient.verification or Verification.WAITING)
    found = former if finding is UNANSWERED else finding.verification
    patient.verify_count = patient.verify_count + 1 if found is former else 1
    patient.verification, patient.verify_at = found.value, policies.next_check(found, patient.verify_count, now)
    if found is Verification.VERIFIED and finding.known is not None:
        await _keep(repository, patient, finding.known, checked=True)
    await session.flush()
    return found is not former


async def confirm(session: AsyncSession, patient: Patient, finding: Finding, reason: str, *, by: CurrentUser) -> None:
    """Take a person's word that the id of the record is this patient's, whatever the record said just now.

    `patient` is locked, and who may is decided before.
    """
    now, former = clock.now(), Verification(patient.verification or Verification.WAITING)
    confirmation = PatientConfirmation(
        patient_id=patient.id,
        verification=(former if finding is UNANSWERED else finding.verification).value,
        reason=reason,
        confirmed_by_id=by.id,
        confirmed_at=now,
    )
    session.add(confirmation)
    patient.verification, patient.verify_at = Verification.CONFIRMED.value, None
    await _keep(PatientRepository(session), patient, finding.known, checked=False)
    await session.flush()


async def _keep(
    repository: PatientRepository, patient: Patient, known: RecordedPatient | None, *, checked: bool
) -> None:
    """The record's own ids from now on; none where it did not tell any, as those of the request are nobody's word."""
    for encounter in await repository.encounters(patient.id):
        ids = record.kept(known, checked=checked) if known is not None else {"checked": checked, "identifiers": []}
        encounter.emr_data = (encounter.emr_data or {}) | ids
