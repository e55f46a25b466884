"""Documents sent to FHIR servers that refuse, fail, are slow, or are wrong."""

import json
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from joserfc.jwk import ECKey
from starlette.requests import Request
from starlette.responses import Response

from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.demo.server import demo_server
from wardline.ehr.filing import (
    FilingDelayed,
    FilingRefused,
    NotFiled,
)
from wardline.ehr.registry import note_receiver_for
from wardline.ehr.tests.authorization import CLIENT, GuardedHospital, public
from wardline.ehr.tests.fhir_filing import FHIR, filing_at, here, stored_documents, unlike_the_demonstration
from wardline.ehr.tests.notes import ADDENDUM, NOTE, REPLACEMENT, SECRETS
from wardline.ehr.tests.serving import speaking
from wardline.settings import Settings

ANSWERS = dict.fromkeys((400, 413, 422), "refused") | dict.fromkeys(
    (202, 204, 301, 401, 403, 404, 405, 406, 408, 409, 410, 412, 415, 423, 425, 428, 429, 451), "delayed"
)
FAILURES = {500: "unusable response", 502: "unusable response", 503: "unusable response", 504: "no response"}


@pytest.mark.parametrize("status", ANSWERS)
async def test_which_statuses_refuse_the_document(status: int) -> None:
    def handler(request: Request) -> Response | None:
        return Response(SECRETS[0], status) if request.method == "POST" else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), handler)) as way:
        with pytest.raises(NotFiled) as raised:
            await way.file(here(NOTE))
    expected = FilingRefused if ANSWERS[status] == "refused" else FilingDelayed
    assert (type(raised.value), raised.value.reason) == (expected, f"status {status}")


@pytest.mark.parametrize("status", FAILURES)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_failing_server_is_retried(method: str, status: int) -> None:
    hospital, failing = DemoHospital(), [method]

    def handler(request: Request) -> Response | None:
        return Response(status_code=status) if request.method in failing else None

    async with filing_at(unlike_the_demonstration(hospital, handler)) as way:
        with pytest.raises(FilingDelayed) as raised:
            await way.file(here(NOTE))
        assert raised.value.reason == FAILURES[status]
        failing.clear()
        await way.file(here(NOTE))
    assert len(hospital.documents) == 1


@pytest.mark.parametrize("status", [200, 409, 412])
async def test_a_concurrent_filing_counts_as_filed(status: int) -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        await way.file(here(NOTE))
    searches: list[str] = []

    def handler(request: Request) -> Response | None:
        if request.method == "POST":
            return Response(status_code=status)
        searches.append(request.url.path)
        empty = {"resourceType": "Bundle", "type": "searchset"}
        return Response(json.dumps(empty)) if len(searches) == 1 else None

    async with filing_at(unlike_the_demonstration(hospital, handler)) as way:
        await way.file(here(NOTE))
    assert len(searches) == 2


async def test_a_200_alone_does_not_prove_that_it_was_filed() -> None:
    def handler(request: Request) -> Response | None:
        return Response("<html>Welcome to our network</html>") if request.method == "POST" else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), handler)) as way:
        with pytest.raises(FilingDelayed, match="status 200"):
            await way.file(here(NOTE))


async def test_other_search_results_are_not_mistaken_for_the_document() -> None:
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
    assert len(stored_documents(hospital)) == 2


@pytest.mark.parametrize(
    ("status", "expected"),
    [(400, FilingRefused), (405, FilingRefused), (422, FilingRefused)]
    + [(status, FilingDelayed) for status in (401, 403, 409, 412, 429)],
)
async def test_a_note_that_cannot_be_superseded_is_reported(status: int, expected: type[NotFiled]) -> None:
    hospital, standing = DemoHospital(), [status]

    def handler(request: Request) -> Response | None:
        return Response(status_code=standing[0]) if request.method == "PUT" and standing else None

    async with filing_at(unlike_the_demonstration(hospital, handler)) as way:
        await way.file(here(NOTE))
        with pytest.raises(NotFiled) as raised:
            await way.file(here(REPLACEMENT))
        assert (type(raised.value), raised.value.reason) == (expected, f"superseding: status {status}")
        standing.clear()
        await way.file(here(REPLACEMENT))
    assert [resource["status"] for resource in hospital.documents.values()] == ["superseded", "current"]


async def test_a_concurrent_change_is_not_lost_when_superseding() -> None:
    hospital, once = DemoHospital(), ["a change"]

    def handler(request: Request) -> Response | None:
        if request.method == "PUT" and once:
            resource = hospital.documents[request.url.path.rsplit("/", 1)[1]]
            resource["description"], resource["meta"] = once.pop(), {"versionId": "7"}
        return None

    async with filing_at(unlike_the_demonstration(hospital, handler)) as way:
        await way.file(here(NOTE))
        with pytest.raises(FilingDelayed, match="superseding: status 412"):
            await way.file(here(REPLACEMENT))
        await way.file(here(REPLACEMENT))
    found = stored_documents(hospital)[NOTE.document_id]
    assert (found["description"], found["status"]) == ("a change", "superseded")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"resourceType":"DocumentReference","id":"other"}', b'{"resourceType":"Patient"}']
)
async def test_a_resource_of_another_type_is_not_written_back(body: bytes) -> None:
    methods: list[str] = []

    def handler(request: Request) -> Response | None:
        methods.append(request.method)
        return Response(body) if request.url.path.count("/") == 3 else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), handler)) as way:
        await way.file(here(NOTE))
        with pytest.raises(FilingDelayed, match="unusable response"):
            await way.file(here(REPLACEMENT))
    assert methods.count("POST") == 2
    assert "PUT" not in methods


@pytest.mark.parametrize("status", [404, 410])
async def test_a_deleted_document_need_not_be_superseded(status: int) -> None:
    def handler(request: Request) -> Response | None:
        return Response(status_code=status) if request.url.path.count("/") == 3 else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), handler)) as way:
        await way.file(here(NOTE))
        await way.file(here(REPLACEMENT))


async def test_a_silent_server_times_out() -> None:
    async def silent(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async with filing_at(silent, filing_timeout=1) as way:
        with pytest.raises(FilingDelayed, match="no response"):
            await way.file(NOTE)


async def test_a_trickling_server_times_out() -> None:
    header = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n"
    async with speaking(header, *[b" "] * 500, pause=0.05) as origin:
        way = note_receiver_for(FHIR, Settings(fhir_url=origin, filing_timeout=1))
        started_at = time.monotonic()
        with pytest.raises(FilingDelayed, match="no response"):
            await way.file(NOTE)
        assert time.monotonic() - started_at < 5
        await way.aclose()


async def test_filing_requests_a_token_for_documents_only_and_a_new_one_when_it_is_refused(tmp_path: Path) -> None:
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
    assert (guarded.requested.count("token"), guarded.refused, len(hospital.documents)) == (2, 1, 2)


@pytest.mark.parametrize("status", [404, 422, 503, 504])
async def test_nothing_about_a_patient_is_logged(status: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    def handler(request: Request) -> Response | None:
        return Response(" ".join(SECRETS), status) if request.method == "POST" else None

    async with filing_at(unlike_the_demonstration(DemoHospital(), handler)) as way:
        with pytest.raises(NotFiled) as raised:
            await way.file(NOTE)
    messages = [record.getMessage() for record in caplog.records if not record.name.startswith("uvicorn")]
    written = "\n".join([*messages, repr(raised.value), repr(raised.value.__cause__), raised.value.reason])
    assert not [secret for secret in SECRETS if secret in written]
