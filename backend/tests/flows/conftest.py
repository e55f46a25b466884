"""Real server processes on a separate test database, and a socket client that acts like the browser."""

import asyncio
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg
import pytest
import uvicorn
import websockets
from fastapi import FastAPI
from renewed_token import RenewedToken

from conftest import Cluster
from wardline.core.db.database import Database
from wardline.core.http.client import HttpClient
from wardline.demo.identity.issuing import Issuer, ProviderSession
from wardline.demo.identity.provider import issuer_for
from wardline.notifications.events import NotificationAdded, NotificationsChanged
from wardline.paging.events import PagesChanged, PagingChanged
from wardline.realtime.events import EVENT_BATCH, MISSED_EVENTS
from wardline.realtime.publish import CHANNEL
from wardline.realtime.server import SocketServer
from wardline.settings import Settings

from .crowds import GetClient
from .keeper import Keeper
from .warm_python import WarmProcess, WarmPython

SCIM_SECRET = "secret-of-lakeshore-" + "a" * 32
TIMEOUT_SECONDS = 60
"""Generous, because nothing waits this long unless something is wrong."""

OF_PAGING: Final = frozenset({PagesChanged.name, PagingChanged.name, NotificationAdded.name, NotificationsChanged.name})
"""Events that the worker sends when it gets to them, at any time between those of the calls."""


@dataclass
class Server:
    """One `wardline serve` process."""

    process: "subprocess.Popen[bytes] | WarmProcess"
    settings: Settings
    issuer: Issuer

    @property
    def url(self) -> str:
        return self.settings.origin

    def token(self, username: str, session: ProviderSession | None = None) -> str:
        return self.issuer.access_token(username, session=session)

    def client(self, username: str, session: ProviderSession | None = None) -> httpx.AsyncClient:
        """Of a user, without a session at the provider, or in one."""
        headers = {"Authorization": f"Bearer {self.token(username, session)}"}
        return HttpClient(base_url=f"{self.url}/api", headers=headers, timeout=TIMEOUT_SECONDS)

    def kill(self) -> None:
        """Kill it, like a power failure."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


Servers = tuple[Server, Server]


async def go_on_call(
    client: httpx.AsyncClient,
    line: str | None = None,
    *,
    primary: bool = True,
    phone_number: str = "(555) 010-0199",
) -> None:
    """Check in to this line, by default to the user's first."""
    me = (await client.get("/me")).json()
    line_id = next(own["id"] for own in me["activeServiceLines"] if line in {None, own["slug"]})
    body = {
        "roleId": me["defaultCheckinRoleId"],
        "serviceLineId": line_id,
        "phoneNumber": phone_number,
        "primary": primary,
    }
    assert (await client.post("/checkin", json=body)).status_code == 201


async def connect(url: str | None) -> psycopg.AsyncConnection:
    """A connection to the database itself, bypassing the servers."""
    return await psycopg.AsyncConnection.connect((url or "").replace("+psycopg", ""), autocommit=True)


async def cut_listening(url: str | None) -> None:
    """Have every node of this database stop listening, and return once each does again."""
    nodes = "from pg_stat_activity where application_name = 'wardline-listen' and datname = current_database()"
    async with await connect(url) as connection, asyncio.timeout(TIMEOUT_SECONDS):
        ended = await (await connection.execute(f"select pid, pg_terminate_backend(pid) {nodes}")).fetchall()
        pids = [pid for pid, _ in ended]
        assert pids, "no node is listening"
        is_listening = f"state = 'idle' and query in ('listen {CHANNEL}', 'select 1')"
        listening_again = f"select count(*) {nodes} and {is_listening} and pid <> all(%s)"
        while await (await connection.execute(listening_again, [pids])).fetchone() != (len(pids),):
            await asyncio.sleep(0.01)


async def a_transaction_is_waiting(owner_url: str) -> None:
    """Return when some transaction waits for another."""
    await transactions_are_waiting(owner_url, 1)


async def transactions_are_waiting(owner_url: str, count: int) -> None:
    """Return when at least so many transactions wait for others."""
    async with await connect(owner_url) as watching, asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            waiting = await watching.execute(
                "select count(distinct pid) >= %s from pg_locks where not granted", [count]
            )
            if await waiting.fetchone() == (True,):
                return
            await asyncio.sleep(0.01)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def warm_python() -> Iterator[WarmPython]:
    warm = WarmPython()
    yield warm
    warm.close()


StartServer = Callable[..., Awaitable[Server]]
SERVE = ("-m", "wardline", "serve")


@asynccontextmanager
async def serving(urls: tuple[str, str], data_dir: Path, warm_python: WarmPython) -> AsyncIterator[StartServer]:
    """Servers on this database and with this data folder, which end with the block.

    `program` is what Python runs, if not the command in a process that is warm; `code` the folder in which it finds the
    package, if not ours; `environment` additional settings.
    """
    started: list[Server] = []
    secrets = data_dir / "scim-secrets"
    secrets.write_text(f"entra lakeshore {SCIM_SECRET}\n")

    async def start(
        port: int | None = None,
        *,
        program: Sequence[str] = (),
        code: Path | None = None,
        environment: Mapping[str, str] = {},
    ) -> Server:
        port = port or free_port()
        settings = Settings(
            demo=True,
            port=port,
            data_dir=data_dir,
            public_url=f"http://127.0.0.1:{port}",
            database_url=urls[0],
            migrate_url=urls[1],
        )
        environment = {
            **os.environ,
            "WARDLINE_REQUESTS_PER_MINUTE": "0",
            "WARDLINE_SCIM_SECRETS_FILE": str(secrets),
            **environment,
            "WARDLINE_DEMO": "1",
            "WARDLINE_PORT": str(port),
            "WARDLINE_DATA_DIR": str(data_dir),
            "WARDLINE_DATABASE_URL": urls[0],
            "WARDLINE_MIGRATE_URL": urls[1],
        }
        issuer = issuer_for(settings)
        process: subprocess.Popen[bytes] | WarmProcess
        if program or code:
            process = subprocess.Popen([sys.executable, *(program or SERVE)], env=environment, cwd=code)
        else:
            process = warm_python.start("serve", environment=environment)
        server = Server(process, settings, issuer)
        started.append(server)
        await ready(process, server.url)
        return server

    try:
        yield start
    finally:
        for server in started:
            server.process.terminate()
        for server in started:
            server.process.wait(TIMEOUT_SECONDS)


@pytest.fixture
async def start_server(cloned: tuple[str, str], tmp_path: Path, warm_python: WarmPython) -> AsyncIterator[StartServer]:
    """``await start_server()`` returns a ready server, which the test may damage."""
    async with serving(cloned, tmp_path, warm_python) as start:
        yield start


@pytest.fixture(scope="package")
async def two_servers(
    cluster: Cluster, tmp_path_factory: pytest.TempPathFactory, warm_python: WarmPython
) -> AsyncIterator[Servers]:
    """Two servers on one database, shared by all tests that do not damage them.

    They end with this package, because even without requests they take a fourteenth of a processor.
    """
    urls = cluster.clone("served")
    async with serving(urls, tmp_path_factory.mktemp("served"), warm_python) as start:
        yield await start(), await start()
    cluster.drop("served")


async def ready(process: "subprocess.Popen[bytes] | WarmProcess", url: str) -> None:
    """Return when the server's health endpoint returns 200."""
    async with HttpClient() as client, asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            assert process.poll() is None, "the server ended"
            try:
                if (await client.get(f"{url}/api/health")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)


@dataclass
class LiveClient:
    """Socket.IO over one websocket: connected, signed in, and recording the events it gets, except the ignored ones."""

    connection: websockets.ClientConnection
    ignored: Collection[str] = OF_PAGING
    events: asyncio.Queue[tuple[str, dict[str, Any]]] = field(default_factory=asyncio.Queue)
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    missed: list[tuple[str, dict[str, Any]]] | None = None
    """The events since its page was opened, if the server knows them."""
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _acks: dict[int, asyncio.Future[Any]] = field(default_factory=dict)

    async def receive_events(self) -> None:
        try:
            async for message in self.connection:
                text = str(message)
                if text == "2":
                    await self.connection.send("3")
                elif text.startswith("42"):
                    name, data = json.loads(text[2:])
                    for event, payload in data if name == EVENT_BATCH else [(name, data)]:
                        if event not in self.ignored:
                            self.events.put_nowait((event, payload))
                elif text.startswith("43"):
                    number, _, rest = text[2:].partition("[")
                    self._acks.pop(int(number)).set_result(json.loads("[" + rest)[0])
                elif text.startswith("41"):
                    break
        finally:
            self.closed.set()

    async def next(self) -> tuple[str, dict[str, Any]]:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await self.events.get()

    async def emit(self, name: str, data: str) -> Any:
        """Send an event; returns the server's acknowledgment."""
        number = next(self._numbers)
        self._acks[number] = asyncio.get_running_loop().create_future()
        await self.connection.send(f"42{number}{json.dumps([name, data])}")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await self._acks[number]


class Refused(Exception):
    """The server refused the socket."""


def live(
    server: Server, username: str, ignored: Collection[str] = OF_PAGING
) -> AbstractAsyncContextManager[LiveClient]:
    """A socket of this user on this server."""
    return open_socket(server.url, {"token": server.token(username)}, ignored)


@asynccontextmanager
async def open_socket(
    url: str, auth: dict[str, Any], ignored: Collection[str] = OF_PAGING
) -> AsyncIterator[LiveClient]:
    """Raises:
    Refused: with the server's reason.
    """
    address = url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
    async with websockets.connect(address) as connection:
        assert str(await connection.recv()).startswith("0")
        await connection.send("40" + json.dumps(auth))
        response, missed = str(await connection.recv()), None
        if response.startswith(f'42["{MISSED_EVENTS}"'):
            missed = [(name, data) for name, data in json.loads(response[2:])[1]]
            response = str(await connection.recv())
        if not response.startswith("40"):
            raise Refused(response)
        client = LiveClient(connection, ignored, missed=missed)
        receiving = asyncio.create_task(client.receive_events())
        try:
            yield client
        finally:
            receiving.cancel()
            await asyncio.gather(receiving, return_exceptions=True)


@pytest.fixture
def keeper() -> Keeper:
    return Keeper()


@pytest.fixture
async def sockets(keeper: Keeper) -> SocketServer:
    return SocketServer(keeper)


@pytest.fixture
async def url(sockets: SocketServer) -> AsyncIterator[str]:
    port = free_port()
    app = sockets.wrap(None, public_url=f"http://127.0.0.1:{port}")
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", ws="websockets-sansio"))
    running = asyncio.create_task(server.serve())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not server.started:
            await asyncio.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    await running


def opened(url: str, who: str = "any", **more: Any) -> AbstractAsyncContextManager[LiveClient]:
    """A socket of the standalone server."""
    return open_socket(url, {"token": who, **more})


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise timeouts, so that a slow machine refuses no one in a crowd: the tests are about who wins."""
    monkeypatch.setattr("wardline.core.db.database.SESSION_WAIT_SECONDS", TIMEOUT_SECONDS)
    monkeypatch.setattr("wardline.core.db.database.POOL_SECONDS", TIMEOUT_SECONDS)
    monkeypatch.setattr("wardline.core.db.database.LOCK_MILLISECONDS", TIMEOUT_SECONDS * 1000)
    monkeypatch.setattr("wardline.core.db.database.STATEMENT_MILLISECONDS", TIMEOUT_SECONDS * 1000)


@pytest.fixture
async def committed_app(bare_app: FastAPI, cloned: tuple[str, str]) -> AsyncIterator[FastAPI]:
    bare_app.state.database = Database(cloned[0])
    yield bare_app
    await bare_app.state.database.close()


@pytest.fixture
def as_user(committed_app: FastAPI, settings: Settings, issuer: Issuer) -> GetClient:
    def make(username: str) -> httpx.AsyncClient:
        return HttpClient(
            transport=httpx.ASGITransport(committed_app),
            base_url=f"{settings.origin}/api",
            auth=RenewedToken(issuer, username),
            timeout=60,
        )

    return make
