"""Documents filed at the demonstration's FHIR server, which looks at everything, and at servers that refuse or fail."""

import base64
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fhir.resources.R4B import get_fhir_model_class
from joserfc.jwk import ECKey
from starlette.requests import Request
from starlette.responses import Response

from wardline.ehr.demo.hospital import DemoHospital, Json
from wardline.ehr.demo.server import demo_server
from wardline.ehr.fhir.documents import DOCUMENT_SYSTEM
from wardline.ehr.filing import (
    FhirDestination,
    FiledAuthor,
    FilingDelayed,
    FilingRefused,
    NoteDocument,
    NoteReceiver,
    NotFiled,
)
from wardline.ehr.registry import note_receiver_for
from wardline.ehr.tests.authorization import CLIENT, GuardedHospital, public
from wardline.ehr.tests.notes import ADDENDUM, ALL, NOTE, PDF, REPLACEMENT, SECRETS, note
from wardline.ehr.tests.serving import closed_port, serving
from wardline.settings import Settings

FHIR = FhirDestination(protocol="fhir")
STAY: Json = next(stay for stay in DemoHospital().resources_at(NOTE.held_at) if stay["resourceType"] == "Encounter")
ANSWERS = dict.fromkeys((400, 413, 422), "refused") | dict.fromkeys(
    (202, 204, 301, 401, 403, 404, 405, 406, 408, 409, 410, 412, 415, 423, 425, 428, 429, 451), "delayed"
)
FAILURES = {500: "unusable answer", 502: "unusable answer", 503: "unusable answer", 504: "no answer"}


def here(document: NoteDocument) -> NoteDocument:
    """The document as of somebody whom the demonstration hospital knows."""
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


def kept(hospital: DemoHospital) -> dict[str, Json]:
    """By document id."""
    found = {resource["masterIdentifier"]["value"]: resource for resource in hospital.documents.values()}
    assert len(found) == len(hospital.documents)
    return found


async def test_a_note_its_addendum_and_its_replacement_are_filed_once_however_often_they_are_sent() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        for document in (NOTE, ADDENDUM, REPLACEMENT):
            for _ in range(3):
                await way.file(here(document))
    found = kept(hospital)
    assert {name: (found[document.document_id]["status"]) for name, document in ALL.items()} == {
        "new": "superseded",
        "addendum": "superseded",
        "replacement": "current",
    }
    assert [found[document.document_id]["meta"]["versionId"] for document in ALL.values()] == ["2", "2", "1"]
    for resource in found.values():
        get_fhir_model_class("DocumentReference").model_validate(resource)


async def test_what_a_resource_says() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        await way.file(here(NOTE))
        await way.file(here(ADDENDUM))
    (new, added) = kept(hospital).values()
    assert (new["subject"], new["context"]["encounter"]) == (
        STAY["subject"],
        [{"reference": f"Encounter/{STAY['id']}"}],
    )
    assert new["masterIdentifier"] == {"system": DOCUMENT_SYSTEM, "value": NOTE.document_id}
    assert new["identifier"][0]["value"] == NOTE.control_id
    assert (new["docStatus"], new["type"]["coding"][0]["code"]) == ("final", "11488-4")
    assert (new["date"], new["context"]["period"]["end"]) == ("2026-03-04T11:45:30+00:00", "2026-03-04T11:30:00+00:00")
    assert (new["author"], new["author"][0]["display"]) == ([new["authenticator"]], "Dara Doctorow")
    assert new["author"][0]["identifier"]["value"] == "4711"
    attachment = new["content"][0]["attachment"]
    assert base64.b64decode(attachment["data"]) == PDF
    assert base64.b64decode(attachment["hash"]) == hashlib.sha1(PDF, usedforsecurity=False).digest()
    assert (attachment["contentType"], attachment["size"], attachment["title"]) == (
        "application/pdf",
        len(PDF),
        NOTE.title,
    )
    assert "relatesTo" not in new
    text = added["content"][0]["attachment"]
    assert base64.b64decode(text["data"]).decode() == ADDENDUM.content
    assert text["contentType"] == "text/plain; charset=utf-8"
    assert added["relatesTo"] == [
        {
            "code": "appends",
            "target": {
                "identifier": new["masterIdentifier"],
                "type": "DocumentReference",
                "reference": f"DocumentReference/{new['id']}",
            },
        }
    ]


async def test_whoever_opens_the_replacement_learns_that_the_note_was_in_error() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        for document in (NOTE, ADDENDUM, REPLACEMENT):
            await way.file(here(document))
    found = kept(hospital)[REPLACEMENT.document_id]
    assert (found["status"], found["docStatus"]) == ("current", "entered-in-error")
    assert [(relation["code"], relation["target"]["identifier"]["value"]) for relation in found["relatesTo"]] == [
        ("replaces", NOTE.document_id),
        ("replaces", ADDENDUM.document_id),
    ]


async def test_what_was_never_filed_is_named_and_needs_no_superseding() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        await way.file(here(REPLACEMENT))
    (found,) = kept(hospital).values()
    assert ["reference" in relation["target"] for relation in found["relatesTo"]] == [False, False]


async def test_what_the_hospital_marked_itself_stays_so() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        await way.file(here(NOTE))
        next(iter(hospital.documents.values()))["status"] = "entered-in-error"
        await way.file(here(REPLACEMENT))
    assert kept(hospital)[NOTE.document_id]["status"] == "entered-in-error"


async def test_what_is_not_known_is_left_out() -> None:
    hospital = DemoHospital()
    document = replace(note(here(NOTE), encounter_id=None), author=FiledAuthor("", "Doctorow", "Dara"))
    async with filing_at(demo_server(hospital)) as way:
        await way.file(document)
    (found,) = kept(hospital).values()
    get_fhir_model_class("DocumentReference").model_validate(found)
    assert "encounter" not in found["context"]
    assert "identifier" not in found["author"][0]


async def test_a_patient_whom_the_hospital_does_not_know_is_refused() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        with pytest.raises(FilingRefused, match="status 422"):
            await way.file(NOTE)
    assert not hospital.documents


async def test_the_demonstration_keeps_what_was_filed_for_whoever_files_next() -> None:
    document = replace(here(NOTE), document_id="kept")
    for _ in range(2):
        way = note_receiver_for(FHIR, Settings(demo=True))
        await way.file(document)
        await way.aclose()


async def test_ten_megabytes_are_filed_and_superseded() -> None:
    hospital = DemoHospital()
    pdf = PDF * (10_000_000 // len(PDF))
    async with filing_at(demo_server(hospital)) as way:
        for document in (NOTE, REPLACEMENT):
            await way.file(replace(here(document), content=pdf))
        await way.file(replace(here(REPLACEMENT), content=pdf))
    assert len(kept(hospital)) == 2
    assert kept(hospital)[NOTE.document_id]["status"] == "superseded"


async def test_without_a_server_it_waits() -> None:
    with pytest.raises(FilingDelayed, match="no server"):
        await note_receiver_for(FHIR, Settings()).file(NOTE)


async def test_nobody_listens() -> None:
    way = note_receiver_for(FHIR, Settings(fhir_url=f"http://127.0.0.1:{closed_port()}"))
    with pytest.raises(FilingDelayed, match="unusable answer"):
        await way.file(NOTE)
    await way.aclose()


Answer = Callable[[Request], Response | None]


def unlike_the_demonstration(hospital: DemoHospital, answer: Answer) -> Any:
    """The demonstration's server, but where there is another answer."""
    server = demo_server(hospital)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await (answer(Request(scope)) or server)(scope, receive, send)

    return app


@pytest.mark.parametrize("status", ANSWERS)
async def test_whether_a_status_is_about_the_document(status: int) -> None:
    def answer(request: Request) -> Response | None:
        return Response(SECRETS[0], status) if request.method == "POST" else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), answer)) as way:
        with pytest.raises(NotFiled) as told:
            await way.file(here(NOTE))
    expected = FilingRefused if ANSWERS[status] == "refused" else FilingDelayed
    assert (type(told.value), told.value.reason) == (expected, f"status {status}")


@pytest.mark.parametrize("status", FAILURES)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_server_that_fails_gets_it_later(method: str, status: int) -> None:
    hospital, failing = DemoHospital(), [method]

    def answer(request: Request) -> Response | None:
        return Response(status_code=status) if request.method in failing else None

    async with filing_at(unlike_the_demonstration(hospital, answer)) as way:
        with pytest.raises(FilingDelayed) as told:
            await way.file(here(NOTE))
        assert told.value.reason == FAILURES[status]
        failing.clear()
        await way.file(here(NOTE))
    assert len(hospital.documents) == 1


@pytest.mark.parametrize("status", [200, 409, 412])
async def test_somebody_else_may_have_filed_it_at_the_same_time(status: int) -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        await way.file(here(NOTE))
    searches: list[str] = []

    def answer(request: Request) -> Response | None:
        if request.method == "POST":
            return Response(status_code=status)
        searches.append(request.url.path)
        empty = {"resourceType": "Bundle", "type": "searchset"}
        return Response(json.dumps(empty)) if len(searches) == 1 else None

    async with filing_at(unlike_the_demonstration(hospital, answer)) as way:
        await way.file(here(NOTE))
    assert len(searches) == 2


async def test_an_answer_of_200_alone_proves_nothing() -> None:
    def answer(request: Request) -> Response | None:
        return Response("<html>Welcome to our network</html>") if request.method == "POST" else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), answer)) as way:
        with pytest.raises(FilingDelayed, match="status 200"):
            await way.file(here(NOTE))


async def test_what_else_a_search_finds_is_not_taken_for_it() -> None:
    hospital = DemoHospital()

    def everything(request: Request) -> Response | None:
        if request.method != "GET":
            return None
        entries = [{"resource": resource} for resource in hospital.documents.values()]
        return Response(json.dumps({"resourceType": "Bundle", "type": "searchset", "entry": entries}))

    async with filing_at(unlike_the_demonstration(hospital, everything)) as way:
        await way.file(here(NOTE))
        await way.file(here(ADDENDUM))
        await way.file(here(ADDENDUM))
    assert len(kept(hospital)) == 2


@pytest.mark.parametrize(
    ("status", "expected"),
    [(400, FilingRefused), (405, FilingRefused), (422, FilingRefused)]
    + [(status, FilingDelayed) for status in (401, 403, 409, 412, 429)],
)
async def test_a_note_that_cannot_be_superseded_is_told(status: int, expected: type[NotFiled]) -> None:
    hospital, standing = DemoHospital(), [status]

    def answer(request: Request) -> Response | None:
        return Response(status_code=standing[0]) if request.method == "PUT" and standing else None

    async with filing_at(unlike_the_demonstration(hospital, answer)) as way:
        await way.file(here(NOTE))
        with pytest.raises(NotFiled) as told:
            await way.file(here(REPLACEMENT))
        assert (type(told.value), told.value.reason) == (expected, f"superseding: status {status}")
        standing.clear()
        await way.file(here(REPLACEMENT))
    assert [resource["status"] for resource in hospital.documents.values()] == ["superseded", "current"]


async def test_what_changed_while_it_was_superseded_is_not_lost() -> None:
    hospital, once = DemoHospital(), ["a change"]

    def answer(request: Request) -> Response | None:
        if request.method == "PUT" and once:
            resource = hospital.documents[request.url.path.rsplit("/", 1)[1]]
            resource["description"], resource["meta"] = once.pop(), {"versionId": "7"}
        return None

    async with filing_at(unlike_the_demonstration(hospital, answer)) as way:
        await way.file(here(NOTE))
        with pytest.raises(FilingDelayed, match="superseding: status 412"):
            await way.file(here(REPLACEMENT))
        await way.file(here(REPLACEMENT))
    found = kept(hospital)[NOTE.document_id]
    assert (found["description"], found["status"]) == ("a change", "superseded")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"resourceType":"DocumentReference","id":"other"}', b'{"resourceType":"Patient"}']
)
async def test_what_is_read_of_another_kind_is_not_written_back(body: bytes) -> None:
    hospital = DemoHospital()

    def answer(request: Request) -> Response | None:
        assert request.method != "PUT"
        return Response(body) if request.url.path.count("/") == 3 else None

    async with filing_at(unlike_the_demonstration(hospital, answer)) as way:
        await way.file(here(NOTE))
        with pytest.raises(FilingDelayed, match="unusable answer"):
            await way.file(here(REPLACEMENT))


@pytest.mark.parametrize("status", [404, 410])
async def test_what_is_gone_by_now_needs_no_superseding(status: int) -> None:
    def answer(request: Request) -> Response | None:
        return Response(status_code=status) if request.url.path.count("/") == 3 else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), answer)) as way:
        await way.file(here(NOTE))
        await way.file(here(REPLACEMENT))


async def test_a_server_that_says_nothing_is_given_up_in_time() -> None:
    async def silent(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async with filing_at(silent, filing_timeout=0.2) as way:
        with pytest.raises(FilingDelayed, match="no answer"):
            await way.file(NOTE)


async def test_filing_signs_in_for_documents_alone_and_again_when_its_token_is_refused(tmp_path: Path) -> None:
    key = ECKey.generate_key("P-384")
    key_file = tmp_path / "key"
    key_file.write_bytes(key.as_pem(private=True))
    scope = "system/DocumentReference.read system/DocumentReference.write"
    hospital = DemoHospital()
    guarded = GuardedHospital(public(ECKey.import_key(key.as_pem())), demo_server(hospital), scope=scope)
    async with filing_at(guarded, fhir_client_id=CLIENT, fhir_key_file=key_file) as way:
        await way.file(here(NOTE))
        guarded.issued.clear()
        await way.file(here(ADDENDUM))
    assert (guarded.told.count("token"), guarded.refused, len(hospital.documents)) == (2, 1, 2)


@pytest.mark.parametrize("status", [404, 422, 503, 504])
async def test_nothing_of_a_patient_is_told_to_anybody_else(status: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    def answer(request: Request) -> Response | None:
        return Response(" ".join(SECRETS), status) if request.method == "POST" else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), answer)) as way:
        with pytest.raises(NotFiled) as told:
            await way.file(NOTE)
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("uvicorn")]
    written = "\n".join([*ours, repr(told.value), repr(told.value.__cause__), told.value.reason])
    assert not [secret for secret in SECRETS if secret in written]
