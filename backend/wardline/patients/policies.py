"""Whether a patient is the one that the hospital's record has under an id. Pure functions."""

import unicodedata
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import MANAGE_ADMIN
from wardline.core import retries
from wardline.ehr.contract import CensusPatient, RecordedPatient
from wardline.patients.choices import ESTABLISHED, IdentityPart, Verification
from wardline.patients.errors import NothingToConfirm
from wardline.patients.models import Patient

UNANSWERED_FOR: Final = timedelta(hours=1)
"""After this time without a response from the record, a user may decide."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What identifies a person. None, or no numbers, means unknown."""

    given: str | None
    family: str | None
    birth_date: date | None
    numbers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs in the record, and what is missing there although it has to be compared."""

    differing: tuple[IdentityPart, ...]
    missing: tuple[IdentityPart, ...]

    @property
    def verification(self) -> Verification:
        if self.differing:
            return Verification.MISMATCH
        return Verification.UNVERIFIABLE if self.missing else Verification.VERIFIED


def compare(requested: Identity, recorded: Identity) -> Comparison:
    """Names may differ in case, spaces and Unicode form; dates and numbers must be equal.

    Every number of the request must be among the record's; a request without numbers matches any.
    """
    differing, missing = [], []
    names = ((requested.given, recorded.given), (requested.family, recorded.family))
    if any(
        requested_name is not None and recorded_name is not None and _folded(requested_name) != _folded(recorded_name)
        for requested_name, recorded_name in names
    ):
        differing.append(IdentityPart.NAME)
    elif any(not name for pair in names for name in pair):
        missing.append(IdentityPart.NAME)
    if requested.birth_date is None or recorded.birth_date is None:
        missing.append(IdentityPart.BIRTH_DATE)
    elif requested.birth_date != recorded.birth_date:
        differing.append(IdentityPart.BIRTH_DATE)
    if requested.numbers and not recorded.numbers:
        missing.append(IdentityPart.NUMBER)
    elif not requested.numbers <= recorded.numbers:
        differing.append(IdentityPart.NUMBER)
    return Comparison(tuple(differing), tuple(missing))


def requested_identity(patient: Patient) -> Identity:
    """How a request described a patient."""
    numbers = frozenset(str(identifier["value"]) for identifier in patient.identifiers)
    return Identity(patient.name_given, patient.name_family, patient.birth_date, numbers)


def recorded_identity(record: RecordedPatient | CensusPatient) -> Identity:
    """How the hospital's record describes a patient."""
    numbers = frozenset(number.value for number in record.identifiers)
    return Identity(record.first_name, record.last_name, record.dob, numbers)


def _folded(name: str) -> str:
    """The form for canonical caseless matching (Unicode 3.13, D145), with single spaces."""
    decomposed = unicodedata.normalize("NFD", name).casefold()
    return " ".join(unicodedata.normalize("NFD", decomposed).split())


def is_established(patient: Patient) -> bool:
    """Whether the patient's id in the record is reliable; it never is for a patient entered manually."""
    return patient.is_emr and patient.verification in ESTABLISHED


def next_check(verification: Verification, count: int, now: datetime) -> datetime | None:
    """When to query the record again, after `count` checks (from 1), the last of which had this result.

    None once it is established, and after the time for the record to be corrected has passed: then a person has to
    decide.
    """
    if verification in ESTABLISHED:
        return None
    schedule = retries.PATIENT_RECORD if verification is Verification.WAITING else retries.PATIENT_CORRECTION
    failures = count - 1
    return None if schedule.is_over(failures) else now + timedelta(seconds=schedule.wait(failures))


def can_confirm(user: CurrentUser, patient: Patient, now: datetime) -> Decision:
    """Confirm in place of the record that its id is this patient's, for users who have read both descriptions.

    Not allowed while the record may still confirm it.
    """
    if not user.may(MANAGE_ADMIN):
        return forbidden()
    if not patient.is_emr or patient.verification in ESTABLISHED:
        return Decision(NothingToConfirm())
    is_early = patient.verification == Verification.WAITING and now - patient.created_at < UNANSWERED_FOR
    return Decision(NothingToConfirm()) if is_early else ALLOWED
