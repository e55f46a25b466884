"""Filing on FHIR servers of a test."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from wardline.ehr.demo.hospital import DemoHospital, Json
from wardline.ehr.demo.server import demo_server
from wardline.ehr.filing import (
    FhirDestination,
    NoteDocument,
    NoteReceiver,
)
from wardline.ehr.registry import note_receiver_for
from wardline.ehr.tests.notes import NOTE, note
from wardline.ehr.tests.serving import serving
from wardline.settings import Settings

FHIR = FhirDestination(protocol="fhir")
STAY: Json = next(stay for stay in DemoHospital().resources_at(NOTE.held_at) if stay["resourceType"] == "Encounter")


def here(document: NoteDocument) -> NoteDocument:
    """The document of a patient of the demonstration hospital."""
    patient = STAY["subject"]["reference"].removeprefix("Patient/")
    return note(document, emr_id=patient, encounter_id=STAY["id"])


@asynccontextmanager
async def filing_at(app: Any, **settings: Any) -> AsyncIterator[NoteReceiver]:
    async with serving(app) as origin:
        way = note_receiver_for(FHIR, Settings(fhir_url=f"{origin}/fhir", **settings))
        try:
            yield way
        finally:
            await way.aclose()


def stored_documents(hospital: DemoHospital) -> dict[str, Json]:
    """By document id."""
    found = {resource["masterIdentifier"]["value"]: resource for resource in hospital.documents.values()}
    assert len(found) == len(hospital.documents)
    return found


Handler = Callable[[Request], Response | None]


def unlike_the_demonstration(hospital: DemoHospital, handler: Handler) -> Any:
    """The demonstration's server, except where there is another response."""
    server = demo_server(hospital)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await (handler(Request(scope)) or server)(scope, receive, send)

    return app
