"""A patient as described by the hospital's record, if a request says that they come from it."""

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
from wardline.patients.policies import Identity, compare, recorded_identity
from wardline.patients.schemas import MAX_IDENTIFIERS, MAX_UTC_OFFSET, PatientInput, own_identifiers

log = logging.getLogger(__name__)

RECORD_TIMEOUT: Final = timedelta(seconds=2)
"""How long a request waits for the hospital's record; the browser's timeout for the whole request is ten seconds."""
NOT_IN_RECORD: Final = "The hospital's record does not have this patient in this unit."


@dataclass(frozen=True, slots=True)
class Described:
    """A patient as stored, the record's data to store with the encounter, and whether the record has this patient.

    The last two are None for a patient entered manually.
    """

    patient: PatientInput
    emr_data: dict[str, Any] | None
    verification: Verification | None


@dataclass(frozen=True, slots=True)
class RecordReading:
    """What the hospital's record returned; `has_responded` is false if it could not be read or was not queried."""

    has_responded: bool = False
    found: CensusPatient | None = None

    def describe(self, patient: PatientInput) -> Described:
        """The patient as the record describes them.

        If the record could not be read, the request's data is stored, and `emr_data` says that it is unchecked.

        Raises:
            ValidationFailed: the hospital has no such patient in the unit.
            RecordDiffers: the record has a different person under the id.
        """
        if not patient.is_emr:
            return Described(patient, None, None)
        if self.found is not None:
            patient_from_record = _from_record(patient, self.found)
            _refuse_different_person(patient, patient_from_record, self.found)
            verification = compare(_identity(patient_from_record), recorded_identity(self.found)).verification
            numbers = {
                **record_data(self.found, checked=verification is Verification.VERIFIED),
                "unit": self.found.unit,
            }
            return Described(patient_from_record, numbers, verification)
        if self.has_responded:
            raise ValidationFailed(errors=[FieldError("Patient.emrId", NOT_IN_RECORD)])
        return Described(patient, unchecked(patient), Verification.WAITING)


async def read(source: CensusSource, emr_id: str, unit_code: str) -> RecordReading:
    """Read a patient of one unit from the record, within `RECORD_TIMEOUT`; a consult never waits longer."""
    try:
        async with asyncio.timeout(RECORD_TIMEOUT.total_seconds()):
            found = await source.get_patient(emr_id, [unit_code])
    except (TimeoutError, EhrTimeout, EhrUnavailable) as error:
        log.warning("EHR: a patient is accepted as requested, unchecked (%s)", type(error).__name__)
        return RecordReading()
    return RecordReading(has_responded=True, found=found)


def unchecked(patient: PatientInput) -> dict[str, Any]:
    """What an encounter stores about a patient that the record has not confirmed."""
    return {"checked": False, "identifiers": [number.model_dump() for number in patient.identifiers]}


def record_data(found: CensusPatient | RecordedPatient, *, checked: bool) -> dict[str, Any]:
    """What an encounter stores about a patient from the record; `checked` if the record confirms this person."""
    numbers = [{"system": number.system, "value": number.value, "type": number.type} for number in found.identifiers]
    return {"checked": checked, "encounterId": found.encounter_id, "identifiers": numbers}


def _identity(patient: PatientInput) -> Identity:
    numbers = frozenset(number.value for number in patient.identifiers)
    return Identity(patient.name_given, patient.name_family, patient.birth_date, numbers)


def _refuse_different_person(request: PatientInput, described: PatientInput, found: CensusPatient) -> None:
    """Compares only the values that the record replaces; a number in the request must be in the record."""
    merged = replace(_identity(described), numbers=recorded_identity(found).numbers)
    if differing := compare(_identity(request), merged).differing:
        raise RecordDiffers(differing)


def _from_record(patient: PatientInput, found: CensusPatient) -> PatientInput:
    """Uses the request's value if the record has none.

    Also uses its birth date if the record's is a placeholder: the wizard asks for it in that case.
    """
    latest = (clock.now() + MAX_UTC_OFFSET).date()
    born = found.dob if found.dob and EARLIEST_BIRTH_DATE_IN_WIZARD <= found.dob <= latest else patient.birth_date
    numbers = own_identifiers(number.value for number in found.identifiers)
    values = {
        "nameGiven": found.first_name or patient.name_given,
        "nameFamily": found.last_name or patient.name_family,
        "birthDate": born,
        "gender": Sex(found.sex),
        "isEmr": True,
        "emrId": found.emr_id,
        "identifiers": numbers[:MAX_IDENTIFIERS],
        "additionalData": patient.additional_data,
    }
    return PatientInput.model_validate(values)
