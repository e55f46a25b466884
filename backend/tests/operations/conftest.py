import asyncio
import logging
import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
import pytest
import uvicorn

from wardline import serving, startup
from wardline.cli import main
from wardline.core.http.client import HttpClient
from wardline.embedded.postgres import EmbeddedPostgres, create_database
from wardline.settings import Settings

TIMEOUT_SECONDS = 120
"""Long, because it is only reached when something is wrong."""
FAST = {"fsync": "off", "max_connections": "30"}
BACKUP = {"backup_number": "(555) 010-0150"}
"""Required outside the demonstration."""
Run = Callable[..., "Ended"]


def make_folder() -> Path:
    """In memory if possible, and accessible to other users, unlike pytest's temporary directories."""
    folder = Path(tempfile.mkdtemp(prefix="wardline-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))  # noqa: S108
    folder.chmod(0o711)
    return folder


def remove_folder(folder: Path) -> None:
    """Also removes that of a database whose server was killed, which writes until it ends."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=time.monotonic() < deadline)


@pytest.fixture
def folder() -> Iterator[Path]:
    made = make_folder()
    yield made
    remove_folder(made)


@pytest.fixture(scope="session")
def postgres() -> Iterator[EmbeddedPostgres]:
    """The separate database server of a hospital."""
    made = make_folder()
    server = EmbeddedPostgres(made, options=FAST)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(made)


@pytest.fixture
def own_database(postgres: EmbeddedPostgres) -> Iterator[str]:
    """The name of an empty database on that server."""
    name = f"own_{os.getpid()}"
    with postgres.connect() as connection:
        create_database(connection, name)
    yield name
    with postgres.connect() as connection:
        connection.execute(f"drop database {name} with (force)")


@pytest.fixture(scope="session")
def schema(postgres: EmbeddedPostgres) -> str:
    """The name of a database with our schema, for copies."""
    with postgres.connect() as connection:
        create_database(connection, "schema")
    startup.migrate(postgres.url("wardline_owner", "schema"), application_role="wardline_app")
    return "schema"


@pytest.fixture
def migrated(postgres: EmbeddedPostgres, own_database: str, schema: str) -> str:
    """`own_database` with our schema."""
    with postgres.connect() as connection:
        connection.execute(f"drop database {own_database}")
        connection.execute(f"create database {own_database} template {schema} strategy file_copy owner wardline_owner")
    return own_database


def environment(**settings: object) -> dict[str, str]:
    """The environment of this process with only these settings, and a backup number."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("WARDLINE_")}
    return inherited | {f"WARDLINE_{name.upper()}": str(value) for name, value in (BACKUP | settings).items()}


@dataclass(frozen=True)
class Ended:
    """The exit code and the output of a command."""

    code: int
    output: str
    errors: str


@pytest.fixture
def wardline(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs a command in this process, which is faster than starting one."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    root = logging.getLogger()
    level = root.level

    def run(*arguments: str | Path, **settings: object) -> Ended:
        capfd.readouterr()
        with monkeypatch.context() as patch:
            patch.setattr(os, "environ", environment(**settings))
            code = main([str(argument) for argument in arguments])
        captured = capfd.readouterr()
        return Ended(code, captured.out, captured.err)

    yield run
    for number, handler in handlers.items():
        signal.signal(number, handler)
    # The command's log handler would print a traceback for every later log, because its output is closed by then.
    for log in [each for each in root.handlers if type(each) is logging.StreamHandler]:
        root.removeHandler(log)
    root.setLevel(level)


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A whole server in this process, and a client."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        # Without a log configuration, so that a test sees what is logged.
        config = uvicorn.Config(
            serving.application(settings), log_config=None, access_log=False, lifespan="on", ws="websockets-sansio"
        )
        server = uvicorn.Server(config)
        serving_task = asyncio.create_task(server.serve(sockets=[reserved]))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not server.started:
                await asyncio.sleep(0.01)
        try:
            async with HttpClient(base_url="http://{}:{}".format(*reserved.getsockname())) as client:
                yield client
        finally:
            server.should_exit = True
            await serving_task


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        cursor = connection.execute(query)
        return cursor.fetchall() if cursor.description else []
