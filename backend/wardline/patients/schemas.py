"""Patients on the wire: the flat fields of the forms, and in responses also the FHIR-style form."""

import uuid
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Annotated, Final

from pydantic import AfterValidator, Field, StrictBool

from wardline.core import clock
from wardline.core.forms import messages
from wardline.core.forms.fields import EARLIEST_BIRTH_DATE, Enumber, OptionalShortText, PlainDate, SentId, ShortText
from wardline.core.forms.rules import Condition, Required, RuledModel
from wardline.core.forms.wire import ApiModel, ReadModel
from wardline.patients.choices import EncounterStatus, Sex

IDENTIFIER_SYSTEM: Final = "https://wardline.example/identifiers/patient"
"""The product's own system, on every identifier that it returns."""
CENSUS_PAGE_SIZE: Final = 54
MAX_IDENTIFIERS: Final = 20
MAX_UTC_OFFSET: Final = timedelta(hours=14)
"""The largest offset of a time zone from UTC."""


def _check_birth_date(value: date) -> date:
    """Accepts the current date of every time zone."""
    if value < EARLIEST_BIRTH_DATE:
        raise ValueError(messages.NOT_BEFORE.format(min=EARLIEST_BIRTH_DATE.strftime("%m/%d/%Y")))
    if value > (clock.now() + MAX_UTC_OFFSET).date():
        raise ValueError(messages.NOT_IN_FUTURE)
    return value


BirthDate = Annotated[
    PlainDate, AfterValidator(_check_birth_date), Field(json_schema_extra={"x-message": messages.REAL_DATE})
]


class Identifier(ApiModel):
    system: ShortText
    value: ShortText


def own_identifiers(values: Iterable[str]) -> list[Identifier]:
    """Numbers under the product's own system, each once even if the hospital has it under several of its systems."""
    return [Identifier(system=IDENTIFIER_SYSTEM, value=value) for value in dict.fromkeys(values)]


class PatientData(ApiModel):
    """Additional data of a patient; numbers are stored only if the unit collects them."""

    enumber: Enumber | None = None
    patient_number: OptionalShortText | None = None


class PatientCorrection(ApiModel):
    """What a user may correct about a patient who does not come from the hospital's record."""

    name_given: ShortText
    name_family: ShortText
    birth_date: BirthDate
    gender: Sex | None = None
    additional_data: PatientData = PatientData()


class PatientInput(PatientCorrection, RuledModel):
    """A patient as entered in a form or taken from the census."""

    is_emr: StrictBool = False
    emr_id: ShortText | None = None
    identifiers: Annotated[list[Identifier], Field(max_length=MAX_IDENTIFIERS)] = []

    rules = (Required(field="emrId", when=(Condition(field="isEmr", values=(True,)),)),)


class HumanName(ReadModel):
    family: str
    given: list[str]


class PatientDataRead(ReadModel):
    enumber: str | None
    patient_number: str | None


class PatientRead(ReadModel):
    """Both forms of one patient; `identifier_value` is that of the first identifier."""

    id: uuid.UUID
    name_given: str
    name_family: str
    birth_date: date
    gender: Sex | None
    identifiers: list[Identifier]
    identifier_value: str | None
    is_emr: bool
    emr_id: str | None
    additional_data: PatientDataRead
    name: list[HumanName]
    identifier: list[Identifier]


class EditPatient(ApiModel):
    """`before` is the patient as the editor saw them; if it is sent, other users' changes are never overwritten."""

    patient: PatientCorrection
    before: PatientCorrection | None = None


class EncounterInput(ApiModel):
    location_id: SentId


class CensusRequest(ApiModel):
    """`ids` are location unit ids; `filter` is search text."""

    start: Annotated[int, Field(strict=True, ge=0, le=10_000)] = 0
    length: Annotated[int, Field(strict=True, ge=1, le=CENSUS_PAGE_SIZE)] = CENSUS_PAGE_SIZE
    filter: OptionalShortText = ""
    ids: Annotated[list[SentId], Field(min_length=1, max_length=200)]


class CensusPatientRead(ReadModel):
    emr_id: str
    display_name: str
    first_name: str
    last_name: str
    dob: date | None
    sex: Sex
    unit: str
    safar_loc_id: int
    """The location unit's id."""
    identifiers: list[Identifier]


class CensusResponse(ReadModel):
    census: list[CensusPatientRead]
    has_more: bool


class DischargeResponse(ReadModel):
    id: uuid.UUID
    status: EncounterStatus
