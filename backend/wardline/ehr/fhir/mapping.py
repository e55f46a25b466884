"""Maps FHIR R4 resources to census patients. Pure functions."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from pydantic import ValidationError

from wardline.ehr.contract import CensusIdentifier, CensusPatient, RecordedPatient
from wardline.ehr.fhir.models import FHIR_ID, Encounter, HumanName, Identifier, Patient, Resource

PRESENT: frozenset[str] = frozenset({"arrived", "triaged", "in-progress"})
"""Encounter states of a patient who is present; emergency departments leave patients in the first two for hours."""
NAMELESS = "Name not known"
TEXT_LIMIT = 255
_MEDICAL_RECORD = "MR"
_EARLIEST = datetime.min.replace(tzinfo=UTC)
_NAME_ORDER = ("official", "usual", None, "temp", "nickname", "anonymous", "maiden", "old")
_IDENTIFIER_ORDER = ("usual", "official", None, "temp", "secondary")

R = TypeVar("R", bound=Resource)


def read_all(kind: type[R], resources: Iterable[dict[str, Any]]) -> tuple[list[R], int]:
    """The readable resources of one type, and how many of that type cannot be read."""
    resources_read: list[R] = []
    unreadable = 0
    for resource in resources:
        if resource.get("resourceType") != kind.__name__:
            continue
        try:
            resources_read.append(kind.model_validate(resource))
        except ValidationError:
            unreadable += 1
    return resources_read, unreadable


def local_id(reference: str | None, resource_type: str, base_url: str) -> str | None:
    """The id in a reference such as ``Patient/12``, relative or below `base_url`; None for anything else."""
    if reference is None:
        return None
    relative = reference.removeprefix(f"{base_url}/")
    match = re.fullmatch(rf"{resource_type}/({FHIR_ID})(?:/_history/{FHIR_ID})?", relative)
    return match[1] if match else None


def current_locations(encounter: Encounter, base_url: str, now: datetime) -> list[str]:
    """The ids of the locations where the encounter's patient is now."""
    ids = (
        local_id(stay.location.reference, "Location", base_url)
        for stay in encounter.location
        if stay.status in {None, "active"} and not (stay.period and stay.period.is_over(now))
    )
    return [location_id for location_id in ids if location_id is not None]


def is_present(encounter: Encounter, now: datetime) -> bool:
    """Whether the patient is in the hospital. Checked here because some servers ignore search conditions."""
    return encounter.status in PRESENT and not (encounter.period and encounter.period.is_over(now))


def start_key(encounter: Encounter) -> tuple[datetime, str]:
    """A sort key for stays."""
    start = encounter.period.start if encounter.period else None
    return start or _EARLIEST, encounter.id


def recorded_patient(patient: Patient, encounter_id: str | None, now: datetime) -> RecordedPatient:
    """The patient as in a census, whether or not they are in one."""
    last, first, _ = _names(patient, now)
    return RecordedPatient(
        emr_id=patient.id,
        encounter_id=encounter_id,
        first_name=first,
        last_name=last,
        dob=_birth_date(patient.birth_date),
        identifiers=tuple(_identifiers(patient.identifier, now)),
    )


def census_patient(patient: Patient, encounter: Encounter, unit: str, now: datetime) -> CensusPatient:
    """The patient as listed in the census."""
    last, first, text = _names(patient, now)
    return CensusPatient(
        emr_id=patient.id,
        encounter_id=encounter.id,
        display_name=", ".join(part for part in (last, first) if part) or text or NAMELESS,
        first_name=first,
        last_name=last,
        dob=_birth_date(patient.birth_date),
        sex=patient.gender or "unknown",
        unit=unit,
        identifiers=tuple(_identifiers(patient.identifier, now)),
    )


def clean(text: str | None) -> str | None:
    """Text that can be shown and stored: no control characters, single spaces, at most `TEXT_LIMIT`; None if empty."""
    if text is None:
        return None
    printable = "".join(" " if unicodedata.category(char) in {"Cc", "Cs"} else char for char in text)
    return " ".join(printable.split())[:TEXT_LIMIT].rstrip() or None


def _names(patient: Patient, now: datetime) -> tuple[str | None, str | None, str | None]:
    """Family name, given names, and the full name as the hospital writes it."""
    name = _best_name(patient.name, now)
    if name is None:
        return None, None, None
    return clean(name.family), clean(" ".join(part for part in name.given if part)), clean(name.text)


def _best_name(names: list[HumanName], now: datetime) -> HumanName | None:
    usable = [name for name in names if any(clean(part) for part in (name.family, *name.given, name.text))]
    return min(
        usable,
        key=lambda name: (
            bool(name.period and name.period.is_over(now)),
            _NAME_ORDER.index(name.use),
            not (name.family or name.given),
        ),
        default=None,
    )


def _birth_date(text: str | None) -> date | None:
    """FHIR allows a year or a month alone; neither is a usable birth date."""
    if text is None or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _identifiers(identifiers: list[Identifier], now: datetime) -> list[CensusIdentifier]:
    valid = [item for item in identifiers if item.use != "old" and not (item.period and item.period.is_over(now))]
    valid.sort(key=lambda item: (_type_code(item) != _MEDICAL_RECORD, _IDENTIFIER_ORDER.index(item.use)))
    return [
        CensusIdentifier(system=clean(item.system), value=value, type=_type_code(item))
        for item in valid
        if (value := clean(item.value)) is not None
    ]


def _type_code(identifier: Identifier) -> str | None:
    codings = identifier.type.coding if identifier.type else []
    return next((coding.code for coding in codings if coding.code), None)
