from typing import Any

import httpx
import pytest
from bodies import Bodies
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, RolledBackDatabase, SignIn
from wardline.ehr.fhir.documents import FhirDocuments
from wardline.ehr.filing import Destination, FhirDestination
from wardline.places.repository import PlacesRepository
from wardline.signoff import faxing, filing, patient_verification
from wardline.signoff.tests.sending import IN_RECORD, STAY_IN_RECORD, Outbox, Provider, Receiver
from wardline.signoff.tests.stroke import STROKE, Stroke
from wardline.signoff.tests.unverified import Case, Hospital, Named


@pytest.fixture
def line() -> str:
    return STROKE


@pytest.fixture
async def stroke(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: str) -> Stroke:
    path = f"/consults/{await bodies.create(client, line)}"
    return Stroke(path, await check_in("neuro", line=line), line)


@pytest.fixture
async def colleague(check_in: CheckIn, line: str) -> httpx.AsyncClient:
    return await check_in("neuro2", line=line)


@pytest.fixture
async def signed(stroke: Stroke) -> Stroke:
    await stroke.lock()
    response = await stroke.sign(content=STROKE_NOTE)
    assert response.status_code == 200, response.text
    return stroke


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Provider:
    provider = Provider()
    monkeypatch.setattr(faxing, "fax_provider_for", lambda _: provider)
    return provider


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Receiver:
    receiver = Receiver()
    monkeypatch.setattr(filing, "note_receiver_for", lambda *_: receiver)
    return receiver


@pytest.fixture
def sending(database: RolledBackDatabase) -> Outbox:
    return Outbox(database)


@pytest.fixture
def destination(monkeypatch: pytest.MonkeyPatch) -> list[Destination | None]:
    """The organization's destination: the last of these."""
    found: list[Destination | None] = [FhirDestination(protocol="fhir")]

    async def configured(_repository: PlacesRepository, _organization_id: int) -> Destination | None:
        return found[-1]

    monkeypatch.setattr(PlacesRepository, "notes_destination", configured)
    return found


@pytest.fixture
async def recorded(stroke: Stroke, sending: Outbox, destination: list[Destination | None]) -> Stroke:
    """A signed note of a patient who is in the hospital's record, in an organization that files notes."""
    assert destination
    await sending.write(IN_RECORD)
    await sending.write(STAY_IN_RECORD)
    await stroke.lock()
    assert (await stroke.sign(content=STROKE_NOTE)).status_code == 200
    return stroke


@pytest.fixture
def hospital(monkeypatch: pytest.MonkeyPatch) -> Hospital:
    hospital = Hospital()
    monkeypatch.setattr(patient_verification, "patient_record_for", hospital.patients)
    monkeypatch.setattr(filing, "note_receiver_for", lambda *_: FhirDocuments(hospital.server(), timeout=1))
    return hospital


@pytest.fixture
def named(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    sign_in: SignIn,
    bodies: Bodies,
    destination: list[Destination | None],
) -> Named:
    """Requests a consult about a census patient, as described, and signs; the record is offline unless given."""
    assert destination

    async def make(*, is_emr: bool = True, unit: str = "demo-offline", **words: Any) -> Case:
        found = (await client.get("/locations/me?activeOnly=true")).json()
        units = {location["emrCode"]: location["id"] for location in found}
        census = (await client.post("/locations/census", json={"ids": [units["ED"]]})).json()["census"]
        known = next(patient for patient in census if patient["dob"])
        body = await bodies.request(client, STROKE)
        described = {"nameGiven": known["firstName"], "nameFamily": known["lastName"], "birthDate": known["dob"]}
        body["Encounter"] = {"locationId": units[unit]}
        body["Patient"] = {"gender": "female", "isEmr": is_emr, "emrId": known["emrId"], **described, **words}
        created = await client.post("/consults", json=body)
        assert created.status_code == 201, created.text
        stroke = Stroke(f"/consults/{created.json()['id']}", await check_in("neuro", line=STROKE), STROKE)
        await stroke.lock()
        assert (await stroke.sign(content=STROKE_NOTE)).status_code == 200
        return Case(stroke, sign_in("admin"), known)

    return make
