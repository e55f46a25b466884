"""The costs of a witness: time, memory, and what it learns about other witnesses."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from wardline.audit.tests.receivers import collector, stream_receiver
from wardline.audit.tests.test_witnesses import add, progress_after, witness_at
from wardline.audit.witnesses import collector as collectors
from wardline.audit.witnesses import syslog
from wardline.audit.witnesses.registry import witnesses_of
from wardline.audit.witnesses.shipping import Progress, ship
from wardline.core.db.database import Database
from wardline.ehr.tests.test_mllp import certificate
from wardline.settings import Settings


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=4)
    yield database
    await database.close()


@pytest.mark.parametrize(("scheme", "content"), [("tcp", bytes(150)), ("tls", b"\x16\x03\x03\x3f\xff" + bytes(150))])
async def test_a_syslog_receiver_that_never_closes_times_out(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, content: bytes
) -> None:
    """Including the TLS handshake."""
    monkeypatch.setattr(syslog, "DELIVERY_SECONDS", 0.3)
    await add(database, 1)
    with stream_receiver(certificate(tmp_path, "127.0.0.1") if scheme == "tls" else None) as received:
        received.dribbles = content
        witness = witness_at(f"syslog+{scheme}://127.0.0.1:{received.port}")
        await ship(database, witness)
        assert await progress_after(database, witness) == Progress(1, "TimeoutError")
        received.dribbles = b""


async def test_a_collector_that_never_finishes_its_response_times_out(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collectors, "DELIVERY_SECONDS", 0.3)
    await add(database, 1)
    with collector() as received:
        received.dribbles, received.status = bytes(150), 200
        witness = witness_at(f"http://127.0.0.1:{received.port}/in")
        await ship(database, witness)
        assert await progress_after(database, witness) == Progress(1, "TimeoutError")
        received.dribbles = b""


async def test_a_long_response_of_a_collector_is_not_read_completely(database: Database) -> None:
    await add(database, 1)
    with collector() as received:
        received.endless, received.status = True, 200
        witness = witness_at(f"http://127.0.0.1:{received.port}/in")
        await ship(database, witness)
        assert await progress_after(database, witness) == Progress(0, None)
    assert received.bytes_sent < 50_000_000


async def test_each_collector_gets_its_own_token(database: Database, tmp_path: Path) -> None:
    await add(database, 1)
    with collector() as first, collector() as second, collector() as third:
        ports = [each.port for each in (first, second, third)]
        addresses = [f"http://127.0.0.1:{port}/in" for port in ports]
        addresses.insert(1, f"file://{tmp_path}/audit.ndjson")
        settings = Settings(audit_witnesses=",".join(addresses), audit_witness_token=SecretStr("one, ,three"))
        for witness in witnesses_of(settings):
            await ship(database, witness)
    sent = [each.headers[0].get("authorization") for each in (first, second, third)]
    assert sent == ["Bearer one", None, "Bearer three"]
