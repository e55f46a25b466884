"""Looking up one patient on a hospital's FHIR R4 server by the server's own id, wherever they are now."""

import asyncio
import re
from datetime import datetime
from typing import Final

from wardline.core import clock
from wardline.ehr.contract import EhrTimeout, EhrUnavailable, RecordedPatient
from wardline.ehr.fhir import mapping
from wardline.ehr.fhir.models import FHIR_ID, Encounter, Patient
from wardline.ehr.fhir.server import FhirServer

_NEVER_STARTED: Final = frozenset({"planned", "cancelled", "entered-in-error"})


class FhirPatients:
    """A `PatientRecord` on one FHIR server, which it closes. `timeout` is in seconds, for a whole lookup."""

    def __init__(self, server: FhirServer, *, timeout: float) -> None:
        self._server = server
        self._timeout = timeout

    async def patient(self, emr_id: str, at: datetime) -> RecordedPatient | None:
        if not re.fullmatch(FHIR_ID, emr_id):
            return None  # A comma would make it a search for several ids.
        try:
            async with asyncio.timeout(self._timeout):
                patient = await self._patient(emr_id)
                stay = await self._stay(emr_id, at) if patient is not None else None
        except TimeoutError:
            raise EhrTimeout from None
        return mapping.recorded_patient(patient, stay, clock.now()) if patient is not None else None

    async def aclose(self) -> None:
        await self._server.aclose()

    async def _patient(self, emr_id: str) -> Patient | None:
        """Uses the same search as the census, so that a hospital does not have to permit another one.

        None if the record was merged into another one. Two different resources with the same id are an error.
        """
        resources, unreadable = mapping.read_all(Patient, await self._server.search("Patient", [("_id", emr_id)]))
        own = [patient for patient in resources if patient.id == emr_id]
        if unreadable or any(patient != own[0] for patient in own):
            raise EhrUnavailable
        return own[0] if own and not own[0].is_replaced else None

    async def _stay(self, emr_id: str, at: datetime) -> str | None:
        """The id of the stay at that time, even if it is over now; the latest if there are several."""
        query = [("patient", f"Patient/{emr_id}"), ("_count", "200")]
        resources, _ = mapping.read_all(Encounter, await self._server.search("Encounter", query))
        of_patient = (stay for stay in resources if self._subject(stay) == emr_id and stay.status not in _NEVER_STARTED)
        stays = [stay for stay in of_patient if _includes(stay, at)]
        return max(stays, key=mapping.start_key).id if stays else None

    def _subject(self, stay: Encounter) -> str | None:
        reference = stay.subject.reference if stay.subject else None
        return mapping.local_id(reference, "Patient", self._server.base_url)


def _includes(stay: Encounter, at: datetime) -> bool:
    period = stay.period
    return mapping.start_key(stay)[0] <= at and not (period and period.is_over(at))
