"""What `psycopg_adapter` expects of psycopg. If one of these fails after an upgrade, adapt that module first."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import psycopg
import pytest
from psycopg.abc import PQGen

from conftest import Cluster
from wardline.core.db.deadlines import wait_at_most
from wardline.core.db.psycopg_adapter import DeadlineConnection

RV = TypeVar("RV")


class Recorder(DeadlineConnection):
    """Counts what passes through `wait`."""

    waits = 0

    async def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:  # noqa: ASYNC109 - psycopg's own signature
        self.waits += 1
        return await super().wait(gen, interval, timeout)


@pytest.fixture
async def connection(cluster: Cluster) -> AsyncIterator[Recorder]:
    connection = await Recorder.connect(cluster.url.replace("+psycopg", "", 1))
    yield connection
    await connection.close()


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("execute", lambda connection: connection.execute("select 1")),
        ("commit", lambda connection: connection.commit()),
        ("rollback", lambda connection: connection.rollback()),
    ],
)
async def test_every_exchange_passes_through_wait(connection: Recorder, name: str, call: Any) -> None:
    await connection.execute("select 1")
    before = connection.waits
    await call(connection)
    assert connection.waits > before, f"psycopg {psycopg.__version__} no longer calls wait() in {name}()"


async def test_notifications_pass_through_wait(connection: Recorder) -> None:
    await connection.set_autocommit(True)
    before = connection.waits
    assert [each async for each in connection.notifies(timeout=0.01)] == []
    assert connection.waits > before, f"psycopg {psycopg.__version__} no longer calls wait() in notifies()"


async def test_an_interrupted_wait_can_be_resumed(connection: Recorder) -> None:
    """A canceled statement's generator is resumed, to receive the server's response to the cancellation."""
    with wait_at_most(0.1), pytest.raises(psycopg.errors.QueryCanceled):
        await connection.execute("select pg_sleep(5)")
    await connection.rollback()
    assert not connection.closed, f"psycopg {psycopg.__version__} no longer resumes an interrupted generator"


async def test_canceling_a_task_cancels_its_statement_and_keeps_the_connection(connection: Recorder) -> None:
    async def run() -> None:
        with wait_at_most(5):
            await connection.execute("select pg_sleep(5)")

    running = asyncio.create_task(run())
    await asyncio.sleep(0.1)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await connection.rollback()
    assert await (await connection.execute("select true")).fetchone() == (True,)
