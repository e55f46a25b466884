"""What a location requires about its patients, as rules that both the server and the browser run.

Paths are those of the body of POST /consults, plus facts about the patient's record (`record_part`).
"""

from typing import Final

from wardline.core.forms.rules import Cleared, Condition, Matches, Required, Rule
from wardline.places.models import LocationUnit
from wardline.places.schemas import ConfigurablePatientNumber, LengthMask

GENDER: Final = "Patient.gender"
ENUMBER: Final = "Patient.additionalData.enumber"
PATIENT_NUMBER: Final = "Patient.additionalData.patientNumber"
_NOT_FROM_EMR: Final = (Condition(field="Patient.isEmr", values=(True,), negated=True),)
_NUMBERED: Final = (Condition(field="record.hasNumber", values=(True,)),)
_NOT_NUMBERED: Final = (Condition(field="record.hasNumber", values=(True,), negated=True),)
_TOKENS: Final = {
    "#": ("[0-9]", "digits"),
    "*": ("[\\s\\S]", "characters"),
    "a": ("[A-Za-z]", "letters"),
    "A": ("[A-Z]", "uppercase letters"),
    "l": ("[a-z]", "lowercase letters"),
}


def record_part(*, has_number: bool) -> dict[str, dict[str, bool]]:
    """The data that the rules need in addition to a request's body: whether the hospital's record has a number."""
    return {"record": {"hasNumber": has_number}}


def patient_rules(unit: LocationUnit) -> list[Rule]:
    """The rules of one unit: what it collects is required, and what it does not collect is cleared.

    The sex of a patient from the hospital's record is always kept. So is their number, which every form shows as their
    ID number: no other is required, and one that was entered is cleared.
    """
    collected = {
        GENDER: unit.collect_patient_sex,
        ENUMBER: unit.collect_patient_enumber,
        "additionalData.hospitalName": unit.collect_hospital_name,
        "additionalData.faxNumber": unit.collect_fax_number,
    }
    rules: list[Rule] = [
        Required(field=field, when=_NOT_NUMBERED if field == ENUMBER else ())
        if is_collected
        else Cleared(field=field, when=_NOT_FROM_EMR if field == GENDER else ())
        for field, is_collected in collected.items()
    ]
    rules.append(Cleared(field=ENUMBER, when=_NUMBERED))
    stored = unit.configurable_patient_number
    number = ConfigurablePatientNumber.model_validate(stored) if stored is not None else None
    return rules + (number_rules(number) if number and number.collect else [Cleared(field=PATIENT_NUMBER)])


def number_rules(number: ConfigurablePatientNumber) -> list[Rule]:
    """The rules of a unit's own number, which is collected."""
    rules: list[Rule] = [] if number.optional else [Required(field=PATIENT_NUMBER)]
    if number.mask is not None:
        pattern, mask_message = _mask(number.mask, number.label)
        rules.append(Matches(field=PATIENT_NUMBER, pattern=pattern, message=number.feedback or mask_message))
    if number.regex_string:
        message = number.feedback or f"{number.label} is invalid."
        rules.append(Matches(field=PATIENT_NUMBER, pattern=number.regex_string, message=message))
    return rules


def _mask(mask: str | LengthMask, label: str) -> tuple[str, str]:
    if isinstance(mask, LengthMask):
        token, noun = _TOKENS[mask.token]
        message = f"Must be between {mask.min} and {mask.max} {noun} long"
        return f"{token}{{{mask.min},{mask.max}}}", message
    pattern = "".join(_TOKENS[character][0] if character in _TOKENS else _literal(character) for character in mask)
    return pattern, f"{label} is invalid."


def _literal(character: str) -> str:
    """Escapes only what both languages allow; Python's `re.escape` escapes characters that a browser rejects."""
    return f"\\{character}" if character in r"\^$.*+?()[]{}|/" else character
