"""Documents filed at Medplum's FHIR router, which refuses, disconnects and dies: each is stored exactly once."""

import asyncio
import base64
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from receivers.running import Receiver, fhir_receiver

from wardline.ehr.fhir.documents import DOCUMENT_SYSTEM
from wardline.ehr.filing import FhirDestination, FilingDelayed, FilingRefused, NoteDocument, NotFiled
from wardline.ehr.registry import note_receiver_for
from wardline.ehr.tests.notes import ADDENDUM, NOTE, PDF, REPLACEMENT
from wardline.settings import Settings

SHORT_TIMEOUT = 0.3
"""Timeout, in seconds, for a server that never responds."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    with fhir_receiver(tmp_path_factory.mktemp("receiver")) as receiver:
        yield receiver


@pytest.fixture
def receiver(running: Receiver) -> Receiver:
    """The receiver shared by all tests that do not kill it, emptied."""
    running.plan("")
    return running


async def file(document: NoteDocument, receiver: Receiver, *, seconds: float = 20) -> None:
    settings = Settings(fhir_url=f"http://127.0.0.1:{receiver.port}/fhir", filing_timeout=seconds)
    way = note_receiver_for(FhirDestination(protocol="fhir"), settings)
    try:
        await way.file(document)
    finally:
        await way.aclose()


def named(document: NoteDocument, name: str) -> NoteDocument:
    """The document with an id that no other test uses."""
    return replace(document, document_id=name)


def statuses(receiver: Receiver, document: NoteDocument) -> list[str]:
    """The status of every resource stored under the document's id."""
    identifier = {"system": DOCUMENT_SYSTEM, "value": document.document_id}
    return [found["status"] for found in receiver.resources() if found["masterIdentifier"] == identifier]


async def test_a_note_its_addendum_and_its_replacement(receiver: Receiver) -> None:
    for document in (NOTE, ADDENDUM, REPLACEMENT, REPLACEMENT, ADDENDUM, NOTE):
        await file(document, receiver)
    assert [statuses(receiver, document) for document in (NOTE, ADDENDUM, REPLACEMENT)] == [
        ["superseded"],
        ["superseded"],
        ["current"],
    ]
    ids = {found["masterIdentifier"]["value"]: f"DocumentReference/{found['id']}" for found in receiver.resources()}
    related = {
        found["masterIdentifier"]["value"]: [
            (relation["code"], relation["target"]["reference"]) for relation in found.get("relatesTo", [])
        ]
        for found in receiver.resources()
    }
    parent, addendum = ids[NOTE.document_id], ids[ADDENDUM.document_id]
    assert related[ADDENDUM.document_id] == [("appends", parent)]
    assert related[REPLACEMENT.document_id] == [("replaces", parent), ("replaces", addendum)]


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("422", FilingRefused("status 422")),
        ("401", FilingDelayed("status 401")),
        ("429", FilingDelayed("status 429")),
        ("503", FilingDelayed("unusable response")),
        ("get:503", FilingDelayed("unusable response")),
        ("kept-500", FilingDelayed("unusable response")),
        ("kept-202", FilingDelayed("status 202")),
        ("close", FilingDelayed("unusable response")),
    ],
)
async def test_a_resent_document_is_stored_once(word: str, error: NotFiled, receiver: Receiver) -> None:
    document = named(NOTE, word)
    receiver.plan(word)
    with pytest.raises(NotFiled) as raised:
        await file(document, receiver)
    assert (type(raised.value), raised.value.reason) == (type(error), error.reason)
    await file(document, receiver)
    assert statuses(receiver, document) == ["current"]


async def test_a_server_that_ignores_conditional_creates_stores_a_document_once(receiver: Receiver) -> None:
    document = named(NOTE, "careless")
    receiver.plan("careless careless")
    for _ in range(2):
        await file(document, receiver)
    assert statuses(receiver, document) == ["current"]


async def test_two_concurrent_creates_store_one_document(receiver: Receiver) -> None:
    document = named(NOTE, "twice")
    await asyncio.gather(*(file(document, receiver) for _ in range(4)))
    assert statuses(receiver, document) == ["current"]


async def test_a_server_that_never_responds_times_out(receiver: Receiver) -> None:
    document = named(NOTE, "never")
    receiver.plan("never")
    with pytest.raises(FilingDelayed, match="no response"):
        await file(document, receiver, seconds=SHORT_TIMEOUT)
    await file(document, receiver)
    assert statuses(receiver, document) == ["current"]


async def test_a_server_that_is_slow_is_waited_for(receiver: Receiver) -> None:
    document = named(NOTE, "hold")
    receiver.plan("hold")
    sending = asyncio.create_task(file(document, receiver))
    await asyncio.to_thread(receiver.wait_until_holding)
    assert not sending.done()
    receiver.release()
    await sending
    assert statuses(receiver, document) == ["current"]


async def test_a_server_that_dies_and_comes_back_has_everything_once(tmp_path: Path) -> None:
    with fhir_receiver(tmp_path, plan="lose") as dying:
        await _check_dies(NOTE, dying)
        assert dying.resources() == []
    with fhir_receiver(tmp_path, port=dying.port, plan="die") as dying:
        await _check_dies(NOTE, dying)
        assert statuses(dying, NOTE) == ["current"]
    with fhir_receiver(tmp_path, port=dying.port, plan="accept die") as dying:
        await file(NOTE, dying)
        assert statuses(dying, NOTE) == ["current"]
        await _check_dies(REPLACEMENT, dying)
        assert statuses(dying, REPLACEMENT) == ["current"]
    with fhir_receiver(tmp_path, port=dying.port) as back:
        await file(REPLACEMENT, back)
        assert [statuses(back, document) for document in (NOTE, REPLACEMENT)] == [["superseded"], ["current"]]


async def _check_dies(document: NoteDocument, dying: Receiver) -> None:
    with pytest.raises(FilingDelayed, match="unusable response"):
        await file(document, dying)
    dying.process.wait()
    with pytest.raises(FilingDelayed, match="unusable response"):
        await file(document, dying)


async def test_ten_megabytes_are_stored_unchanged(receiver: Receiver) -> None:
    document = replace(named(NOTE, "large"), content=PDF * (10_000_000 // len(PDF)))
    for _ in range(2):
        await file(document, receiver)
    (found,) = [found for found in receiver.resources() if found["masterIdentifier"]["value"] == "large"]
    assert base64.b64decode(found["content"][0]["attachment"]["data"]) == document.content
