"""Several processes on one port: they share the work, replace each other, and end together."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.operations.conftest import TIMEOUT_SECONDS, Run, environment
from tests.operations.test_exposure import with_interface
from tests.operations.test_refusals import ISSUER, free_port
from wardline import process_group
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.settings import Settings

TOKEN = "a-token-of-the-monitoring"
PROCESSES = 4
"""Two that answer requests, one for background work, and one that audits pages."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the children of a process")


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it never became true"
        time.sleep(0.02)


class Group:
    """A running `wardline serve --workers 2`."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int, output: Path) -> None:
        self.process = process
        self.port = port
        self._output = output

    @property
    def output(self) -> str:
        """What it has printed and logged."""
        return self._output.read_text()

    @property
    def children(self) -> frozenset[int]:
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return frozenset(map(int, listed.split()))

    @property
    def servers(self) -> frozenset[int]:
        """The processes that answer requests."""
        return self.children_with(b"--share-port")

    def children_with(self, argument: bytes) -> frozenset[int]:
        """Those with this argument, which the group itself does not have: a new child is a copy of it at first."""
        return frozenset(
            pid for pid in self.children if argument in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        )

    def get(self, path: str, token: str = "") -> str:
        """The body of a successful response, over a new connection."""
        request = Request(f"http://127.0.0.1:{self.port}{path}", headers={"Authorization": f"Bearer {token}"})
        with urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310 - the scheme is ours
            body: str = response.read().decode()
            return body

    def health_checks(self) -> float:
        """How many were answered, according to the metrics."""
        counts = [line for line in self.get("/metrics", TOKEN).splitlines() if "seconds_count" in line]
        return sum(float(line.rsplit(" ", 1)[1]) for line in counts if 'operation="getHealth"' in line)


@contextmanager
def group(folder: Path, **settings: object) -> Iterator[Group]:
    """A group that was started; its processes end with the block."""
    port = free_port()
    output = folder / "output"
    with output.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "wardline", "serve", "--workers", "2"],
            env=environment(port=port, oidc_issuer=ISSUER, metrics_token=TOKEN, log_format="text", **settings),
            stdout=file,
            stderr=file,
        )
    try:
        yield Group(process, port, output)
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def database_url(postgres: EmbeddedPostgres, migrated: str) -> str:
    return postgres.url("wardline_app", migrated)


def is_gone(pid: int) -> bool:
    """Whether the process has ended; a zombie has no command line."""
    try:
        return not Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return True


@pytest.mark.soak
def test_processes_share_a_port_replace_each_other_and_stop_together(
    folder: Path, database_url: str, wardline: Run
) -> None:
    with group(folder, database_url=database_url) as running:
        wait_until(lambda: "is ready" in running.output)
        before = running.servers
        assert (len(before), len(running.children)) == (2, PROCESSES)
        for _ in range(30):
            running.get("/api/health")
        assert running.health_checks() == 30
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in running.children)
        # The other one answers, and what the killed one counted is not lost.
        for _ in range(10):
            running.get("/api/health")
        wait_until(lambda: len(running.servers) == 2 and bool(running.servers - before))
        for argument in (b"worker", b"audit-pages"):
            (helper,) = running.children_with(argument)
            os.kill(helper, signal.SIGKILL)
            wait_until(lambda gone=helper: gone not in running.children and len(running.children) == PROCESSES)  # type: ignore[misc]
        assert running.health_checks() == 40
        for workers in ("1", "2"):
            another = wardline(
                "serve", "--workers", workers, port=running.port, oidc_issuer=ISSUER, database_url=database_url
            )
            assert (another.code, "choose another with WARDLINE_PORT" in another.errors) == (1, True)
        everything = running.children
        running.process.terminate()
        assert running.process.wait(timeout=TIMEOUT_SECONDS) == 0
        assert all(is_gone(pid) for pid in everything)


@pytest.mark.soak
def test_an_embedded_database_serves_all_processes_and_they_end_with_the_one_that_started_them(folder: Path) -> None:
    with group(folder, data_dir=folder) as running:
        wait_until(lambda: "is ready" in running.output)
        assert '"working":true' in running.get("/api/health")
        everything = running.children
        assert len(everything) > PROCESSES, "the database's process is another one"
        running.process.kill()
        wait_until(lambda: all(is_gone(pid) for pid in everything))


@pytest.mark.soak
def test_a_group_of_which_a_process_cannot_start_ends(folder: Path, postgres: EmbeddedPostgres, migrated: str) -> None:
    with_interface(postgres, migrated)  # Only the processes read from the database what they may not do.
    with group(folder, database_url=postgres.url("wardline_app", migrated)) as running:
        assert running.process.wait(timeout=TIMEOUT_SECONDS) == 1
        assert "process did not start" in running.output
        assert "WARDLINE_ALLOW_HL7_WITHOUT_TLS=1" in running.output
        assert "is ready" not in running.output


async def test_a_server_that_is_one_process_keeps_an_auditor_beside_it_until_it_stops(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_group, "AUDITOR_AFTER_SECONDS", 0)
    monkeypatch.setattr(os, "environ", environment(oidc_issuer=ISSUER))
    async with process_group.auditor_beside(Settings(database_url=database_url, background_jobs=False)):
        assert not auditors()
    async with process_group.auditor_beside(Settings(database_url=database_url)):
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not (before := auditors()):
                await asyncio.sleep(0.02)
            os.kill(before[0], signal.SIGKILL)
            while auditors() in ([], before):
                await asyncio.sleep(0.02)
    assert not auditors()


async def test_an_auditor_that_is_being_started_is_stopped_with_its_server(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_started = asyncio.Event()
    start = asyncio.create_subprocess_exec

    async def start_slowly(*arguments: Any, **options: Any) -> asyncio.subprocess.Process:
        process = await start(*arguments, **options)
        is_started.set()
        for _ in range(10):  # Long enough for the server to stop before it has the process.
            await asyncio.sleep(0)
        return process

    monkeypatch.setattr(process_group, "AUDITOR_AFTER_SECONDS", 0)
    monkeypatch.setattr(os, "environ", environment(oidc_issuer=ISSUER))
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_slowly)
    async with process_group.auditor_beside(Settings(database_url=database_url)), asyncio.timeout(TIMEOUT_SECONDS):
        await is_started.wait()
    assert not auditors()


def auditors() -> list[int]:
    """The children of this process that audit pages."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [pid for pid in map(int, children) if b"audit-pages" in _command(pid)]


def _command(pid: int) -> bytes:
    """The command of a process, which may have ended since it was listed."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
