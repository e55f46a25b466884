"""The three parts of the search benchmark: the HTTP request, its statements, and its response as JSON.

The request's statements are captured from the application in this process, with the same database, and repeated on a
plain driver connection, without any of Wardline's own code.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import orjson
import psycopg
from live_clients import KeepAlive
from many_consults import Person, make_network
from search_queries import PEOPLE
from sent_statements import recorded_statements

from wardline.consult_views.cards import LISTS
from wardline.consults.list_query import page_query
from wardline.consults.picking import picking
from wardline.consults.schemas import SearchConsults
from wardline.core.db.database import Database
from wardline.demo.identity.provider import issuer_for
from wardline.demo.network import NETWORK
from wardline.directory.loading import load_by_subject
from wardline.embedded.postgres import DATABASE, EmbeddedPostgres
from wardline.main import create_api, install_parts
from wardline.network import load_network
from wardline.settings import Settings
from wardline.startup import migrate

PATH: Final = "/api/consults/$search"
ATTEMPTS: Final = 3
OK: Final = 200
START_SECONDS: Final = 60
END_SECONDS: Final = 15
Statement = tuple[str, Sequence[Any]]


@dataclass
class Page:
    """One page's best times out of several attempts, in seconds."""

    rows: int
    statements: float
    serialization: float
    call: float


@dataclass
class ServedDatabase:
    """One database with its server; the statements are repeated on `driver`."""

    consults: int
    settings: Settings
    server_id: int
    driver: psycopg.Connection[Any]
    database: Database
    _api: httpx.AsyncClient
    _sent: list[Statement]
    _tokens: dict[str, str] = field(default_factory=dict)
    _calls: dict[str, KeepAlive] = field(default_factory=dict)

    async def page(self, username: str, body: dict[str, Any]) -> Page:
        response, sent = await self._capture(username, body)
        statements = min(self._repeat(sent) for _ in range(ATTEMPTS))
        serialization = min(_time(lambda: orjson.dumps(response)) for _ in range(ATTEMPTS))
        call = min([await self.call(username, body) for _ in range(ATTEMPTS)])
        return Page(len(response["consults"]), statements, serialization, call)

    async def call(self, username: str, body: dict[str, Any]) -> float:
        """The duration in seconds of one HTTP request on a persistent connection."""
        http = self._calls.setdefault(username, self.connection(username))
        content = json.dumps(body).encode()
        started = time.perf_counter()
        status, _ = await http.request("POST", PATH, content)
        if status != OK:
            raise RuntimeError(f"a search returned {status}")
        return time.perf_counter() - started

    async def statement(self, username: str, body: dict[str, Any]) -> Statement:
        """What a search sends, with its parameters in order; nothing confirms the user or writes an audit entry."""
        async with self.database.session() as session:
            user = await load_by_subject(session, username)
        if user is None:
            raise RuntimeError(f"there is no {username}")
        request = SearchConsults.model_validate(body)
        shape, parameters = picking(page_query(user, request))
        statement = LISTS.page(shape)
        return statement.text, [parameters.get(name) for name in statement.names]

    async def count_statements(self, method: str, path: str, body: dict[str, Any] | None, token: str) -> int:
        """How many statements a request sends, with those that confirm its user and record it."""
        self._sent.clear()
        await self._api.request(method, path, json=body, headers={"Authorization": f"Bearer {token}"})
        return sum("savepoint" not in statement.lower() for statement, _ in self._sent)

    def connection(self, username: str) -> KeepAlive:
        return KeepAlive(self.settings.port, self.token(username))

    def close(self) -> None:
        for http in self._calls.values():
            http.close()

    async def _capture(self, username: str, body: dict[str, Any]) -> tuple[Any, list[Statement]]:
        self._sent.clear()
        headers = {"Authorization": f"Bearer {self.token(username)}"}
        response = await self._api.post(PATH, json=body, headers=headers)
        if response.status_code != OK:
            raise RuntimeError(f"a search returned {response.status_code}")
        content = response.json()
        sent = [statement for statement in self._sent if "from consults" in statement[0].lower()]
        if content["consults"] and not sent:
            raise RuntimeError("the statements of a search were not recorded")
        return content, sent

    def _repeat(self, sent: list[Statement]) -> float:
        def run() -> None:
            for statement, parameters in sent:
                psycopg.RawCursor(self.driver).execute(statement, parameters, prepare=True).fetchall()
            self.driver.commit()

        return _time(run)

    def token(self, username: str) -> str:
        if username not in self._tokens:
            self._tokens[username] = issuer_for(self.settings).access_token(username)
        return self._tokens[username]


def _time(what: Callable[[], object]) -> float:
    started = time.perf_counter()
    what()
    return time.perf_counter() - started


@asynccontextmanager
async def serve(
    consults: int, url: str, folder: Path, *, workers: int = 1, scim_secrets_file: Path | None = None
) -> AsyncIterator[ServedDatabase]:
    """A server on the database of this URL, and the application in this process."""
    settings = Settings(
        demo=True,
        data_dir=folder,
        port=_free_port(),
        database_url=url,
        requests_per_minute=0,
        scim_secrets_file=scim_secrets_file,
    )
    api = create_api(settings)
    api.state.database = database = Database(url)
    install_parts(api, settings)
    sent: list[Statement] = []

    def record(statement: str, parameters: Any) -> None:
        sent.append((statement, parameters))

    with (
        recorded_statements(record),
        _server(settings, workers) as server_id,
        psycopg.connect(url.replace("+psycopg", "", 1), options="-c plan_cache_mode=force_generic_plan") as driver,
    ):
        client = httpx.AsyncClient(transport=httpx.ASGITransport(api), base_url=settings.origin)
        served = ServedDatabase(consults, settings, server_id, driver, database, client, sent)
        try:
            yield served
        finally:
            served.close()
            await client.aclose()
            await database.close()


@contextmanager
def bare_server() -> Iterator[tuple[int, int]]:
    """The process ID and port of a server that returns nothing."""
    port = _free_port()
    program = Path(__file__).with_name("bare_answer.py")
    with _running([str(program), str(port)], dict(os.environ), f"http://127.0.0.1:{port}/") as server_id:
        yield server_id, port


@contextmanager
def limit_server(url: str, statement: Path) -> Iterator[tuple[int, int]]:
    """The process ID and port of a server that only runs this statement (`limit_server.py`)."""
    port = _free_port()
    program = [str(Path(__file__).with_name("limit_server.py")), str(port), url, str(statement)]
    with _running(program, dict(os.environ), f"http://127.0.0.1:{port}/") as server_id:
        yield server_id, port


@contextmanager
def _server(settings: Settings, workers: int) -> Iterator[int]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WARDLINE_")} | {
        "WARDLINE_DEMO": "1",
        "WARDLINE_PORT": str(settings.port),
        "WARDLINE_DATA_DIR": str(settings.data_dir),
        "WARDLINE_DATABASE_URL": str(settings.database_url),
        "WARDLINE_REQUESTS_PER_MINUTE": "0",
    }
    if settings.scim_secrets_file is not None:
        environment["WARDLINE_SCIM_SECRETS_FILE"] = str(settings.scim_secrets_file)
    arguments = ["-m", "wardline", "serve", "--workers", str(workers)]
    with _running(arguments, environment, f"{settings.origin}/api/health") as server_id:
        yield server_id


@contextmanager
def _running(arguments: Sequence[str], environment: dict[str, str], address: str) -> Iterator[int]:
    """A Python server that ends with the block; yields its process ID once it responds."""
    devnull = subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603 - our own programs
        [sys.executable, *arguments], env=environment, stdin=devnull, stdout=devnull, stderr=devnull
    )
    try:
        _wait(address, process)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            if httpx.get(address).status_code != httpx.codes.SERVICE_UNAVAILABLE:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise RuntimeError("a server did not start")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def prepare(database: EmbeddedPostgres, people: Sequence[Person] = PEOPLE) -> None:
    migrate(database.owner_url, application_role="wardline_app", demonstration=True)
    load_network(NETWORK, database.owner_url)
    make_network(database.owner_url, people)


def clone(database: EmbeddedPostgres, name: str) -> str:
    with database.connect() as connection:
        connection.execute(f"create database {name} template {DATABASE} owner wardline_owner")
        connection.execute(f"grant connect on database {name} to wardline_app")
    return name


def codes(served: ServedDatabase) -> tuple[dict[str, int], dict[str, int]]:
    """Ids of lines and units by their codes."""
    ids = (
        dict(served.driver.execute("select code, id from service_lines").fetchall()),
        dict(served.driver.execute("select code, id from location_units").fetchall()),
    )
    served.driver.commit()
    return ids
