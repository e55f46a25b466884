"""What Wardline needs from a hospital's records, whoever keeps them.

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
    """A number that the hospital knows the patient by; `type` is its code of HL7 table 0203, for example ``MR``."""

    system: str | None
    value: str
    type: str | None


@dataclass(frozen=True, slots=True)
class CensusPatient:
    """A patient who is in one of the hospital's units now.

    `unit` is the unit code that the census was asked for (a location unit's `emrCode`). Names and birth date are None
    where the hospital does not know them (an unidentified patient, a birth date of which only the year is known).
    `identifiers` stand in order of use: the medical record number first.
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
    """A patient as the record knows them, wherever they are now; None and `identifiers` as of `CensusPatient`.

    `encounter_id` is the stay that a given moment lies in, None where the record has no such stay.
    """

    emr_id: str
    encounter_id: str | None
    first_name: str | None
    last_name: str | None
    dob: date | None
    identifiers: tuple[CensusIdentifier, ...]


@dataclass(frozen=True, slots=True)
class CensusPage:
    """One page of a census, ordered by display name and then id; `has_more` says that another page follows."""

    patients: tuple[CensusPatient, ...]
    has_more: bool


class EhrUnavailable(Unavailable):
    """The hospital's system cannot be reached, or answers something that cannot be used."""

    code = "ehr_unavailable"
    message = "The EHR is currently offline."


class EhrTimeout(ProductError):
    """The hospital's system was reached and did not answer in time."""

    status = 504
    code = "ehr_timeout"
    message = "The EHR took too long to respond."


class CensusSource(Protocol):
    """A hospital's census; every method raises `EhrUnavailable` or `EhrTimeout` and nothing else."""

    async def census(self, unit_codes: Sequence[str], search: str, start: int, length: int) -> CensusPage:
        """The patients of these units whom `search` finds (everybody when blank), from `start`, at most `length`."""
        ...

    async def get_patient(self, emr_id: str, unit_codes: Sequence[str]) -> CensusPatient | None:
        """The patient as the census of these units has them now, or None when they are in none of them."""
        ...

    async def aclose(self) -> None:
        """Let go of connections; the source is not used afterwards."""
        ...


class NoRecord(Exception):
    """There is no record here that could be asked about a patient."""


class PatientRecord(Protocol):
    """A hospital's record, asked about one patient by its own id."""

    async def patient(self, emr_id: str, at: datetime) -> RecordedPatient | None:
        """The patient, in the house or not, with the stay that `at` lies in; None where the record has no such id.

        Raises:
            EhrUnavailable, EhrTimeout: it cannot be known now.
            NoRecord: it cannot ever be known here.
        """
        ...

    async def aclose(self) -> None:
        """Let go of connections; the record is not used afterwards."""
        ...
