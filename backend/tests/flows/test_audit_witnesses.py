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

from .conftest import PATIENCE, StartServer


@pytest.mark.soak
async def test_a_killed_server_and_a_witness_that_never_answers(
    start_server: StartServer, bodies: Bodies, cloned: tuple[str, str], tmp_path: Path
) -> None:
    """What the first server confirmed is at the witness once the second one runs; the hanging one delays no one."""
    told = tmp_path / "audit.ndjson"
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        addresses = f"file://{told},syslog+tcp://127.0.0.1:{deaf.getsockname()[1]}"
        environment = {"WARDLINE_AUDIT_WITNESSES": addresses}
        first = await start_server(environment=environment)
        async with first.client("nurse") as nurse:
            await bodies.create(nurse)
            await until(told, 1)
            began = time.monotonic()
            asked = [await bodies.create(nurse) for _ in range(5)]
            assert time.monotonic() - began < PATIENCE / 6
        first.kill()
        second = await start_server(environment=environment)
        await until(told, 1 + len(asked))
        async with second.client("nurse") as nurse:
            health = (await nurse.get("/health")).json()
            assert health["witnessBehind"] >= len(asked)
    lines = [orjson.loads(line) for line in told.read_bytes().splitlines()]
    positions = [line["position"] for line in lines]
    assert sorted(set(positions)) == list(range(1, max(positions) + 1))
    created = [line["consultIds"] for line in lines if line["action"] == "createConsult"]
    assert [consult_id for ids in created for consult_id in ids][-len(asked) :] == asked
    database = Database(cloned[0], pool_size=1)
    assert (await verify(database, known=lines[-1]["hash"])).fault is None
    await database.close()


async def until(told: Path, created: int) -> None:
    """Return when the witness has this many requested consults."""
    async with asyncio.timeout(PATIENCE):
        while known(told) < created:
            await asyncio.sleep(0.1)


def known(told: Path) -> int:
    return told.read_bytes().count(b'"action":"createConsult"') if told.exists() else 0
