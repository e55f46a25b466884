"""Documents sent to a hospital's interface in a process of its own, which can misbehave and die."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from receivers.running import Receiver, mllp_receiver

from wardline.ehr.filing import FilingDelayed, FilingRefused, NoteDocument, NotFiled
from wardline.ehr.registry import note_receiver_for
from wardline.ehr.tests.notes import ADDENDUM, NOTE, PDF, REPLACEMENT, SECRETS, destination
from wardline.ehr.tests.serving import closed_port
from wardline.settings import Settings

HASTY = 0.3
"""Seconds that a document may take if the receiver does not respond."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    with mllp_receiver(tmp_path_factory.mktemp("receiver")) as receiver:
        yield receiver


@pytest.fixture
def receiver(running: Receiver) -> Receiver:
    """One for all tests that do not kill it, in its initial state."""
    running.plan("")
    return running


async def file(document: NoteDocument, port: int, *, seconds: float = 10, **fields: object) -> None:
    way = note_receiver_for(destination(port=port, **fields), Settings(filing_timeout=seconds))
    try:
        await way.file(document)
    finally:
        await way.aclose()


def named(document: NoteDocument, name: str) -> NoteDocument:
    """The document with ids that no other test uses."""
    return replace(document, control_id=f"{name.upper():0<20}"[:20], document_id=f"{name}.1")


def filed(receiver: Receiver, document: NoteDocument) -> int:
    return sum(line["document_id"] == document.document_id for line in receiver.filed())


async def test_a_note_its_addendum_and_its_replacement_are_filed(receiver: Receiver) -> None:
    for document in (NOTE, ADDENDUM, REPLACEMENT):
        await file(document, receiver.port)
    assert [(line["event"], line["document_id"], line["parent"]) for line in receiver.filed()] == [
        ("T02", NOTE.document_id, ""),
        ("T06", ADDENDUM.document_id, NOTE.document_id),
        ("T10", REPLACEMENT.document_id, NOTE.document_id),
    ]
    contents = [receiver.content(line["file"]) for line in receiver.filed()]
    assert contents == [NOTE.content, str(ADDENDUM.content).encode(), REPLACEMENT.content]


@pytest.mark.parametrize("word", ["accept", "commit"])
async def test_an_accepted_document_is_filed(word: str, receiver: Receiver) -> None:
    document = named(NOTE, word)
    receiver.plan(word)
    await file(document, receiver.port)
    assert filed(receiver, document) == 1


@pytest.mark.parametrize(("word", "code"), [("error", "AE"), ("cerror", "CE")])
async def test_a_rejected_document_is_not_retried(word: str, code: str, receiver: Receiver) -> None:
    document = named(NOTE, word)
    receiver.plan(word)
    with pytest.raises(FilingRefused) as refused:
        await file(document, receiver.port)
    assert (refused.value.reason, filed(receiver, document)) == (f"rejected by the EMR ({code})", 0)


@pytest.mark.parametrize(("word", "code"), [("reject", "AR"), ("creject", "CR")])
async def test_a_receiver_that_cannot_take_it_now_is_retried(word: str, code: str, receiver: Receiver) -> None:
    document = named(NOTE, word)
    receiver.plan(word)
    with pytest.raises(FilingDelayed) as delayed:
        await file(document, receiver.port)
    assert (delayed.value.reason, filed(receiver, document)) == (f"not accepted by the EMR ({code})", 0)
    await file(document, receiver.port)
    assert filed(receiver, document) == 1


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("close", "no response"),
        ("half", "unreadable response"),
        ("garbage", "unreadable response"),
        ("endless", "unreadable response"),
        ("unknown", "unreadable response"),
        ("other", "response to another message"),
    ],
)
async def test_after_an_invalid_response_it_is_sent_again_and_filed_once(
    word: str, reason: str, receiver: Receiver
) -> None:
    document = named(NOTE, word)
    receiver.plan(word)
    with pytest.raises(FilingDelayed) as delayed:
        await file(document, receiver.port)
    assert delayed.value.reason == reason
    await file(document, receiver.port)
    assert [line["done"] for line in receiver.received() if line["document_id"] == document.document_id] == [
        "filed",
        "repeat",
    ]
    assert filed(receiver, document) == 1


async def test_a_receiver_that_never_responds_times_out(receiver: Receiver) -> None:
    document = named(NOTE, "never")
    receiver.plan("never")
    with pytest.raises(FilingDelayed, match="no response"):
        await file(document, receiver.port, seconds=HASTY)
    await file(document, receiver.port)
    assert filed(receiver, document) == 1


async def test_a_slow_receiver_is_awaited(receiver: Receiver) -> None:
    document = named(NOTE, "hold")
    receiver.plan("hold")
    sending = asyncio.create_task(file(document, receiver.port))
    await asyncio.to_thread(receiver.wait_until_holding)
    assert not sending.done()
    receiver.release()
    await sending
    assert filed(receiver, document) == 1


@pytest.mark.parametrize(("word", "before"), [("die", 1), ("lose", 0)])
async def test_a_receiver_that_restarts_gets_it_once(word: str, before: int, tmp_path: Path) -> None:
    with mllp_receiver(tmp_path, plan=word) as dying:
        with pytest.raises(FilingDelayed, match="no response"):
            await file(NOTE, dying.port)
        dying.process.wait()
        assert filed(dying, NOTE) == before
        with pytest.raises(FilingDelayed, match="no connection"):
            await file(NOTE, dying.port)
    with mllp_receiver(tmp_path, port=dying.port) as back:
        await file(NOTE, back.port)
        assert filed(back, NOTE) == 1
        assert back.content(f"{NOTE.document_id}.pdf") == PDF


async def test_ten_megabytes_are_filed_whole(receiver: Receiver) -> None:
    pdf = PDF * (10_000_000 // len(PDF))
    await file(replace(named(NOTE, "large"), content=pdf), receiver.port)
    assert receiver.content("large.1.pdf") == pdf


async def test_a_receiver_that_does_not_read_times_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        document = replace(NOTE, content=bytes(10_000_000))
        with pytest.raises(FilingDelayed, match="no response"):
            await file(document, listener.getsockname()[1], seconds=HASTY)


@pytest.mark.parametrize("host", ["hospital.invalid", "x" * 200, "no host", "."])
async def test_an_invalid_host_is_an_outage(host: str) -> None:
    with pytest.raises(FilingDelayed, match="no connection"):
        await file(NOTE, closed_port(), host=host)


async def test_a_receiver_that_does_not_accept_the_connection_times_out() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        port = full.getsockname()[1]
        waiting = [socket.socket() for _ in range(3)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        with pytest.raises(FilingDelayed, match="no connection"):
            await file(NOTE, port, seconds=HASTY)
        for one in waiting:
            one.close()


async def test_a_timeout_closes_the_connection(receiver: Receiver) -> None:
    receiver.plan("hold")
    sending = asyncio.create_task(file(named(NOTE, "left"), receiver.port))
    await asyncio.to_thread(receiver.wait_until_holding)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    receiver.release()
    await file(named(NOTE, "left"), receiver.port)
    assert filed(receiver, named(NOTE, "left")) == 1


async def test_nothing_about_a_patient_is_logged(receiver: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    failures: list[object] = []
    for word in ("accept", "error", "reject", "half", "garbage", "other", "unknown", "close"):
        receiver.plan(word)
        try:
            await file(NOTE, receiver.port)
        except NotFiled as failure:
            failures += [failure, failure.__cause__, failure.reason]
    written = "\n".join([*(record.getMessage() for record in caplog.records), *map(repr, failures)])
    assert len(failures) == 7 * 3
    assert not [secret for secret in SECRETS if secret in written]


def certificate(folder: Path, host: str) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "interface")])
    now = datetime.now(UTC)
    names = [x509.IPAddress(IPv4Address(host))]
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / f"{host}.pem"
    unlocked = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, unlocked)
    path.write_bytes(built.public_bytes(serialization.Encoding.PEM) + private)
    return path


@pytest.mark.parametrize(("host", "trusted"), [("127.0.0.1", True), ("127.0.0.1", False), ("127.0.0.2", True)])
async def test_tls_connects_only_to_trusted_receivers(
    host: str, trusted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem_file = certificate(tmp_path, host)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(pem_file))
    with mllp_receiver(tmp_path, certificate=pem_file) as secured:
        if trusted and host == "127.0.0.1":
            await file(NOTE, secured.port, tls=True)
            assert filed(secured, NOTE) == 1
        else:
            with pytest.raises(FilingDelayed, match="no connection"):
                await file(NOTE, secured.port, tls=True)
        with pytest.raises(FilingDelayed):
            await file(NOTE, secured.port, tls=False, seconds=HASTY)
        assert filed(secured, NOTE) == (trusted and host == "127.0.0.1")


async def test_a_receiver_without_tls_is_an_outage(receiver: Receiver) -> None:
    with pytest.raises(FilingDelayed, match="no connection"):
        await file(NOTE, receiver.port, tls=True, seconds=HASTY)
