"""A patient in the words of the hospital's record, when a request says that they come from it."""

import asyncio
import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from wardline.core import clock
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms.fields import EARLIEST_BIRTH_DATE_IN_WIZARD
from wardline.ehr.contract import CensusPatient, CensusSource, EhrTimeout, EhrUnavailable, RecordedPatient
from wardline.patients.choices import Sex, Verification
from wardline.patients.errors import RecordDiffers
from wardline.patients.policies import Identity, compare, recorded_of
from wardline.patients.schemas import EARTH_AHEAD, MOST_IDENTIFIERS, PatientInput, own_identifiers

log = logging.getLogger(__name__)

RECORD_PATIENCE: Final = timedelta(seconds=2)
"""How long a request waits for the hospital's record; the browser gives the whole call ten seconds."""
NOT_IN_RECORD: Final = "The hospital's record does not have this patient in this unit."


@dataclass(frozen=True, slots=True)
class Described:
    """A patient as they are stored, what the encounter keeps of the record, and whether the record has this patient.

    The last two are null for a patient described by hand.
    """

    patient: PatientInput
    emr_data: dict[str, Any] | None
    verification: Verification | None


@dataclass(frozen=True, slots=True)
class RecordReading:
    """What the hospital said of a patient; `answered` is false while its record cannot be read, and when none is."""

    answered: bool = False
    found: CensusPatient | None = None

    def describe(self, patient: PatientInput) -> Described:
        """The patient in the record's words.

        While the record cannot be read the request's words are taken, and `emr_data` says that nobody checked them.

        Raises:
            ValidationFailed: the hospital answered, and has no such patient in the unit.
            RecordDiffers: the record has somebody else under the id, whom nobody has confirmed.
        """
        if not patient.is_emr:
            return Described(patient, None, None)
        if self.found is not None:
            described = _in_the_records_words(patient, self.found)
            _refuse_somebody_else(patient, described, self.found)
            verification = compare(_identity(described), recorded_of(self.found)).verification
            numbers = {**kept(self.found, checked=verification is Verification.VERIFIED), "unit": self.found.unit}
            return Described(described, numbers, verification)
        if self.answered:
            raise ValidationFailed(errors=[FieldError("Patient.emrId", NOT_IN_RECORD)])
        return Described(patient, unchecked(patient), Verification.WAITING)


async def read(source: CensusSource, emr_id: str, unit_code: str) -> RecordReading:
    """Ask the record of one unit for a patient, for at most `RECORD_PATIENCE`: a consult never waits for a record."""
    try:
        async with asyncio.timeout(RECORD_PATIENCE.total_seconds()):
            found = await source.get_patient(emr_id, [unit_code])
    except (TimeoutError, EhrTimeout, EhrUnavailable) as error:
        log.warning("EHR: a patient is taken as requested, unchecked (%s)", type(error).__name__)
        return RecordReading()
    return RecordReading(answered=True, found=found)


def unchecked(patient: PatientInput) -> dict[str, Any]:
    """What an encounter keeps of a patient whom the record has not confirmed."""
    return {"checked": False, "identifiers": [number.model_dump() for number in patient.identifiers]}


def kept(found: CensusPatient | RecordedPatient, *, checked: bool) -> dict[str, Any]:
    """What an encounter keeps of a patient whom the record has; `checked` where it shows that it is this one."""
    numbers = [{"system": number.system, "value": number.value, "type": number.type} for number in found.identifiers]
    return {"checked": checked, "encounterId": found.encounter_id, "identifiers": numbers}


def _identity(patient: PatientInput) -> Identity:
    numbers = frozenset(number.value for number in patient.identifiers)
    return Identity(patient.name_given, patient.name_family, patient.birth_date, numbers)


def _refuse_somebody_else(said: PatientInput, described: PatientInput, found: CensusPatient) -> None:
    """Only what the record's words would replace can contradict them; a number that was said must be in the record."""
    stored = replace(_identity(described), numbers=recorded_of(found).numbers)
    if differing := compare(_identity(said), stored).differing:
        raise RecordDiffers(differing)


def _in_the_records_words(patient: PatientInput, found: CensusPatient) -> PatientInput:
    """Where the record does not know a value, the request's stays.

    So it does where the record's birth date stands for an unknown one: the wizard asks for it then.
    """
    latest = (clock.now() + EARTH_AHEAD).date()
    born = found.dob if found.dob and EARLIEST_BIRTH_DATE_IN_WIZARD <= found.dob <= latest else patient.birth_date
    numbers = own_identifiers(number.value for number in found.identifiers)
    values = {
        "nameGiven": found.first_name or patient.name_given,
        "nameFamily": found.last_name or patient.name_family,
        "birthDate": born,
        "gender": Sex(found.sex),
        "isEmr": True,
        "emrId": found.emr_id,
        "identifiers": numbers[:MOST_IDENTIFIERS],
        "additionalData": patient.additional_data,
    }
    return PatientInput.model_validate(values)
