"""Where an installation reads its census from, and where it files signed notes."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache

from wardline.ehr.contract import (
    CensusPage,
    CensusPatient,
    CensusSource,
    EhrUnavailable,
    NoRecord,
    PatientRecord,
    RecordedPatient,
)
from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.demo.server import BASE_URL, demo_transport
from wardline.ehr.fhir.census import FhirCensus
from wardline.ehr.fhir.documents import FhirDocuments
from wardline.ehr.fhir.patients import FhirPatients
from wardline.ehr.fhir.server import FhirServer
from wardline.ehr.fhir.service_key import backend_service
from wardline.ehr.fhir.smart import SmartAuth
from wardline.ehr.filing import Destination, FilingDelayed, Hl7Destination, NoteDocument, NoteReceiver
from wardline.ehr.hl7v2.mllp import MllpReceiver
from wardline.settings import Settings


class NoEhr:
    """The `CensusSource` of an installation without a hospital's server: always offline."""

    async def census(self, unit_codes: Sequence[str], search: str, start: int, length: int) -> CensusPage:  # noqa: ARG002
        raise EhrUnavailable

    async def get_patient(self, emr_id: str, unit_codes: Sequence[str]) -> CensusPatient | None:  # noqa: ARG002
        raise EhrUnavailable

    async def aclose(self) -> None:
        """Nothing to close."""


class NoPatients:
    """The `PatientRecord` of an installation without a hospital's server."""

    async def patient(self, emr_id: str, at: datetime) -> RecordedPatient | None:  # noqa: ARG002
        raise NoRecord

    async def aclose(self) -> None:
        """Nothing to close."""


class NoReceiver:
    """The `NoteReceiver` of an organization that files by FHIR, in an installation without a hospital's server."""

    async def file(self, document: NoteDocument) -> None:  # noqa: ARG002
        raise FilingDelayed("no server")

    async def aclose(self) -> None:
        """Nothing to close."""


def census_source_for(settings: Settings) -> CensusSource:
    """The hospital's server if the settings name one, otherwise the demonstration's. The caller closes it.

    Raises:
        ServiceUnusable: the settings describe a backend service that could not sign in there.
    """
    server = _server_for(settings, settings.fhir_scope, timeout=settings.fhir_timeout)
    return FhirCensus(server, timeout=settings.fhir_timeout) if server else NoEhr()


def patient_record_for(settings: Settings) -> PatientRecord:
    """The same record as `census_source_for`, for looking up single patients. The caller closes it.

    Raises:
        ServiceUnusable: as in `census_source_for`.
    """
    server = _server_for(settings, settings.fhir_scope, timeout=settings.fhir_timeout)
    return FhirPatients(server, timeout=settings.fhir_timeout) if server else NoPatients()


def server_in(settings: Settings, *, scope: str) -> FhirServer | None:
    """The server in the settings, for trying it with the rights of a scope. The caller closes it.

    Raises:
        ServiceUnusable: as in `census_source_for`.
    """
    if settings.fhir_url is None:
        return None
    return _server_for(settings, scope, timeout=settings.fhir_timeout)


def note_receiver_for(destination: Destination, settings: Settings) -> NoteReceiver:
    """The receiver of an organization's notes. The caller closes it.

    Raises:
        ServiceUnusable: as in `census_source_for`.
    """
    if isinstance(destination, Hl7Destination):
        return MllpReceiver(destination, timeout=settings.filing_timeout)
    server = _server_for(settings, settings.fhir_filing_scope, timeout=settings.filing_timeout)
    return FhirDocuments(server, timeout=settings.filing_timeout) if server else NoReceiver()


def _server_for(settings: Settings, scope: str, *, timeout: float) -> FhirServer | None:
    service = backend_service(settings, scope=scope)
    if settings.fhir_url is not None:
        auth = SmartAuth(service, settings.fhir_url, timeout=timeout) if service else None
        return FhirServer(settings.fhir_url, timeout=timeout, auth=auth)
    if settings.demo:
        return FhirServer(BASE_URL, timeout=timeout, transport=demo_transport(_demonstration()))
    return None


@cache
def _demonstration() -> DemoHospital:
    """One per process, so that filed notes are not lost."""
    return DemoHospital()
