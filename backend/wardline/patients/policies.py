"""Whether a patient is the one whom the hospital's record has under an id. Pure functions."""

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
"""After so long without an answer a person may decide in the place of the record."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What somebody is recognized by. None and no numbers: not known."""

    given: str | None
    family: str | None
    birth_date: date | None
    numbers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the record has otherwise, and what it does not have although it would have to be compared."""

    differing: tuple[IdentityPart, ...]
    lacking: tuple[IdentityPart, ...]

    @property
    def verification(self) -> Verification:
        if self.differing:
            return Verification.MISMATCH
        return Verification.UNVERIFIABLE if self.lacking else Verification.VERIFIED


def compare(said: Identity, recorded: Identity) -> Comparison:
    """Names may differ in capitals, blanks and Unicode form; dates and numbers in nothing.

    Every number that was said must be among the record's; where none was said, none is asked for.
    """
    differing, lacking = [], []
    names = ((said.given, recorded.given), (said.family, recorded.family))
    if any(ours is not None and theirs is not None and _folded(ours) != _folded(theirs) for ours, theirs in names):
        differing.append(IdentityPart.NAME)
    elif any(not name for pair in names for name in pair):
        lacking.append(IdentityPart.NAME)
    if said.birth_date is None or recorded.birth_date is None:
        lacking.append(IdentityPart.BIRTH_DATE)
    elif said.birth_date != recorded.birth_date:
        differing.append(IdentityPart.BIRTH_DATE)
    if said.numbers and not recorded.numbers:
        lacking.append(IdentityPart.NUMBER)
    elif not said.numbers <= recorded.numbers:
        differing.append(IdentityPart.NUMBER)
    return Comparison(tuple(differing), tuple(lacking))


def said_of(patient: Patient) -> Identity:
    """What a request said of a patient."""
    numbers = frozenset(str(identifier["value"]) for identifier in patient.identifiers)
    return Identity(patient.name_given, patient.name_family, patient.birth_date, numbers)


def recorded_of(known: RecordedPatient | CensusPatient) -> Identity:
    """What the hospital's record says of a patient."""
    numbers = frozenset(number.value for number in known.identifiers)
    return Identity(known.first_name, known.last_name, known.dob, numbers)


def _folded(name: str) -> str:
    """By canonical caseless matching (Unicode 3.13, D145), with single blanks."""
    decomposed = unicodedata.normalize("NFD", name).casefold()
    return " ".join(unicodedata.normalize("NFD", decomposed).split())


def is_established(patient: Patient) -> bool:
    """Whether the patient's id of the record may be relied upon; never of one described by hand."""
    return patient.is_emr and patient.verification in ESTABLISHED


def next_check(verification: Verification, count: int, now: datetime) -> datetime | None:
    """When to ask the record again, after `count` checks (from 1) of which the last had this result.

    None once it is established, and when the record had its time to be corrected: then only a person decides.
    """
    if verification in ESTABLISHED:
        return None
    schedule = retries.PATIENT_RECORD if verification is Verification.WAITING else retries.PATIENT_CORRECTION
    failures = count - 1
    return None if schedule.is_over(failures) else now + timedelta(seconds=schedule.wait(failures))


def can_confirm(user: CurrentUser, patient: Patient, now: datetime) -> Decision:
    """Say in the record's place that its id is this patient's; who may, has read what the record says of whom.

    Not while the record may still say it by itself.
    """
    if not user.may(MANAGE_ADMIN):
        return forbidden()
    if not patient.is_emr or patient.verification in ESTABLISHED:
        return Decision(NothingToConfirm())
    is_early = patient.verification == Verification.WAITING and now - patient.created_at < UNANSWERED_FOR
    return Decision(NothingToConfirm()) if is_early else ALLOWED
