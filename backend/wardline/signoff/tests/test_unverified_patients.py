"""Whose record a note is filed into, where a request named the patient and nobody has verified that."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from bodies import Bodies
from procrastinate import JobContext
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.ehr.contract import PatientRecord
from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.demo.server import BASE_URL, demo_transport
from wardline.ehr.fhir.documents import FhirDocuments
from wardline.ehr.fhir.patients import FhirPatients
from wardline.ehr.fhir.server import FhirServer
from wardline.ehr.filing import Destination
from wardline.ehr.registry import NoPatients
from wardline.outbox import service as outbox
from wardline.patients.models import Patient
from wardline.signoff import filing, verifying
from wardline.signoff.tests.sending import Outbox, Receiver, filed
from wardline.signoff.tests.stroke import STROKE, Stroke, refusal
from wardline.signoff.verifying import verify

pytestmark = pytest.mark.usefixtures("noon")

Json = dict[str, Any]


class Line(httpx.AsyncBaseTransport):
    """To the demonstration hospital's FHIR server, as long as nobody cuts it."""

    def __init__(self, hospital: DemoHospital) -> None:
        self._inner = demo_transport(hospital)
        self.is_cut = False
        self.is_silent = False
        self.asked = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
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
        """The hospital's registrars do."""
        resources = self.records.resources_at(clock.now())
        patient = next(each for each in resources if each["id"] == emr_id)
        patient |= changes

    def filed(self) -> list[str]:
        return [document["subject"]["reference"] for document in self.records.documents.values()]


@pytest.fixture
def hospital(monkeypatch: pytest.MonkeyPatch) -> Hospital:
    hospital = Hospital()
    monkeypatch.setattr(verifying, "patient_record_for", hospital.patients)
    monkeypatch.setattr(filing, "note_receiver_for", lambda *_: FhirDocuments(hospital.server(), timeout=1))
    return hospital


class Case:
    """A signed note of a patient who was named while the unit's record was offline."""

    def __init__(self, stroke: Stroke, admin: httpx.AsyncClient, known: Json) -> None:
        self.stroke, self.admin, self.known = stroke, admin, known
        self.about = f"/note-troubles/{stroke.path.removeprefix('/consults/')}/1"

    async def verification(self) -> Json:
        found: Json = (await self.stroke.consult())["Encounter"]["verification"]
        return found

    async def reason(self) -> tuple[str, bool] | None:
        """Why an administrator sees it wait, and whether a person may decide."""
        for trouble in (await self.admin.get("/note-troubles")).json():
            assert trouble["undelivered"]["held"]
            return trouble["undelivered"]["reason"], trouble["canConfirmPatient"]
        return None


Named = Callable[..., Any]


@pytest.fixture
def named(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    sign_in: SignIn,
    bodies: Bodies,
    destination: list[Destination | None],
) -> Named:
    """Asks about a patient of the census, in the words given, and signs; unless said, where the record is offline."""
    assert destination

    async def make(*, is_emr: bool = True, unit: str = "demo-offline", **words: Any) -> Case:
        units = {unit["emrCode"]: unit["id"] for unit in (await client.get("/locations/me?activeOnly=true")).json()}
        census = (await client.post("/locations/census", json={"ids": [units["ED"]]})).json()["census"]
        known = next(patient for patient in census if patient["dob"])
        body = await bodies.request(client, STROKE)
        said = {"nameGiven": known["firstName"], "nameFamily": known["lastName"], "birthDate": known["dob"]}
        body["Encounter"] = {"locationId": units[unit]}
        body["Patient"] = {"gender": "female", "isEmr": is_emr, "emrId": known["emrId"], **said, **words}
        created = await client.post("/consults", json=body)
        assert created.status_code == 201, created.text
        stroke = Stroke(f"/consults/{created.json()['id']}", await check_in("neuro", line=STROKE), STROKE)
        await stroke.lock()
        assert (await stroke.sign(content=STROKE_NOTE)).status_code == 200
        return Case(stroke, sign_in("admin"), known)

    return make


async def look_after(database: RolledBackDatabase) -> None:
    """What is done each minute."""
    context = SimpleNamespace(additional_context={"database": database})
    await verify(database)  # type: ignore[arg-type]
    await outbox.look_after_deliveries(cast("JobContext", context), 0)


async def test_a_note_is_not_filed_under_an_id_that_somebody_else_has(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    hospital.line.is_cut = True
    case = await named(nameGiven="Mallory", nameFamily="Invented")
    await sending.run()
    clock.advance(timedelta(minutes=2))
    await look_after(database)
    assert await case.reason() == ("patient not verified yet", False)
    assert (await case.verification())["state"] == "waiting"
    assert refusal(await case.admin.get(f"{case.about}/patient")) == (409, "nothing_to_confirm")
    hospital.line.is_cut = False
    clock.advance(timedelta(minutes=6))
    await look_after(database)
    await sending.run()
    assert await case.reason() == ("patient does not match the record", True)
    assert (await case.verification())["state"] == "mismatch"
    assert hospital.filed() == []
    (version,) = (await case.stroke.read())["documentVersions"]
    assert (version["emrDelivery"], version["undeliveredReason"]) == ("waiting", "patient does not match the record")


async def test_a_record_that_answers_too_late_has_said_nothing(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    case = await named()
    hospital.line.is_silent, hospital.patience = True, 0.05
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    await sending.run()
    assert (await case.verification())["state"] == "waiting"
    assert (hospital.filed(), filed(await case.stroke.read())) == ([], [False])
    hospital.line.is_silent, hospital.patience = False, 1.0
    clock.advance(timedelta(minutes=5))
    await look_after(database)
    await sending.run()
    assert hospital.filed() == [f"Patient/{case.known['emrId']}"]


@pytest.mark.parametrize("changes", [{"link": [{"type": "replaced-by"}]}, {"id": "survivor"}], ids=["kept", "gone"])
async def test_a_note_is_not_filed_into_a_record_that_was_merged_into_another(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase, changes: Json
) -> None:
    case = await named()
    hospital.correct(case.known["emrId"], **changes)
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    await sending.run()
    await look_after(database)
    assert (await case.verification())["state"] == "not-found"
    assert await case.reason() == ("patient not in the record", True)
    assert hospital.filed() == []
    assert (await case.admin.get(f"{case.about}/patient")).json()["recorded"] is None


async def test_a_person_may_decide_after_an_hour_without_an_answer_and_not_before(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    """Decided when it is asked: the list that was shown before stays as old as it is."""
    hospital.line.is_cut = True
    case = await named()
    await sending.run()
    confirm, reason = f"{case.about}/confirm-patient", {"reason": "Read from the wristband"}
    clock.advance(timedelta(hours=1, microseconds=-1))
    await look_after(database)
    assert await case.reason() == ("patient not verified yet", False)
    for answer in (await case.admin.get(f"{case.about}/patient"), await case.admin.post(confirm, json=reason)):
        assert refusal(answer) == (409, "nothing_to_confirm")
    clock.advance(timedelta(microseconds=1))
    assert await case.reason() == ("patient not verified yet", True)
    assert (await case.admin.get(f"{case.about}/patient")).status_code == 200
    assert (await case.admin.post(confirm, json=reason)).status_code == 204
    assert (await case.verification())["state"] == "confirmed"


async def test_a_note_goes_by_itself_once_the_record_says_who_it_is(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    case = await named()
    own = {"checked": False, "identifiers": []}
    assert (await case.stroke.consult())["Encounter"]["emrData"] == own
    await sending.run()
    assert filed(await case.stroke.read()) == [False]
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    await sending.run()
    assert hospital.filed() == [f"Patient/{case.known['emrId']}"]
    assert filed(await case.stroke.read()) == [True]
    kept = (await case.stroke.consult())["Encounter"]["emrData"]
    assert kept["checked"] is True
    assert kept["encounterId"]
    assert {number["value"] for number in kept["identifiers"]} == {n["value"] for n in case.known["identifiers"]}
    assert (await case.verification())["state"] == "verified"
    assert await case.reason() is None


async def test_a_record_that_is_away_costs_one_question_a_minute(
    named: Named, hospital: Hospital, database: RolledBackDatabase
) -> None:
    hospital.line.is_cut = True
    cases = [await named() for _ in range(3)]
    clock.advance(timedelta(minutes=1))
    for _ in range(5):
        before = hospital.line.asked
        await look_after(database)
        assert hospital.line.asked - before <= 1
        clock.advance(timedelta(minutes=1))
    hospital.line.is_cut = False
    await look_after(database)
    await look_after(database)
    assert [(await case.verification())["state"] for case in cases] == ["verified"] * 3


async def test_patients_whom_the_record_knows_are_not_asked_about_again(
    named: Named, hospital: Hospital, database: RolledBackDatabase
) -> None:
    """Not either at a moment that the database has by its own clock, which is not set here."""
    case = await named(unit="ED")
    assert (await case.verification())["state"] == "verified"
    clock.advance(timedelta(days=100 * 365))
    await look_after(database)
    assert hospital.line.asked == 0


@pytest.mark.usefixtures("hospital")
async def test_patients_stored_as_due_although_they_are_known_keep_nobody_waiting(
    named: Named,
    session: AsyncSession,
    database: RolledBackDatabase,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As an earlier version did."""
    monkeypatch.setattr(verifying, "MOST_AT_ONCE", 1)
    known, waiting = await named(unit="ED"), await named()
    patient_id = (await known.stroke.consult())["Patient"]["id"]
    await session.execute(update(Patient).where(Patient.id == patient_id).values(verify_at=clock.now()))
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    assert (await waiting.verification())["state"] == "verified"


@pytest.mark.req("RT-15")
async def test_a_person_confirms_with_a_reason_what_does_not_match(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase, sent_events: list[SentEvent]
) -> None:
    case = await named(nameFamily="Marriedname")
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    await sending.run()
    await look_after(database)
    assert await case.reason() == ("patient does not match the record", True)
    assert refusal(await case.stroke.provider.get(f"{case.about}/patient")) == (403, "forbidden")
    compared = (await case.admin.get(f"{case.about}/patient")).json()
    assert (compared["verification"], compared["differing"]) == ("mismatch", ["name"])
    assert (compared["said"]["nameFamily"], compared["recorded"]["nameFamily"]) == (
        "Marriedname",
        case.known["lastName"],
    )
    confirm = f"{case.about}/confirm-patient"
    assert refusal(await case.stroke.provider.post(confirm, json={"reason": "Mine"})) == (403, "forbidden")
    assert refusal(await case.admin.post(confirm, json={"reason": " "})) == (400, "validation")
    press = {"Idempotency-Key": "press-1"}
    sent_events.clear()
    for _ in range(2):
        done = await case.admin.post(confirm, json={"reason": "Married last week"}, headers=press)
        assert done.status_code == 204, done.text
    assert [event.name for event in sent_events] == ["consult:signoff-changed"]
    assert refusal(await case.admin.post(confirm, json={"reason": "Again"})) == (409, "nothing_to_confirm")
    said = await case.verification()
    assert (said["state"], said["reason"], said["confirmedAt"]) == (
        "confirmed",
        "Married last week",
        "2026-03-04T12:01:00Z",
    )
    assert said["confirmedBy"]["username"] == "admin"
    entries = (await case.admin.get("/audit")).json()["entries"]
    assert "confirmNotePatient" in {entry["action"] for entry in entries}
    assert {"compareNotePatient"} <= {entry["action"] for entry in entries if case.known["emrId"] in entry["emrIds"]}
    await sending.run()
    assert hospital.filed() == [f"Patient/{case.known['emrId']}"]


async def test_a_note_for_somebody_else_is_let_go_of(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    case = await named(nameFamily="Else")
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    await sending.run()
    assert (await case.admin.post(f"{case.about}/handled")).status_code == 204
    await sending.run()
    assert await case.reason() is None
    assert hospital.filed() == []
    assert (await case.stroke.read())["documentVersions"][0]["emrDelivery"] == "handled"


async def test_a_corrected_record_lets_the_note_go(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    case = await named(nameFamily="Typed")
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    assert (await case.verification())["state"] == "mismatch"
    name = {"use": "official", "family": "TYPED", "given": case.known["firstName"].split()}
    hospital.correct(case.known["emrId"], name=[name])
    await look_after(database)
    assert (await case.verification())["state"] == "mismatch", "the record is asked again after an hour"
    clock.advance(timedelta(hours=1))
    await look_after(database)
    await sending.run()
    assert len(hospital.filed()) == 1


async def test_where_no_record_can_be_asked_a_person_decides(
    named: Named,
    receiver: Receiver,
    sending: Outbox,
    database: RolledBackDatabase,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As at a hospital that only takes HL7: there is no server to ask."""
    monkeypatch.setattr(verifying, "patient_record_for", lambda _: NoPatients())
    case = await named()
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    await sending.run()
    await look_after(database)
    assert await case.reason() == ("patient cannot be verified", True)
    reason = {"reason": "Read from the wristband"}
    assert (await case.admin.post(f"{case.about}/confirm-patient", json=reason)).status_code == 204
    await sending.run()
    (document,) = receiver.documents
    assert (document.patient.emr_id, document.patient.encounter_id) == (case.known["emrId"], None)
    assert list(document.patient.identifiers) == []


async def test_an_id_beside_a_patient_described_by_hand_is_nobodys(
    named: Named, hospital: Hospital, sending: Outbox
) -> None:
    case = await named(is_emr=False)
    await sending.run()
    consult = await case.stroke.consult()
    assert (consult["Patient"]["emrId"], consult["Encounter"]["verification"]) == (None, None)
    assert (await case.stroke.read())["documentVersions"][0]["emrDelivery"] is None
    assert hospital.filed() == []


@pytest.mark.usefixtures("hospital")
async def test_who_is_not_verified_has_no_history_of_somebody_else(named: Named, database: RolledBackDatabase) -> None:
    mine, theirs = await named(), await named(nameFamily="Invented")
    clock.advance(timedelta(minutes=1))
    await look_after(database)
    assert [(await case.verification())["state"] for case in (mine, theirs)] == ["verified", "mismatch"]
    for case in (mine, theirs):
        patient_id = (await case.stroke.consult())["Patient"]["id"]
        assert (await case.stroke.provider.get(f"/patient/{patient_id}/consults/$count")).json() == {"count": 1}
