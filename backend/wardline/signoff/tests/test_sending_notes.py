"""Signed notes that leave: by fax, and to the hospital's record."""

import json
from types import SimpleNamespace
from typing import Any, Final, cast

import httpx
import pytest
from bodies import Bodies
from procrastinate import JobContext
from sqlalchemy import Executable, text
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.ehr.filing import (
    Destination,
    FhirDestination,
    FilingDelayed,
    FilingEvent,
    FilingRefused,
    NoteDocument,
    NotFiled,
)
from wardline.fax.contract import FaxDelayed, FaxRefused, FaxReport, NotFaxed
from wardline.outbox import service as outbox
from wardline.places.repository import PlacesRepository
from wardline.signoff import documents, faxing, filing
from wardline.signoff.tests.stroke import Stroke, fields, refusal

pytestmark = pytest.mark.usefixtures("noon")

NUMBER: Final = "(555) 010-0177"


class Provider:
    """Takes faxes as it is told to; notes each."""

    def __init__(self) -> None:
        self.answers: list[NotFaxed | str] = []
        self.report: FaxReport | NotFaxed | None = None
        self.sent: list[tuple[str, bytes, str]] = []

    async def send(self, number: str, pdf: bytes, reference: str) -> str:
        self.sent.append((number, pdf, reference))
        answer = self.answers.pop(0) if self.answers else f"fax-{len(self.sent)}"
        if isinstance(answer, NotFaxed):
            raise answer
        return answer

    async def ask(self, fax_id: str) -> FaxReport | None:  # noqa: ARG002
        if isinstance(self.report, NotFaxed):
            raise self.report
        return self.report

    async def aclose(self) -> None:
        """Nothing is held."""


class Receiver:
    """Files notes as it is told to; notes each."""

    def __init__(self) -> None:
        self.answers: list[NotFiled | None] = []
        self.documents: list[NoteDocument] = []

    async def file(self, document: NoteDocument) -> None:
        self.documents.append(document)
        if self.answers and (answer := self.answers.pop(0)) is not None:
            raise answer

    async def aclose(self) -> None:
        """Nothing is held."""


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


class Outbox:
    """The jobs of this test's deliveries."""

    def __init__(self, database: RolledBackDatabase) -> None:
        self._database = database

    async def run(self) -> None:
        """Each lane once."""
        context = SimpleNamespace(additional_context={"database": self._database})
        async with self._database.session() as session:
            lanes = (await session.scalars(text("select distinct lane from deliveries order by lane"))).all()
        for lane in lanes:
            try:
                await outbox.send_lane(cast("JobContext", context), lane)
            except outbox.NotYet:
                continue

    async def count(self, task: str) -> int:
        """Of the jobs that were ordered."""
        statement = text("select count(*) from procrastinate_jobs where task_name = :task").bindparams(task=task)
        async with self._database.session() as session:
            return int((await session.scalars(statement)).one())

    async def write(self, statement: Executable) -> None:
        async with self._database.transaction() as session:
            await session.execute(statement)


@pytest.fixture
def sending(database: RolledBackDatabase) -> Outbox:
    return Outbox(database)


async def _fax(stroke: Stroke, number: str = NUMBER, who: httpx.AsyncClient | None = None) -> httpx.Response:
    return await (who or stroke.provider).post(f"{stroke.path}/signoff-note/fax", json={"faxNumber": number})


async def _told(stroke: Stroke, task_type: str) -> list[dict[str, Any]]:
    entries = (await stroke.provider.get(f"{stroke.path}/updates")).json()
    return [entry for entry in reversed(entries) if entry["taskType"] == task_type]


def _versions(note: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(each["version"], each["docType"], each["docStatus"]) for each in note["documentVersions"]]


@pytest.mark.req("SIGN-40", "SIGN-41", "SIGN-42", "API-68", "BAPI-08")
async def test_a_fax_is_a_version_that_tells_when_it_has_arrived(
    signed: Stroke, provider: Provider, sending: Outbox, sent_events: list[SentEvent]
) -> None:
    sent_events.clear()
    answer = await _fax(signed)
    assert answer.status_code == 200, answer.text
    note = answer.json()
    assert note["faxRequest"] == {"faxNumber": NUMBER}
    assert (note["status"], _versions(note)) == ("Signed", [(1, "Note", "Current"), (2, "Fax", "Sending")])
    assert note["documentVersions"][1]["content"] == {"faxNumber": NUMBER, "version": 1}
    assert {event.name for event in sent_events} == {"consult:signoff-changed", "consult:updated"}
    consult = await signed.consult()
    assert (consult["state"], consult["additionalData"]["faxNumber"]) == ("completed", NUMBER)
    await sending.run()
    assert await _told(signed, "signoff-note-fax") == []
    provider.report = FaxReport("fax-1", delivered=True)
    sent_events.clear()
    await sending.run()
    assert _versions(await signed.read())[1] == (2, "Fax", "Sent")
    assert [event.name for event in sent_events] == ["consult:signoff-changed"]
    (entry,) = await _told(signed, "signoff-note-fax")
    assert (entry["messageOrDescription"], entry["details"]) == ("Signoff Note Faxed", {"faxNumber": NUMBER})
    assert entry["author"]["lastName"] == "Feldspar"
    ((number, pdf, _),) = provider.sent
    assert number == NUMBER
    assert pdf == (await signed.provider.get(f"{signed.path}/export-sign-off-note")).content


@pytest.mark.req("SIGN-40", "SIGN-47", "SIGN-45")
async def test_what_is_faxed_is_the_version_that_was_current_then(
    signed: Stroke, provider: Provider, sending: Outbox
) -> None:
    await _fax(signed)
    await signed.sign(docType="Addendum", content="More")
    await _fax(signed, "(555) 010-0178")
    await signed.sign(docType="Error")
    note = (await _fax(signed, "(555) 010-0179")).json()
    assert _versions(note) == [
        (1, "Note", "Superseded"),
        (2, "Fax", "Sending"),
        (3, "Addendum", "Superseded"),
        (4, "Fax", "Sending"),
        (5, "Error", "Current"),
        (6, "Fax", "Sending"),
    ]
    assert [each["content"]["version"] for each in note["documentVersions"][1::2]] == [1, 3, 5]
    assert note["faxRequest"] == {"faxNumber": "(555) 010-0179"}
    await sending.run()
    exported = (await signed.provider.get(f"{signed.path}/export-sign-off-note")).content
    assert provider.sent[-1][1] == exported
    assert len({pdf for _, pdf, _ in provider.sent}) == 3


@pytest.mark.req("SIGN-39", "VAL-37", "BPERM-17")
async def test_a_fax_that_cannot_be_asked_for_changes_nothing(
    stroke: Stroke, client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, sending: Outbox, provider: Provider
) -> None:
    await stroke.lock()
    assert refusal(await _fax(stroke)) == (409, "not_signed")
    await stroke.sign(content=STROKE_NOTE)
    for number in ("", "555", "(555) 010-01777", None):
        assert set(fields(await _fax(stroke, cast("str", number)))) == {"faxNumber"}
    assert refusal(await _fax(stroke, who=client)) == (403, "forbidden")
    assert refusal(await _fax(stroke, who=sign_in("admin"))) == (403, "forbidden")
    assert "faxSignoffNote" not in (await stroke.consult(client))["allowedActions"]
    assert "faxSignoffNote" in (await stroke.consult())["allowedActions"]
    await sending.run()
    assert (provider.sent, len((await stroke.read())["documentVersions"])) == ([], 1)
    assert (await stroke.consult())["additionalData"]["faxNumber"] is None


@pytest.mark.req("SIGN-43")
async def test_only_lines_with_a_stroke_note_fax(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies) -> None:
    psych = await check_in("psych", line="tele-psych")
    path = f"/consults/{await bodies.create(client, 'tele-psych', reason='Agitation')}"
    await psych.post(f"{path}/complete", json={"completeType": "video"})
    await psych.post(f"{path}/sign-signoff-note-psych", json={"typeofCall": "video"})
    assert refusal(await psych.post(f"{path}/signoff-note/fax", json={"faxNumber": NUMBER})) == (403, "forbidden")
    assert "faxSignoffNote" not in (await psych.get(path)).json()["allowedActions"]


async def test_a_fax_that_did_not_go_through_is_sent_again_by_who_may_fax(
    signed: Stroke, client: httpx.AsyncClient, provider: Provider, sending: Outbox
) -> None:
    again = f"{signed.path}/signoff-note/fax/2/send-again"
    await _fax(signed)
    assert refusal(await signed.provider.post(again)) == (409, "nothing_to_send_again")
    provider.answers = [FaxDelayed("no answer"), FaxRefused("busy")]
    await sending.run()
    assert _versions(await signed.read())[1] == (2, "Fax", "Sending")
    await sending.run()
    assert _versions(await signed.read())[1] == (2, "Fax", "Failed")
    assert await _told(signed, "signoff-note-fax") == []
    assert refusal(await client.post(again)) == (403, "forbidden")
    for wrong in ("1", "3"):
        missing = f"{signed.path}/signoff-note/fax/{wrong}/send-again"
        assert (await signed.provider.post(missing)).status_code == 404
    answer = await signed.provider.post(again)
    assert (answer.status_code, _versions(answer.json())[1]) == (200, (2, "Fax", "Sending"))
    provider.report = FaxReport("fax-3", delivered=True)
    await sending.run()
    await sending.run()
    assert _versions(await signed.read())[1] == (2, "Fax", "Sent")
    assert len(await _told(signed, "signoff-note-fax")) == 1
    assert len({reference for _, _, reference in provider.sent}) == 1


async def test_a_provider_that_reports_a_failure_is_believed(
    signed: Stroke, provider: Provider, sending: Outbox
) -> None:
    await _fax(signed)
    await sending.run()
    provider.report = FaxReport("fax-1", delivered=False, refusal="busy")
    await sending.run()
    assert _versions(await signed.read())[1] == (2, "Fax", "Failed")


IN_RECORD: Final = text("update patients set emr_id = 'E-1'")
STAY_IN_RECORD: Final = text("update encounters set emr_data = cast(:stay as jsonb)").bindparams(
    stay=json.dumps({"encounterId": "V-1", "identifiers": [{"system": None, "value": "M-1", "type": "MR"}]})
)
WAITING_AGAIN: Final = text("update deliveries set state = 'waiting' where state = 'failed'")


@pytest.fixture
def destination(monkeypatch: pytest.MonkeyPatch) -> list[Destination | None]:
    """The organization's: the last of these."""
    found: list[Destination | None] = [FhirDestination(protocol="fhir")]

    async def answer(_repository: PlacesRepository, _organization_id: int) -> Destination | None:
        return found[-1]

    monkeypatch.setattr(PlacesRepository, "notes_destination", answer)
    return found


@pytest.fixture
async def recorded(stroke: Stroke, sending: Outbox, destination: list[Destination | None]) -> Stroke:
    """A signed note of a patient whom the hospital's record knows, of an organization that takes notes."""
    assert destination
    await sending.write(IN_RECORD)
    await sending.write(STAY_IN_RECORD)
    await stroke.lock()
    assert (await stroke.sign(content=STROKE_NOTE)).status_code == 200
    return stroke


def _filed(note: dict[str, Any]) -> list[bool]:
    return [each["sentToEmr"] for each in note["documentVersions"]]


async def test_each_signature_is_filed_in_its_order(recorded: Stroke, receiver: Receiver, sending: Outbox) -> None:
    assert _filed(await recorded.read()) == [False]
    await sending.run()
    assert _filed(await recorded.read()) == [True]
    await recorded.sign(docType="Addendum", content="MRI is back.")
    await recorded.sign(docType="Error", content="Wrong patient")
    assert _filed(await recorded.read()) == [True, False, False]
    await sending.run()
    assert _filed(await recorded.read()) == [True] * 3
    note, addendum, error = receiver.documents
    consult_id = recorded.path.removeprefix("/consults/")
    ids = [f"{consult_id}.{number}" for number in (1, 2, 3)]
    assert [each.document_id for each in receiver.documents] == ids
    assert [each.event for each in receiver.documents] == [
        FilingEvent.NEW,
        FilingEvent.ADDENDUM,
        FilingEvent.REPLACEMENT,
    ]
    assert [each.parent_id for each in receiver.documents] == [None, ids[0], ids[0]]
    assert [each.replaces for each in receiver.documents] == [[], [], ids[:2]]
    assert isinstance(note.content, bytes)
    assert note.content.startswith(b"%PDF-")
    assert addendum.content == "MRI is back."
    assert error.content == (await recorded.provider.get(f"{recorded.path}/export-sign-off-note")).content
    assert (note.author.family_name, note.author.provider_id, note.title) == ("Feldspar", "MP-4401", "Stroke Note")
    assert (note.patient.emr_id, note.patient.encounter_id) == ("E-1", "V-1")
    assert [(number.value, number.type) for number in note.patient.identifiers] == [("M-1", "MR")]
    assert await _told(recorded, "signoff-send-error") == []


@pytest.mark.parametrize(("finding", "runs"), [(FilingRefused("AE"), 1), (FilingDelayed("AR"), outbox.PATIENCE)])
@pytest.mark.req("SIGN-52", "TIME-28")
async def test_what_does_not_reach_the_record_is_told_and_filed_later(
    recorded: Stroke, receiver: Receiver, sending: Outbox, finding: NotFiled, runs: int
) -> None:
    await recorded.sign(docType="Addendum", content="MRI is back.")
    receiver.answers = [finding] * runs
    for _ in range(runs - 1):
        await sending.run()
        assert await _told(recorded, "signoff-send-error") == []
    await sending.run()
    await recorded.sign(docType="Error")
    if isinstance(finding, FilingRefused):
        await sending.run()
    told = await _told(recorded, "signoff-send-error")
    expected = [{"docType": "Note"}, {"docType": "Addendum"}]
    if isinstance(finding, FilingRefused):
        expected.append({"docType": "Error"})
        await sending.write(WAITING_AGAIN)
    assert [entry["details"] for entry in told] == expected
    assert _filed(await recorded.read()) == [False] * 3
    await sending.run()
    assert _filed(await recorded.read()) == [True] * 3
    first = receiver.documents[: runs + 1]
    assert len({(each.control_id, each.document_id) for each in first}) == 1
    assert len(await _told(recorded, "signoff-send-error")) == len(expected)


@pytest.mark.parametrize("takes_notes", [True, False])
async def test_nothing_is_filed_where_no_record_takes_it(
    stroke: Stroke, receiver: Receiver, sending: Outbox, destination: list[Destination | None], takes_notes: bool
) -> None:
    if not takes_notes:
        await sending.write(IN_RECORD)
        destination.append(None)
    await stroke.lock()
    await stroke.sign(content=STROKE_NOTE)
    await sending.run()
    assert receiver.documents == []
    assert _filed(await stroke.read()) == [False]
    assert await _told(stroke, "signoff-send-error") == []


async def _troubles(admin: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await admin.get("/note-troubles")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def test_administrators_see_what_does_not_arrive_and_have_it_tried_again(
    recorded: Stroke, provider: Provider, receiver: Receiver, sending: Outbox, sign_in: SignIn
) -> None:
    admin = sign_in("admin")
    consult_id = recorded.path.removeprefix("/consults/")
    await _fax(recorded)
    provider.answers, receiver.answers = [FaxRefused("busy")], [FilingRefused("AE")]
    assert await _troubles(admin) == []
    await sending.run()
    fax, note = await _troubles(admin)
    assert [(each["docType"], each["undelivered"]["channel"]) for each in (fax, note)] == [
        ("Fax", "fax"),
        ("Note", "filing"),
    ]
    assert [each["undelivered"]["reason"] for each in (fax, note)] == ["busy", "AE"]
    (attempt,) = note["undelivered"]["attempts"]
    assert (attempt["number"], attempt["state"], attempt["reason"]) == (1, "failed", "AE")
    patient = (await recorded.consult())["Patient"]
    assert not {patient["nameFamily"], patient["nameGiven"]} & set(json.dumps([fax, note]).split('"'))
    assert refusal(await recorded.provider.get("/note-troubles")) == (403, "forbidden")
    for version, status in ((1, 204), (2, 204), (1, 409), (3, 404)):
        again = await admin.post(f"/note-troubles/{consult_id}/{version}/try-again")
        assert again.status_code == status, again.text
    provider.report = FaxReport("fax-2", delivered=True)
    await sending.run()
    await sending.run()
    assert await _troubles(admin) == []
    assert _filed(await recorded.read()) == [True, False]
    assert len({document.control_id for document in receiver.documents}) == 1


async def test_administrators_have_a_document_made_again(
    signed: Stroke, sending: Outbox, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = sign_in("admin")
    consult_id = signed.path.removeprefix("/consults/")
    with monkeypatch.context() as patched:
        patched.setattr(documents, "typeset", None)
        await signed.provider.get(f"{signed.path}/export-sign-off-note")
    (trouble,) = await _troubles(admin)
    assert (trouble["pdfStatus"], trouble["undelivered"]) == ("PdfError", None)
    ordered = await sending.count("make_note_document")
    again = f"/note-troubles/{consult_id}/1/try-again"
    assert (await admin.post(again)).status_code == 204
    assert await sending.count("make_note_document") == ordered + 1
    await signed.provider.get(f"{signed.path}/export-sign-off-note")
    assert await _troubles(admin) == []
    assert refusal(await admin.post(again)) == (409, "nothing_to_send_again")
