"""Database failures under load: a clear 503 in time, and then automatic recovery."""

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence

import pytest
from bodies import Bodies

from .books import check
from .conftest import Server, serving
from .figures import write_recoveries
from .load import UNAVAILABLE, Load
from .own_database import OwnDatabase, own_database
from .recovering import Recovery, run_failure
from .warm_python import WarmPython


async def stopped(database: OwnDatabase, rng: random.Random) -> None:
    await database.stop(signal.SIGINT)
    await asyncio.sleep(rng.uniform(0.5, 1.5))
    await database.start()


async def restarted(database: OwnDatabase, rng: random.Random) -> None:
    await database.stop(signal.SIGINT)
    await database.start()


async def crashed(database: OwnDatabase, rng: random.Random) -> None:
    await database.stop(signal.SIGQUIT)
    await database.start()


async def paused(database: OwnDatabase, rng: random.Random) -> None:
    with database.paused():
        await asyncio.sleep(rng.uniform(3.5, 4.5))


async def calls_paused(database: OwnDatabase, rng: random.Random) -> None:
    """Open connections no longer respond; new ones do."""
    with database.paused(application=""):
        await asyncio.sleep(rng.uniform(3.5, 4.5))


async def locked(database: OwnDatabase, rng: random.Random) -> None:
    with database.locked("consults"):
        await asyncio.sleep(rng.uniform(3, 4))


async def exhausted(database: OwnDatabase, rng: random.Random) -> None:
    with database.exhausted():
        await asyncio.sleep(rng.uniform(1, 2))


Failure = Callable[[OwnDatabase, random.Random], Awaitable[None]]
FAILURES: tuple[Failure, ...] = (
    stopped,
    restarted,
    crashed,
    paused,
    calls_paused,
    locked,
    exhausted,
)
TWO_KINDS: tuple[Failure, ...] = (crashed, paused)
"""Connections end, or do not respond."""
CUTTING: frozenset[Failure] = frozenset({stopped, restarted, crashed, exhausted})
"""Those that end the connection on which the server listens for events."""


@pytest.fixture(scope="module")
def database() -> Iterator[OwnDatabase]:
    with own_database() as database:
        yield database


@pytest.fixture(scope="module")
async def server(
    database: OwnDatabase, tmp_path_factory: pytest.TempPathFactory, warm_python: WarmPython
) -> AsyncIterator[Server]:
    async with serving(database.urls, tmp_path_factory.mktemp("failing"), warm_python) as start:
        yield await start()


@pytest.mark.soak
async def test_two_kinds_of_failure_under_load(database: OwnDatabase, server: Server, bodies: Bodies) -> None:
    await go_through(database, server, bodies, TWO_KINDS, seed=3)


@pytest.mark.soak
async def test_many_failures_under_load(database: OwnDatabase, server: Server, bodies: Bodies) -> None:
    others = random.Random(4).choices(FAILURES, k=63)  # noqa: S311 - a fixed seed is intentional
    recoveries = await go_through(database, server, bodies, [*FAILURES, *others], seed=4)
    write_recoveries("database failures", recoveries)


async def go_through(
    database: OwnDatabase, server: Server, bodies: Bodies, failures: Sequence[Failure], *, seed: int
) -> list[Recovery]:
    rng = random.Random(seed)  # noqa: S311 - a fixed seed is intentional
    load = Load(lambda: server, bodies, seed=seed)
    recoveries = []
    async with load.running():
        for failure in failures:
            await load.until_done(5)
            recoveries.append(
                await run_failure(
                    failure(database, rng),
                    failure.__name__,
                    owner_url=database.urls[1],
                    server=server,
                    load=load,
                    may_miss_events=failure in CUTTING,
                )
            )
    await check(load, database.urls)
    for recovery in recoveries:
        assert recovery.refusals or recovery.failure in {"restarted", "crashed"}
    statuses = {attempt.status for _, attempt in load.attempts}
    assert statuses <= {200, 201, UNAVAILABLE}
    return recoveries
