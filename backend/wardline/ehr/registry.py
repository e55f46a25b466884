"""Which hospital an installation reads its census from."""

from collections.abc import Sequence

from wardline.ehr.contract import CensusPage, CensusPatient, CensusSource, EhrUnavailable
from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.demo.server import BASE_URL, demo_transport
from wardline.ehr.fhir.census import FhirCensus
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
        """Nothing is held."""


class NoReceiver:
    """The `NoteReceiver` of an organization whose record cannot be reached."""

    async def file(self, document: NoteDocument) -> None:  # noqa: ARG002
        raise FilingDelayed("no server")

    async def aclose(self) -> None:
        """Nothing is held."""


def census_source_for(settings: Settings) -> CensusSource:
    """The hospital's server when one is set, else the demonstration's; the caller closes it.

    Raises:
        ServiceUnusable: the settings describe a backend service that could not sign in there.
    """
    service = backend_service(settings)
    if settings.fhir_url is not None:
        auth = SmartAuth(service, settings.fhir_url, timeout=settings.fhir_timeout) if service else None
        server = FhirServer(settings.fhir_url, timeout=settings.fhir_timeout, auth=auth)
    elif settings.demo:
        server = FhirServer(BASE_URL, timeout=settings.fhir_timeout, transport=demo_transport(DemoHospital()))
    else:
        return NoEhr()
    return FhirCensus(server, timeout=settings.fhir_timeout)


def note_receiver_for(destination: Destination, settings: Settings) -> NoteReceiver:
    """The way to where an organization's notes go; the caller closes it."""
    if isinstance(destination, Hl7Destination):
        return MllpReceiver(destination, timeout=settings.filing_timeout)
    return NoReceiver()
