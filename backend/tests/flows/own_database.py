"""A separate PostgreSQL for a test that damages it."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg

from conftest import IN_MEMORY
from wardline.demo.network import NETWORK
from wardline.embedded import state as postgres_state
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.network import load_network
from wardline.startup import migrate

from .conftest import TIMEOUT_SECONDS


def make_folder() -> Path:
    """A folder, in memory if possible, that the database's user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="wardline-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None))
    folder.chmod(0o711)
    return folder


def is_running(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def postgres_processes(postmaster: int) -> list[int]:
    """The process and its children."""
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    return [postmaster, *map(int, children)]


CONNECTIONS: Final = 50
OPTIONS: Final = {"max_connections": str(CONNECTIONS), "superuser_reserved_connections": "3", "fsync": "off"}


class OwnDatabase:
    """Migrated and loaded, and always at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postgres = EmbeddedPostgres(folder, options=OPTIONS)
        self.postgres.start()
        migrate(self.postgres.owner_url, application_role="wardline_app", demonstration=True)
        load_network(NETWORK, self.postgres.owner_url)

    @property
    def urls(self) -> tuple[str, str]:
        return self.postgres.application_url, self.postgres.owner_url

    @property
    def processes(self) -> list[int]:
        """The database's processes, oldest first."""
        postmaster = postgres_state.process_id(self.folder / "postgres" / "cluster")
        assert postmaster is not None
        return postgres_processes(postmaster)

    async def stop(self, signal_number: signal.Signals) -> None:
        """Return when it has ended: SIGINT requests it, SIGQUIT drops all connections, SIGKILL gives it no chance."""
        os.kill(self.processes[0], signal_number)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not self.postgres.has_ended:
                await asyncio.sleep(0.01)

    async def start(self) -> None:
        """Return when it accepts connections at its address again."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                self.postgres.restart()
                while not self.postgres.has_ended:
                    with suppress(psycopg.OperationalError):
                        self.postgres.connect().close()
                        return
                    await asyncio.sleep(0.05)
                # Some processes of the killed server have not ended yet.
                await asyncio.sleep(0.05)

    @contextmanager
    def paused(self, application: str | None = None) -> Iterator[None]:
        """Pause its processes: all of them, or only those that serve the application's connections."""
        if application is None:
            stopped = self.processes
        else:
            with self.postgres.connect() as admin:
                rows = admin.execute(
                    "select pid from pg_stat_activity where usename = 'wardline_app' and application_name = %s",
                    [application],
                )
                stopped = [int(str(pid)) for (pid,) in rows]
        for process in stopped:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in stopped:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    @contextmanager
    def locked(self, table: str) -> Iterator[None]:
        """Lock the table against everyone else."""
        with psycopg.connect(self.urls[1].replace("+psycopg", "")) as owner:
            owner.execute(f"lock table {table} in access exclusive mode")  # type: ignore[call-overload]
            yield

    @contextmanager
    def exhausted(self) -> Iterator[None]:
        """Use up all connections, including the application's."""
        address = self.urls[0].replace("+psycopg", "")
        with self.postgres.connect() as admin, ExitStack() as connections:
            refused = 0
            while refused < CONNECTIONS:
                admin.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'wardline_app'"
                    " and application_name <> 'others' and pid <> pg_backend_pid()"
                )
                try:
                    connections.enter_context(_connection(address))
                except psycopg.OperationalError:
                    refused += 1
            yield

    def close(self) -> None:
        self.postgres.stop()
        shutil.rmtree(self.folder)


@contextmanager
def _connection(address: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(address, application_name="others") as connection:
        yield connection


@contextmanager
def own_database() -> Iterator[OwnDatabase]:
    database = OwnDatabase(make_folder())
    try:
        yield database
    finally:
        database.close()
