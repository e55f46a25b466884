"""The census of a hospital with a FHIR R4 server."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from wardline.core import clock
from wardline.core.ending import end
from wardline.core.text.search_words import split_words
from wardline.ehr.contract import CensusPage, CensusPatient, EhrTimeout, EhrUnavailable
from wardline.ehr.fhir import mapping
from wardline.ehr.fhir.locations import LocationTree, in_batches
from wardline.ehr.fhir.models import Encounter, Patient
from wardline.ehr.fhir.server import FhirServer
from wardline.ehr.fhir.shared_tasks import retrieve_exception
from wardline.ehr.search import matches

log = logging.getLogger(__name__)

CACHE_TIME = timedelta(seconds=20)
"""How long a result is reused for further pages and for other users of the same units."""
MAX_CACHED = 64

Units = frozenset[str]


@dataclass(frozen=True, slots=True)
class _CachedCensus:
    expires: datetime
    patients: asyncio.Task[tuple[CensusPatient, ...]]


class FhirCensus:
    """A `CensusSource` that reads the whole census of the requested units, and pages, sorts and searches it here.

    Servers differ in how they sort and search, and this way the search text does not leave this process. A result is
    shared by all requests for the same units within `CACHE_TIME`. `timeout` is in seconds, for reading a whole census.
    """

    def __init__(self, server: FhirServer, *, timeout: float) -> None:
        self._server = server
        self._timeout = timeout
        self._locations = LocationTree(server)
        self._cache: dict[Units, _CachedCensus] = {}

    async def aclose(self) -> None:
        tasks = [census.patients for census in self._cache.values()]
        self._cache.clear()
        await end(*tasks)
        await self._server.aclose()

    async def census(self, unit_codes: Sequence[str], search: str, start: int, length: int) -> CensusPage:
        patients = await self._patients(frozenset(unit_codes))
        matching = [patient for patient in patients if matches(patient, search)]
        return CensusPage(patients=tuple(matching[start : start + length]), has_more=len(matching) > start + length)

    async def get_patient(self, emr_id: str, unit_codes: Sequence[str]) -> CensusPatient | None:
        patients = await self._patients(frozenset(unit_codes))
        return next((patient for patient in patients if patient.emr_id == emr_id), None)

    async def _patients(self, units: Units) -> tuple[CensusPatient, ...]:
        if not units:
            return ()
        now = clock.now()
        self._cache = {
            key: cached for key, cached in self._cache.items() if cached.expires > now and not _failed(cached)
        }
        if units not in self._cache:
            if len(self._cache) >= MAX_CACHED:
                self._cache.pop(min(self._cache, key=lambda key: self._cache[key].expires))
            task = asyncio.create_task(self._read_within_timeout(units), name="census reading")
            task.add_done_callback(retrieve_exception)
            self._cache[units] = _CachedCensus(now + CACHE_TIME, task)
        # A caller that disconnects must not cancel the task for others.
        return await asyncio.shield(self._cache[units].patients)

    async def _read_within_timeout(self, units: Units) -> tuple[CensusPatient, ...]:
        try:
            async with asyncio.timeout(self._timeout):
                return await self._read(units)
        except TimeoutError:
            log.warning("EHR: the census was not read within %g s", self._timeout)
            raise EhrTimeout from None

    async def _read(self, units: Units) -> tuple[CensusPatient, ...]:
        now = clock.now()
        unit_of = await self._locations.units_by_location(sorted(units))
        resources = await self._present_encounters(unit_of)
        encounters, unreadable = mapping.read_all(Encounter, resources)
        if unreadable:
            log.warning("EHR: %d encounters cannot be read and are omitted", unreadable)
            if not encounters:
                raise EhrUnavailable
        stays = self._stays(encounters, unit_of, now)
        patients = await self._subjects(resources, set(stays))
        census = [
            mapping.census_patient(patients[patient_id], encounter, unit, now)
            for patient_id, (encounter, unit) in stays.items()
            if patient_id in patients
        ]
        census.sort(key=lambda patient: (split_words(patient.display_name), patient.emr_id))
        return tuple(census)

    async def _present_encounters(self, unit_of: dict[str, str]) -> list[dict[str, Any]]:
        resources: list[dict[str, Any]] = []
        for batch in in_batches(unit_of):
            resources += await self._server.search(
                "Encounter",
                [
                    ("status", ",".join(sorted(mapping.PRESENT))),
                    ("location", ",".join(f"Location/{location_id}" for location_id in batch)),
                    ("_include", "Encounter:patient"),
                    ("_count", "200"),
                ],
            )
        return resources

    def _stays(
        self, encounters: list[Encounter], unit_of: dict[str, str], now: datetime
    ) -> dict[str, tuple[Encounter, str]]:
        """Patient id to current encounter and unit; the latest if several encounters are open."""
        stays: dict[str, tuple[Encounter, str]] = {}
        for encounter in sorted(encounters, key=mapping.start_key):
            subject = encounter.subject.reference if encounter.subject else None
            patient_id = mapping.local_id(subject, "Patient", self._server.base_url)
            location_ids = mapping.current_locations(encounter, self._server.base_url, now)
            unit = next((unit_of[location_id] for location_id in location_ids if location_id in unit_of), None)
            if patient_id and unit and mapping.is_present(encounter, now):
                stays[patient_id] = (encounter, unit)
        return stays

    async def _subjects(self, resources: list[dict[str, Any]], patient_ids: set[str]) -> dict[str, Patient]:
        """The patients by id. Servers that ignore ``_include`` are queried for them in batches."""
        patients = {patient.id: patient for patient in mapping.read_all(Patient, resources)[0]}
        for batch in in_batches(patient_ids - patients.keys()):
            more = await self._server.search("Patient", [("_id", ",".join(batch)), ("_count", "200")])
            patients |= {patient.id: patient for patient in mapping.read_all(Patient, more)[0]}
        if missing := len(patient_ids - patients.keys()):
            log.warning("EHR: %d patients of the census cannot be read and are omitted", missing)
            if missing == len(patient_ids):
                raise EhrUnavailable
        return patients


def _failed(census: _CachedCensus) -> bool:
    return census.patients.done() and (census.patients.cancelled() or census.patients.exception() is not None)
