"""What Wardline needs from a hospital's records, in any system.

Nothing here is stored. A census patient is copied into a consult by the domain that creates it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, Protocol

from wardline.core.errors import ProductError, Unavailable

Sex = Literal["male", "female", "other", "unknown"]


@dataclass(frozen=True, slots=True)
class CensusIdentifier:
    """A number by which the hospital identifies the patient; `type` is a code of HL7 table 0203, such as ``MR``."""

    system: str | None
    value: str
    type: str | None


@dataclass(frozen=True, slots=True)
class CensusPatient:
    """A patient who is in one of the hospital's units now.

    `unit` is the unit code that the census was requested for (a location unit's `emrCode`). Names and birth date are
    None if the hospital does not know them (an unidentified patient, or only a year of birth). `identifiers` are in
    order of use, with the medical record number first.
    """

    emr_id: str
    encounter_id: str
    display_name: str
    first_name: str | None
    last_name: str | None
    dob: date | None
    sex: Sex
    unit: str
    identifiers: tuple[CensusIdentifier, ...]


@dataclass(frozen=True, slots=True)
class RecordedPatient:
    """A patient in the record, wherever they are now; None and `identifiers` mean the same as in `CensusPatient`.

    `encounter_id` is the stay at a given time, or None if the record has none.
    """

    emr_id: str
    encounter_id: str | None
    first_name: str | None
    last_name: str | None
    dob: date | None
    identifiers: tuple[CensusIdentifier, ...]


@dataclass(frozen=True, slots=True)
class CensusPage:
    """One page of a census, ordered by display name, then id; `has_more` means that another page follows."""

    patients: tuple[CensusPatient, ...]
    has_more: bool


class EhrUnavailable(Unavailable):
    """The hospital's system cannot be reached, or its response cannot be used."""

    code = "ehr_unavailable"
    message = "The EHR is currently offline."


class EhrTimeout(ProductError):
    """The hospital's system was reached but did not respond in time."""

    status = 504
    code = "ehr_timeout"
    message = "The EHR took too long to respond."


class CensusSource(Protocol):
    """A hospital's census; every method raises only `EhrUnavailable` or `EhrTimeout`."""

    async def census(self, unit_codes: Sequence[str], search: str, start: int, length: int) -> CensusPage:
        """Up to `length` patients of these units that match `search` (all if blank), from position `start`."""
        ...

    async def get_patient(self, emr_id: str, unit_codes: Sequence[str]) -> CensusPatient | None:
        """The patient in the current census of these units, or None if they are not in any of them."""
        ...

    async def aclose(self) -> None:
        """Close connections. The source cannot be used afterwards."""
        ...


class NoRecord(Exception):
    """This installation has no record in which to look up patients."""


class PatientRecord(Protocol):
    """A hospital's record, for looking up one patient by the record's own id."""

    async def patient(self, emr_id: str, at: datetime) -> RecordedPatient | None:
        """The patient, whether or not they are still in the hospital, with their stay at `at`.

        None if there is no such id.

        Raises:
            EhrUnavailable, EhrTimeout: try again later.
            NoRecord: this installation has no record.
        """
        ...

    async def aclose(self) -> None:
        """Close connections. The record cannot be used afterwards."""
        ...
