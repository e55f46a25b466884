"""What a location asks about its patients, as rules that server and browser run alike.

Paths are those of the body of POST /consults.
"""

from typing import Final

from wardline.core.rules import Matches, Required, Rule
from wardline.places.models import LocationUnit
from wardline.places.schemas import ConfigurablePatientNumber, LengthMask

PATIENT_NUMBER: Final = "Patient.additionalData.patientNumber"
_TOKENS: Final = {
    "#": ("[0-9]", "digits"),
    "*": ("[\\s\\S]", "characters"),
    "a": ("[A-Za-z]", "letters"),
    "A": ("[A-Z]", "uppercase letters"),
    "l": ("[a-z]", "lowercase letters"),
}


def patient_rules(unit: LocationUnit) -> list[Rule]:
    """The rules of one unit; empty when it collects nothing."""
    collected = {
        "Patient.gender": unit.collect_patient_sex,
        "Patient.additionalData.enumber": unit.collect_patient_enumber,
        "additionalData.hospitalName": unit.collect_hospital_name,
        "additionalData.faxNumber": unit.collect_fax_number,
    }
    rules: list[Rule] = [Required(field=field) for field, asked in collected.items() if asked]
    if unit.configurable_patient_number is not None:
        number = ConfigurablePatientNumber.model_validate(unit.configurable_patient_number)
        if number.collect:
            rules += _number_rules(number)
    return rules


def _number_rules(number: ConfigurablePatientNumber) -> list[Rule]:
    rules: list[Rule] = [] if number.optional else [Required(field=PATIENT_NUMBER)]
    if number.mask is not None:
        pattern, by_mask = _mask(number.mask, number.label)
        rules.append(Matches(field=PATIENT_NUMBER, pattern=pattern, message=number.feedback or by_mask))
    if number.regex_string:
        message = number.feedback or f"{number.label} is invalid."
        rules.append(Matches(field=PATIENT_NUMBER, pattern=number.regex_string, message=message))
    return rules


def _mask(mask: str | LengthMask, label: str) -> tuple[str, str]:
    if isinstance(mask, LengthMask):
        token, noun = _TOKENS[mask.token]
        message = f"Must be between {mask.min} and {mask.max} {noun} long"
        return f"{token}{{{mask.min},{mask.max}}}", message
    pattern = "".join(_TOKENS[sign][0] if sign in _TOKENS else _literal(sign) for sign in mask)
    return pattern, f"{label} is invalid."


def _literal(sign: str) -> str:
    """Only what both languages let one escape; Python's own escape covers more signs than a browser takes."""
    return f"\\{sign}" if sign in r"\^$.*+?()[]{}|/" else sign
