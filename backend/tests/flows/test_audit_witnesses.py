"""Servers send the audit trail to witnesses: in the background, continuing where a killed one stopped."""

import asyncio
import socket
import time
from pathlib import Path

import orjson
import pytest
from bodies import Bodies

from wardline.audit.verifying import verify
from wardline.core.db.database import Database

from .conftest import TIMEOUT_SECONDS, StartServer


@pytest.mark.soak
async def test_a_killed_server_and_a_witness_that_never_responds(
    start_server: StartServer, bodies: Bodies, cloned: tuple[str, str], tmp_path: Path
) -> None:
    """The witness gets everything the first server confirmed once the second runs; a hanging witness delays no one."""
    witness_file = tmp_path / "audit.ndjson"
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        addresses = f"file://{witness_file},syslog+tcp://127.0.0.1:{deaf.getsockname()[1]}"
        environment = {"WARDLINE_AUDIT_WITNESSES": addresses}
        first = await start_server(environment=environment)
        async with first.client("nurse") as nurse:
            await bodies.create(nurse)
            await until(witness_file, 1)
            started_at = time.monotonic()
            consult_ids = [await bodies.create(nurse) for _ in range(5)]
            assert time.monotonic() - started_at < TIMEOUT_SECONDS / 6
        first.kill()
        second = await start_server(environment=environment)
        await until(witness_file, 1 + len(consult_ids))
        async with second.client("nurse") as nurse:
            health = (await nurse.get("/health")).json()
            assert health["witnessBehind"] >= len(consult_ids)
    lines = [orjson.loads(line) for line in witness_file.read_bytes().splitlines()]
    positions = [line["position"] for line in lines]
    assert sorted(set(positions)) == list(range(1, max(positions) + 1))
    created = [line["consultIds"] for line in lines if line["action"] == "createConsult"]
    assert [consult_id for ids in created for consult_id in ids][-len(consult_ids) :] == consult_ids
    database = Database(cloned[0], pool_size=1)
    assert (await verify(database, known=lines[-1]["hash"])).fault is None
    await database.close()


async def until(witness_file: Path, created: int) -> None:
    """Return when the witness has this many requested consults."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while created_in(witness_file) < created:
            await asyncio.sleep(0.1)


def created_in(witness_file: Path) -> int:
    return witness_file.read_bytes().count(b'"action":"createConsult"') if witness_file.exists() else 0
