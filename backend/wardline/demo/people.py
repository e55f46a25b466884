"""Patients of the demonstration's history, who satisfy their units' rules."""

import random
import string
from datetime import date, datetime, timedelta
from typing import Any, Final

from wardline.core.forms.rules import apply_rules
from wardline.demo import pools
from wardline.demo.scene import RecordedPatient, Unit
from wardline.patients.schemas import PatientInput
from wardline.places.patient_rules import patient_rules, record_part

Row = dict[str, Any]

_NUMBERS: Final = {
    "lakeshore-general-5e": "####",
    "alder-creek-ed": "AC######",
    "alder-creek-icu": "??-####",
    "summit-ridge-ed": "?#####",
    "coral-cape-rehab": "??????",
}
"""Formats of units' patient numbers: # is a digit, ? is a letter."""


class People:
    """Everything that is not from a record is chosen by `rng`."""

    def __init__(self, rng: random.Random, now: datetime) -> None:
        self._rng = rng
        self._now = now

    def recorded(self, patient: RecordedPatient, unit: Unit) -> PatientInput:
        """A patient with the data of the hospital's record."""
        return _checked(
            {
                "nameGiven": patient.given,
                "nameFamily": patient.family,
                "birthDate": patient.birth_date,
                "gender": patient.gender,
                "isEmr": True,
                "emrId": patient.id,
                "identifiers": [{"system": system, "value": value} for system, value in patient.identifiers],
                "additionalData": self._numbers(unit),
            },
            unit,
        )

    def invented(self, unit: Unit) -> PatientInput:
        """A patient with data entered manually."""
        gender = self._rng.choices(["female", "male", "other"], [10, 10, 1])[0]
        age = timedelta(days=self._rng.triangular(18, 99, 70) * 365.25)
        return _checked(
            {
                "nameGiven": self._rng.choice(pools.GIVEN_NAMES[gender]),
                "nameFamily": self._rng.choice(pools.SURNAMES),
                "birthDate": (self._now - age).date(),
                "gender": gender if unit.row.collect_patient_sex else None,
                "additionalData": self._numbers(unit),
            },
            unit,
        )

    def _numbers(self, unit: Unit) -> Row:
        pattern = _NUMBERS.get(unit.row.code)
        return {
            "enumber": self._generate("#######") if unit.row.collect_patient_enumber else None,
            "patientNumber": self._generate(pattern) if pattern else None,
        }

    def _generate(self, pattern: str) -> str:
        alphabets = {"#": string.digits, "?": string.ascii_uppercase}
        return "".join(
            self._rng.choice(alphabets[character]) if character in alphabets else character for character in pattern
        )


def _checked(patient: Row, unit: Unit) -> PatientInput:
    body = {
        "Patient": {key: str(value) if isinstance(value, date) else value for key, value in patient.items()},
        "additionalData": {"faxNumber": unit.row.fax_number, "hospitalName": unit.row.hospital_name},
        **record_part(has_number=bool(patient.get("identifiers"))),
    }
    return PatientInput.model_validate(apply_rules(body, patient_rules(unit.row))["Patient"])
