"""A patient whom a request named while the hospital's record could not be queried, and that record."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx

from conftest import RolledBackDatabase, job_context
from wardline.core import clock
from wardline.ehr.contract import PatientRecord
from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.demo.server import BASE_URL, demo_transport
from wardline.ehr.fhir.patients import FhirPatients
from wardline.ehr.fhir.server import FhirServer
from wardline.outbox.jobs import look_after_deliveries
from wardline.signoff.jobs import verify_patients
from wardline.signoff.tests.sending import Outbox
from wardline.signoff.tests.stroke import Stroke

Json = dict[str, Any]
Named = Callable[..., Any]


class Line(httpx.AsyncBaseTransport):
    """A connection to the demonstration hospital's FHIR server, which the test can cut."""

    def __init__(self, hospital: DemoHospital) -> None:
        self._inner = demo_transport(hospital)
        self.is_cut = False
        self.is_silent = False
        self.requests = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests += 1
        if self.is_cut:
            raise httpx.ConnectError("connection refused", request=request)
        if self.is_silent:
            await asyncio.Event().wait()
        return await self._inner.handle_async_request(request)


class Hospital:
    def __init__(self) -> None:
        self.records = DemoHospital()
        self.line = Line(self.records)
        self.patience = 1.0

    def server(self) -> FhirServer:
        return FhirServer(BASE_URL, timeout=1, transport=self.line)

    def patients(self, _settings: object) -> PatientRecord:
        return FhirPatients(self.server(), timeout=self.patience)

    def correct(self, emr_id: str, **changes: Any) -> None:
        """As the hospital's registrars do."""
        resources = self.records.resources_at(clock.now())
        patient = next(each for each in resources if each["id"] == emr_id)
        patient |= changes

    def filed(self) -> list[str]:
        return [document["subject"]["reference"] for document in self.records.documents.values()]


class Case:
    """A signed note of a patient who was named while the unit's record was offline."""

    def __init__(self, stroke: Stroke, admin: httpx.AsyncClient, known: Json) -> None:
        self.stroke, self.admin, self.known = stroke, admin, known
        self.about = f"/undelivered-notes/{stroke.path.removeprefix('/consults/')}/1"

    async def verification(self) -> Json:
        found: Json = (await self.stroke.consult())["Encounter"]["verification"]
        return found

    async def compared(self) -> Json:
        """The comparison that an administrator sees."""
        response = await self.admin.get(f"{self.about}/patient")
        assert response.status_code == 200, response.text
        found: Json = response.json()
        return found

    async def confirm(self, seen: Json, reason: str, press: str | None = None) -> httpx.Response:
        """An administrator confirms after seeing this comparison."""
        headers = {"Idempotency-Key": press} if press is not None else {}
        body = {"seen": seen["digest"], "reason": reason}
        return await self.admin.post(f"{self.about}/confirm-patient", json=body, headers=headers)

    async def reason(self) -> tuple[str, bool] | None:
        """The reason an administrator sees, and whether they can confirm the patient."""
        for problem in (await self.admin.get("/undelivered-notes")).json():
            assert problem["undelivered"]["held"]
            return problem["undelivered"]["reason"], problem["canConfirmPatient"]
        return None


async def run_periodic_jobs(database: RolledBackDatabase) -> None:
    """Run the jobs of every minute."""
    context = job_context(database)
    await verify_patients(context)
    await look_after_deliveries(context)


async def a_minute_later(database: RolledBackDatabase, sending: Outbox) -> None:
    """Afterwards the record has been queried, and waiting deliveries have been attempted."""
    clock.advance(timedelta(minutes=1))
    await run_periodic_jobs(database)
    await sending.run()
