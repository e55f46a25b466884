"""Witnesses receive every entry and checkpoint in order, whatever fails."""

import asyncio
import hashlib
import logging
import re
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import SecretStr
from sqlalchemy import text

from conftest import job_context
from wardline.audit import jobs
from wardline.audit.chain import link_new
from wardline.audit.checkpoints import Checkpoint, write_checkpoint
from wardline.audit.jobs import ship_audit_trail
from wardline.audit.tests.receivers import collector, datagrams, frames, stream_receiver
from wardline.audit.tests.test_chain import ADD, as_owner
from wardline.audit.witnesses import shipping
from wardline.audit.witnesses.contract import Record, Witness
from wardline.audit.witnesses.registry import WitnessesUnusable, witnesses_of
from wardline.audit.witnesses.shipping import CHAIN_CHANGED, Progress, progress, ship
from wardline.audit.witnesses.syslog import MAX_DATAGRAM, message
from wardline.core.db.database import Database
from wardline.core.errors import Unavailable
from wardline.ehr.tests.serving import closed_port
from wardline.ehr.tests.test_mllp import certificate
from wardline.settings import Settings

KEY = Ed25519PrivateKey.generate()
TOKEN = "a token for the collector"
SYSLOG = re.compile(rb"<109>1 (\S+Z) (\S+) wardline (\d+) (entry|checkpoint) - (\{.*\})", re.DOTALL)


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=4)
    yield database
    await database.close()


def witness_at(address: str) -> Witness:
    (found,) = witnesses_of(Settings(audit_witnesses=address, audit_witness_token=SecretStr(TOKEN)))
    return found


async def add(database: Database, many: int) -> None:
    async with database.transaction() as session:
        await session.execute(ADD, {"many": many})
    await link_new(database)


async def progress_after(database: Database, witness: Witness) -> Progress:
    async with database.session() as session:
        return (await progress(session, [witness.name]))[witness.name]


def check(lines: Sequence[bytes]) -> list[tuple[str, int]]:
    """Kind and position of each line, after recomputing every hash from the lines alone."""
    head, found = bytes(32), []
    for line in map(orjson.loads, lines):
        if line["kind"] == "entry":
            values = list(line.values())[3:]
            head = hashlib.sha256(head + orjson.dumps(values[:-1] if values[-1] is None else values)).digest()
        assert line["hash"] == head.hex()
        found.append((line["kind"], line["position"]))
    return found


SENT = [("entry", 1), ("entry", 2), ("checkpoint", 2), ("entry", 3), ("entry", 4), ("entry", 5), ("checkpoint", 5)]


async def write_entries(database: Database) -> None:
    for many in (2, 3):
        await add(database, many)
        assert await write_checkpoint(database, KEY)


async def test_a_file_receives_records(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "audit.ndjson"
    witness = witness_at(f"file://{path}")
    await write_entries(database)
    await ship(database, witness)
    assert check(path.read_bytes().splitlines()) == SENT
    assert path.stat().st_mode & 0o777 == 0o600
    await ship(database, witness)
    await add(database, 1)
    await ship(database, witness)
    assert check(path.read_bytes().splitlines()) == [*SENT, ("entry", 6)]
    checkpoint = Checkpoint.read(path.read_bytes().splitlines()[2])
    assert checkpoint is not None
    assert checkpoint.is_genuine(KEY.public_key())


async def test_a_line_cut_off_by_a_crash_is_ended_first(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "audit.ndjson"
    path.write_bytes(b'{"kind": "ent')
    await add(database, 1)
    await ship(database, witness_at(f"file://{path}"))
    broken, complete = path.read_bytes().splitlines()
    assert (broken, check([complete])) == (b'{"kind": "ent', [("entry", 1)])


async def test_syslog_over_tcp_uses_octet_counting(database: Database) -> None:
    await write_entries(database)
    with stream_receiver() as received:
        await ship(database, witness_at(f"syslog+tcp://127.0.0.1:{received.port}"))
    (batch,) = received.batches
    found = [SYSLOG.fullmatch(frame) for frame in frames(batch)]
    assert check([match[5] for match in found if match]) == SENT
    assert [match[4].decode() for match in found if match] == [kind for kind, _ in SENT]
    assert [match[1].decode() for match in found if match] == [orjson.loads(match[5])["at"] for match in found if match]


async def test_syslog_over_tls_requires_a_trusted_certificate(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem_file = certificate(tmp_path, "127.0.0.1")
    await add(database, 2)
    with stream_receiver(pem_file) as received:
        witness = witness_at(f"syslog+tls://127.0.0.1:{received.port}")
        await ship(database, witness)
        assert await progress_after(database, witness) == Progress(2, "SSLCertVerificationError")
        monkeypatch.setenv("SSL_CERT_FILE", str(pem_file))
        await ship(database, witness)
        assert await progress_after(database, witness) == Progress(0, None)
    assert [len(frames(batch)) for batch in received.batches] == [2]


async def test_syslog_over_udp_sends_one_record_per_datagram(database: Database) -> None:
    await write_entries(database)
    with datagrams() as receiver:
        await ship(database, witness_at(f"syslog+udp://127.0.0.1:{receiver.getsockname()[1]}"))
        found = [SYSLOG.fullmatch(receiver.recv(65_536)) for _ in SENT]
    assert check([match[5] for match in found if match]) == SENT


async def test_a_record_too_long_for_a_datagram_is_sent_without_its_lists(database: Database) -> None:
    async with database.transaction() as session:
        await session.execute(
            text(
                "select record_audit_entry('r', 1, 'x', 200::smallint, null, null, '{}', '{}', '{}',"
                " array(select repeat('9', 99) from generate_series(1, 1000)), null)"
            )
        )
    await add(database, 1)
    with datagrams() as receiver:
        witness = witness_at(f"syslog+udp://127.0.0.1:{receiver.getsockname()[1]}")
        await ship(database, witness)
        shortened, complete = (orjson.loads(receiver.recv(65_536).partition(b" - ")[2]) for _ in range(2))
    assert (shortened["position"], shortened["shortened"], "emrIds" in shortened) == (1, True, False)
    assert (complete["position"], complete["emrIds"]) == (2, [])
    assert len(orjson.dumps(shortened)) < MAX_DATAGRAM


async def test_a_collector_gets_its_token(database: Database) -> None:
    await write_entries(database)
    with collector() as received:
        witness = witness_at(f"http://127.0.0.1:{received.port}/in?source=ward")
        await ship(database, witness)
    (batch,) = received.batches
    assert check(batch.splitlines()) == SENT
    assert received.headers[0]["authorization"] == f"Bearer {TOKEN}"
    assert received.headers[0]["content-type"] == "application/x-ndjson"
    assert TOKEN not in repr(witness)
    assert witness.name == f"http://127.0.0.1:{received.port}/in"


async def test_unconfirmed_records_are_sent_again_in_order(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a crash between the two."""
    monkeypatch.setattr(shipping, "BATCH", 2)
    path = tmp_path / "audit.ndjson"
    witness = witness_at(f"file://{path}")
    await write_entries(database)

    class Crash(BaseException):
        pass

    class Crashing:
        name = witness.name
        left = 2

        async def send(self, records: Sequence[Record]) -> None:
            await witness.send(records)
            self.left -= 1
            if not self.left:
                raise Crash

    with pytest.raises(Crash):
        await ship(database, Crashing())
    await ship(database, witness)
    found = [(line["kind"], line["position"]) for line in map(orjson.loads, path.read_bytes().splitlines())]
    repeated = [("entry", 3), ("entry", 4)]
    assert found == [*SENT[:3], *repeated, *SENT[3:]]


async def test_a_long_backlog_does_not_block_other_witnesses(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipping, "BATCH", 2)
    monkeypatch.setattr(shipping, "MAX_BATCHES", 2)
    await add(database, 5)
    witness = witness_at(f"file://{tmp_path}/audit.ndjson")
    for behind in (1, 0):
        await ship(database, witness)
        assert await progress_after(database, witness) == Progress(behind, None)


@pytest.mark.parametrize("status", [301, 401, 503])
async def test_a_collector_that_does_not_accept_records(
    database: Database, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    await add(database, 3)
    with collector() as received, caplog.at_level(logging.INFO, "wardline.audit"):
        witness = witness_at(f"http://127.0.0.1:{received.port}/in")
        received.status = status
        for _ in range(2):
            await ship(database, witness)
        assert await progress_after(database, witness) == Progress(3, f"HTTP {status}")
        received.status = 200
        await ship(database, witness)
        assert await progress_after(database, witness) == Progress(0, None)
    assert [(record.levelname, record.message) for record in caplog.records] == [
        ("ERROR", f"the audit trail's witness {witness.name} is not receiving anything: HTTP {status}"),
        ("INFO", f"the audit trail's witness {witness.name} accepts entries again"),
    ]
    assert len(received.batches) == 1


async def test_a_receiver_that_disconnects_has_not_accepted_records(database: Database) -> None:
    await add(database, 3)
    with stream_receiver() as received:
        witness = witness_at(f"syslog+tcp://127.0.0.1:{received.port}")
        received.resets = True
        await ship(database, witness)
        # Sending, closing or waiting, whichever notices first.
        expected = {"ConnectionResetError", "BrokenPipeError", "OSError"}
        assert (await progress_after(database, witness)).failure in expected
        received.resets = False
        await ship(database, witness)
    assert [len(frames(batch)) for batch in received.batches] == [3]


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("syslog+tcp://127.0.0.1:{}", "ConnectionRefusedError"),
        ("syslog+udp://127.0.0.1:{}", "ConnectionRefusedError"),
        ("http://127.0.0.1:{}/", "ConnectError"),
        ("file:///nowhere/at/all", "No such file or directory"),
    ],
)
async def test_a_closed_port_is_reported(database: Database, address: str, reason: str) -> None:
    await add(database, 2)
    witness = witness_at(address.format(closed_port()))
    await ship(database, witness)
    assert await progress_after(database, witness) == Progress(2, reason)


@pytest.mark.parametrize(
    "tampering",
    [
        ("delete from audit_links where position > 2", "delete from audit_entries where id > 2"),
        ("update audit_links set hash = decode(repeat('ab', 32), 'hex') where position = 3",),
    ],
)
async def test_a_chain_that_differs_from_the_witness_is_reported(
    database: Database, cloned: tuple[str, str], tmp_path: Path, tampering: tuple[str, ...]
) -> None:
    witness = witness_at(f"file://{tmp_path}/audit.ndjson")
    await add(database, 3)
    await ship(database, witness)
    as_owner(cloned, *tampering)
    await ship(database, witness)
    assert (await progress_after(database, witness)).failure == CHAIN_CHANGED


async def test_a_witness_that_fails_at_the_first_batch_is_reported(
    database: Database, cloned: tuple[str, str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await add(database, 3)
    as_owner(cloned, "delete from audit_entries where id = 2")
    witness = witness_at(f"file://{tmp_path}/audit.ndjson")
    await ship(database, witness)
    assert await progress_after(database, witness) == Progress(3, CHAIN_CHANGED)
    assert caplog.messages == [f"the audit trail's witness {witness.name} is not receiving anything: {CHAIN_CHANGED}"]


async def test_a_round_ends_when_its_last_witness_is_done(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if another witness failed, so that the next run does not send to the same witness concurrently."""
    await add(database, 2)
    ended = asyncio.Event()
    witness = witness_at(f"file://{tmp_path}/audit.ndjson")

    class Ending:
        name = "ending"

        async def send(self, records: Sequence[Record]) -> None:  # noqa: ARG002 - a witness's signature
            ended.set()
            raise Unavailable

    class Slow:
        name = witness.name

        async def send(self, records: Sequence[Record]) -> None:
            await ended.wait()
            await witness.send(records)

    monkeypatch.setattr(jobs, "witnesses_of", lambda _: [Ending(), Slow()])
    with pytest.raises(Unavailable):
        await ship_audit_trail(job_context(database))
    assert await progress_after(database, witness) == Progress(0, None)


async def test_a_failing_witness_does_not_affect_the_others(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ship_audit_trail(job_context(database))
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 2})
    addresses = [f"file://{tmp_path}/audit.ndjson", "file:///nowhere/at/all"]
    async with database.session() as session:
        assert set((await progress(session, addresses)).values()) == {Progress(2, None)}
    monkeypatch.setenv("WARDLINE_AUDIT_WITNESSES", ", ".join(addresses))
    await ship_audit_trail(job_context(database))
    async with database.session() as session:
        found = await progress(session, addresses)
    assert [found[address].behind for address in addresses] == [0, 2]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"audit_witnesses": "collector.example"}, "address 1 is not one of file://"),
        ({"audit_witnesses": "https://a.example,ftp://b.example"}, "address 2 is not one of file://"),
        ({"audit_witnesses": "file:relative"}, "address 1 is not a file on this computer"),
        ({"audit_witnesses": "syslog+tls://a.example:port"}, "address 1 is not a valid address"),
        ({"audit_witnesses": "https://me:secret@a.example"}, "address 1 contains a password"),
        (
            {"audit_witnesses": "https://a.example,https://b.example", "audit_witness_token": SecretStr("secret")},
            "WARDLINE_AUDIT_WITNESS_TOKEN has 1 token for 2 collectors",
        ),
        ({"audit_witnesses": "syslog+tls://a.example, syslog+tls://a.example:6514"}, "lists a witness twice"),
    ],
)
def test_invalid_witnesses_are_refused_at_startup(changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(WitnessesUnusable, match=reason) as refused:
        witnesses_of(Settings(**changed))
    assert "secret" not in str(refused.value)


def test_a_syslog_address_may_leave_out_the_port() -> None:
    settings = Settings(audit_witnesses="syslog+tcp://log.example, syslog+udp://[::1], syslog+tls://log.example")
    names = ["syslog+tcp://log.example:601", "syslog+udp://[::1]:514", "syslog+tls://log.example:6514"]
    assert [witness.name for witness in witnesses_of(settings)] == names


def test_a_message_is_one_of_rfc_5424() -> None:
    found = SYSLOG.fullmatch(message(Record("entry", 1, datetime(2026, 3, 4, 12, 0, tzinfo=UTC), b"{}")))
    assert found is not None
    assert found[1] == b"2026-03-04T12:00:00.000000Z"
