"""The embedded database is killed, or has no space left: the server copes and restarts it."""

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from bodies import Bodies

from wardline.demo.identity.provider import issuer_for
from wardline.embedded import state as postgres_state
from wardline.settings import Settings

from .books import check
from .conftest import TIMEOUT_SECONDS, Server, free_port, ready
from .figures import write_recoveries
from .load import UNAVAILABLE, Load
from .own_database import is_running, make_folder, postgres_processes
from .recovering import Recovery, run_failure

DISK_MEGABYTES = 160
AS_ROOT = 'mount -t tmpfs -o size={size}m,mode=711 wardline "$1" && shift && exec "$@"'
AS_NON_ROOT = (
    'mount -t tmpfs -o size={size}m,mode=700 wardline "$1" && shift &&'
    ' exec unshare --user --map-user={user} --map-group={group} "$@"'
)


class SmallDisk:
    """A folder that is a separate small disk for the server only, and needs no cleanup."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        names = {"size": DISK_MEGABYTES, "user": os.getuid(), "group": os.getgid()}
        is_root = os.geteuid() == 0
        kinds, script = (["--mount"], AS_ROOT) if is_root else (["--user", "--map-root-user", "--mount"], AS_NON_ROOT)
        self.command = ["/usr/bin/unshare", *kinds, "/bin/sh", "-c", script.format(**names), "sh", str(folder)]

    def is_available(self) -> bool:
        try:
            return subprocess.run([*self.command, "/bin/true"], check=False, capture_output=True).returncode == 0
        except OSError:
            return False


class Embedded:
    """A server with its embedded database; `seen` is its data folder as it sees it."""

    def __init__(self, disk: SmallDisk, *, is_small: bool) -> None:
        port = free_port()
        self.settings = Settings(demo=True, port=port, data_dir=disk.folder, public_url=f"http://127.0.0.1:{port}")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("WARDLINE_")}
        environment = inherited | {
            "WARDLINE_DEMO": "1",
            "WARDLINE_PORT": str(port),
            "WARDLINE_REQUESTS_PER_MINUTE": "0",
            "WARDLINE_DATA_DIR": str(disk.folder),
            "WARDLINE_LOG_FORMAT": "text",
        }
        before = disk.command if is_small else []
        self.is_small = is_small
        self.process = subprocess.Popen([*before, sys.executable, "-m", "wardline", "serve"], env=environment)
        root = Path(f"/proc/{self.process.pid}/root") if is_small else Path("/")
        self.seen = root / disk.folder.relative_to("/")

    @property
    def server(self) -> Server:
        issuer = issuer_for(self.settings.model_copy(update={"data_dir": self.seen}))
        return Server(self.process, self.settings, issuer)

    @property
    def cluster(self) -> Path:
        pointer = self.seen / "postgres-location"
        home = Path(pointer.read_text().strip()) if pointer.exists() else self.seen / "postgres"
        return home / "cluster"

    @property
    def urls(self) -> tuple[str, str]:
        passwords = json.loads((self.seen / "database-passwords.json").read_text())
        port = postgres_state.port(self.cluster)
        application, owner = (
            f"postgresql+psycopg://{role}:{quote(passwords[role])}@127.0.0.1:{port}/wardline"
            for role in ("wardline_app", "wardline_owner")
        )
        return application, owner

    def postmaster(self) -> int:
        found = postgres_state.process_id(self.cluster)
        assert found is not None
        return found


async def postmaster_killed(embedded: Embedded, rng: random.Random) -> None:
    """Its processes end when they notice; the server restarts it automatically."""
    os.kill(embedded.postmaster(), signal.SIGKILL)


async def everything_killed(embedded: Embedded, rng: random.Random) -> None:
    for process in postgres_processes(embedded.postmaster()):
        _kill(process)


async def one_connection_killed(embedded: Embedded, rng: random.Random) -> None:
    """PostgreSQL then ends all others, too, and recovers automatically."""
    with psycopg.connect(embedded.urls[1].replace("+psycopg", "")) as owner:
        found = owner.execute("select pid from pg_stat_activity where usename = 'wardline_app'").fetchall()
    _kill(rng.choice(found)[0])


def _kill(process: int) -> None:
    """A connection's process may have ended meanwhile."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


async def disk_full(embedded: Embedded, rng: random.Random) -> None:
    ballast = embedded.seen / "ballast"
    with ballast.open("wb", buffering=0) as file:
        size = 1 << 20
        while size >= 1 << 12:
            try:
                file.write(bytes(size))
            except OSError:
                size //= 2
    await asyncio.sleep(rng.uniform(1.5, 3))
    ballast.unlink()


Failure = Callable[[Embedded, random.Random], Awaitable[None]]
KILLS: tuple[Failure, ...] = (postmaster_killed, one_connection_killed, everything_killed)


@pytest.fixture(scope="module")
async def embedded() -> AsyncIterator[Embedded]:
    folder = make_folder()
    disk = SmallDisk(folder)
    found = Embedded(disk, is_small=disk.is_available())
    try:
        await ready(found.process, found.settings.origin)
        yield found
    finally:
        processes = postgres_processes(found.postmaster())
        found.process.terminate()
        assert found.process.wait(TIMEOUT_SECONDS) == 0
        assert not [process for process in processes if is_running(process)]
        shutil.rmtree(folder)


async def test_a_killed_database_comes_back(embedded: Embedded, bodies: Bodies) -> None:
    await go_through(embedded, bodies, [postmaster_killed], seed=5)


@pytest.mark.soak
async def test_a_full_disk_is_reported_and_recovered_from(embedded: Embedded, bodies: Bodies) -> None:
    if not embedded.is_small:
        pytest.skip("creating a small disk is not permitted here")
    (recovery,) = await go_through(embedded, bodies, [disk_full], seed=7)
    assert recovery.refusals > 0


@pytest.mark.soak
async def test_killed_databases_come_back_many_times(embedded: Embedded, bodies: Bodies) -> None:
    every = [*KILLS, disk_full] if embedded.is_small else KILLS
    failures = random.Random(6).choices(every, k=40)  # noqa: S311
    recoveries = await go_through(embedded, bodies, failures, seed=6)
    write_recoveries("embedded failures", recoveries)


async def go_through(embedded: Embedded, bodies: Bodies, failures: Sequence[Failure], *, seed: int) -> list[Recovery]:
    rng = random.Random(seed)  # noqa: S311 - a fixed seed is intentional
    server = embedded.server
    load = Load(lambda: server, bodies, seed=seed)
    recoveries = []
    async with load.running():
        for failure in failures:
            await load.until_done(5)
            recoveries.append(
                await run_failure(
                    failure(embedded, rng),
                    failure.__name__,
                    owner_url=embedded.urls[1],
                    server=server,
                    load=load,
                    may_miss_events=failure is not disk_full,
                )
            )
    await check(load, embedded.urls)
    assert {attempt.status for _, attempt in load.attempts} <= {200, 201, UNAVAILABLE}
    return recoveries
