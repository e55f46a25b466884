"""Fixtures of all server tests: a real PostgreSQL with the demonstration network, rolled back after each test.

`database` gives a test one transaction that is never committed. `cloned` gives it its own database, for real
commits, several connections or several processes.
"""

import asyncio
import gc
import itertools
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import orjson
import psycopg
import pytest
from bodies import Bodies, FindPlace, Place, place_of
from fastapi import FastAPI
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from psycopg import sql
from quick_engine import engine_for
from renewed_token import RenewedToken
from sent_statements import recorded_statements
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.db.statements import AutocommitConnection
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import load_declarations
from wardline.demo.identity.issuing import Issuer
from wardline.demo.identity.provider import issuer_for
from wardline.demo.network import NETWORK
from wardline.embedded.postgres import DATABASE, EmbeddedPostgres
from wardline.main import create_api, install_parts
from wardline.network import load_network
from wardline.realtime.publish import CHANNEL
from wardline.settings import Settings
from wardline.startup import migrate

hypothesis.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis.load_profile("patient")  # Deadlines only make tests flaky on a busy machine.


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Fuzzing first: it takes longest and is CPU-bound, while other tests mostly wait."""
    items.sort(key=lambda item: not item.path.name.startswith("test_fuzzed"))


load_declarations()
gc.disable()  # Imports make almost no garbage.


def pytest_collection_finish() -> None:
    """Exclude everything loaded so far from garbage collection, and collect less often: it took 7% of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    gc.enable()


PRISTINE = "pristine"
"""A copy of the shared database without connections, so that it can be cloned at any time."""
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - in our own subdirectory
OFF = ("fsync", "full_page_writes", "synchronous_commit")
# No database can be dropped while a connection that a test has left half open waits to be authenticated.
FAST = dict.fromkeys(OFF, "off") | {"max_connections": "300", "authentication_timeout": "5s"}
NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
"""A Wednesday; the time at which tests stop the clock."""


@dataclass(frozen=True)
class Cluster:
    """The PostgreSQL of a test run, with a migrated and loaded database to clone."""

    postgres: EmbeddedPostgres

    @property
    def url(self) -> str:
        return self.postgres.application_url

    def clone(self, name: str) -> tuple[str, str]:
        """Create a clone of the database; returns its URLs as application and as owner."""
        self._copy(PRISTINE, name)
        return self.postgres.url("wardline_app", name), self.postgres.url("wardline_owner", name)

    def create_pristine_copy(self) -> None:
        """Create the copy for clones, before there are connections."""
        self._copy(DATABASE, PRISTINE)

    def _copy(self, source: str, target: str) -> None:
        with self.postgres.connect() as connection:
            connection.execute(
                sql.SQL("create database {} template {} strategy file_copy owner wardline_owner").format(
                    sql.Identifier(target), sql.Identifier(source)
                )
            )

    def drop(self, name: str) -> None:
        with self.postgres.connect() as connection:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    base = tmp_path_factory.mktemp("database")
    folder = IN_MEMORY / f"wardline-{base.parent.parent.name}-{base.parent.name}" if IN_MEMORY.is_dir() else base
    postgres = EmbeddedPostgres(folder, options=FAST)
    postgres.start()
    try:
        yield cluster_on(postgres)
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


def cluster_on(postgres: EmbeddedPostgres) -> Cluster:
    """A new server with the schema and the demonstration network."""
    migrate(postgres.owner_url, application_role="wardline_app", demonstration=True)
    load_network(NETWORK, postgres.owner_url)
    with psycopg.connect(postgres.owner_url.replace("+psycopg", "")) as owner:
        owner.execute("truncate audit_entries, audit_links restart identity")  # A test finds only its own entries.
    cluster = Cluster(postgres)
    cluster.create_pristine_copy()
    return cluster


@pytest.fixture(scope="session")
def settings(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The demonstration's settings, with its signing key in a directory of the test run, and without a rate limit."""
    return Settings(
        demo=True,
        data_dir=tmp_path_factory.mktemp("data"),
        database_url=cluster.url,
        fhir_timeout=0.5,
        requests_per_minute=0,
    )


@pytest.fixture(scope="session")
def issuer(settings: Settings) -> Issuer:
    """Signs all tokens. Its key is read once, because that takes longer than most requests."""
    return issuer_for(settings)


@pytest.fixture(scope="session")
async def engine(cluster: Cluster) -> AsyncIterator[AsyncEngine]:
    engine = engine_for(cluster.url)
    yield engine
    await engine.dispose()


class RolledBackDatabase:
    """`Database` on one connection: commits end savepoints, and the end of the test rolls back everything."""

    in_use = 1

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection

    def _session(self) -> AsyncSession:
        return AsyncSession(
            self.connection, expire_on_commit=False, autoflush=False, join_transaction_mode="create_savepoint"
        )

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        async with self._session() as session:
            yield session

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        async with self._session() as session:
            yield session
            await session.commit()

    @asynccontextmanager
    async def autocommit(self) -> AsyncIterator[AutocommitConnection]:
        """In a savepoint of the driver, which costs less than one of SQLAlchemy."""
        driver = (await self.connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute("SAVEPOINT autocommit")
        try:
            yield AutocommitConnection(driver)
        except BaseException:
            await driver.execute("ROLLBACK TO SAVEPOINT autocommit")
            raise
        await driver.execute("RELEASE SAVEPOINT autocommit")


def job_context(database: RolledBackDatabase | Database) -> JobContext:
    """The context of a worker's jobs, with settings from the current environment."""
    return JobContext(cast(Database, database), Settings())


@pytest.fixture
async def database(engine: AsyncEngine) -> AsyncIterator[RolledBackDatabase]:
    async with engine.connect() as connection:
        transaction = await connection.begin()
        yield RolledBackDatabase(connection)
        await transaction.rollback()


@pytest.fixture
async def session(database: RolledBackDatabase) -> AsyncIterator[AsyncSession]:
    """For checking what a request wrote, and for data that no request can create."""
    async with database.session() as session:
        yield session


@dataclass(frozen=True)
class SentEvent:
    name: str
    data: dict[str, Any]
    rooms: list[str]


@contextmanager
def published() -> Iterator[list[SentEvent]]:
    """The events published in the block, recorded as they are sent to the database."""
    sent: list[SentEvent] = []

    def record(statement: str, parameters: Any) -> None:
        if "pg_notify" in statement:
            channel, payload = parameters.values() if isinstance(parameters, dict) else parameters
            messages = map(orjson.loads, payload if isinstance(payload, list) else [payload])
            sent.extend(
                SentEvent(message["event"], message["data"], message["rooms"])
                for message in messages
                if channel == CHANNEL and "event" in message
            )

    with recorded_statements(record):
        yield sent


@pytest.fixture
def sent_events() -> Iterator[list[SentEvent]]:
    """The events published by this test."""
    with published() as sent:
        yield sent


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """The SQL statements of this test, without savepoints."""
    recorded: list[str] = []

    def record(statement: str, _parameters: Any) -> None:
        if "SAVEPOINT" not in statement:
            recorded.append(statement)

    with recorded_statements(record):
        yield recorded


@pytest.fixture(scope="session")
def bare_app(settings: Settings) -> FastAPI:
    app = create_api(settings)
    install_parts(app, settings)
    return app


def healthy_app(settings: Settings) -> FastAPI:
    """The HTTP API of a healthy process; the test provides the database."""
    app = create_api(settings)
    install_parts(app, settings)
    running = asyncio.Event()
    running.set()
    app.state.listener = app.state.worker = SimpleNamespace(alive=running)
    app.state.owner_role = False
    app.state.unprotected = []
    return app


@pytest.fixture
def app(bare_app: FastAPI, database: RolledBackDatabase) -> FastAPI:
    """The HTTP API in the test's transaction."""
    bare_app.state.database = database
    return bare_app


SignIn = Callable[[str], httpx.AsyncClient]


@pytest.fixture
async def sign_in(app: FastAPI, settings: Settings, issuer: Issuer) -> AsyncIterator[SignIn]:
    """Returns a client with a token for the named user."""
    clients: list[httpx.AsyncClient] = []

    def make(username: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app, raise_app_exceptions=True)
        signed_in = RenewedToken(issuer, username)
        client = httpx.AsyncClient(transport=transport, base_url=f"{settings.origin}/api", auth=signed_in)
        clients.append(client)
        return client

    yield make
    for client in clients:
        await client.aclose()


@pytest.fixture
def client(request: pytest.FixtureRequest, sign_in: SignIn) -> httpx.AsyncClient:
    """A client for the user in the test's ``as_user`` marker, by default the nurse."""
    marker = request.node.get_closest_marker("as_user")
    return sign_in(marker.args[0] if marker else "nurse")


CheckIn = Callable[..., Awaitable[httpx.AsyncClient]]
_check_in_bodies: dict[tuple[str, str], dict[str, Any]] = {}
"""By user and line; `GET /me`, which they are from, takes longer than the check-in."""


@pytest.fixture
def check_in(sign_in: SignIn) -> CheckIn:
    """Returns a client for the named user, who is on call for the named line."""

    async def make(username: str, *, line: str, primary: bool = True) -> httpx.AsyncClient:
        client = sign_in(username)
        if (username, line) not in _check_in_bodies:
            me = (await client.get("/me")).json()
            line_id = next(active["id"] for active in me["activeServiceLines"] if active["slug"] == line)
            duty = {"roleId": me["defaultCheckinRoleId"], "serviceLineId": line_id}
            _check_in_bodies[username, line] = duty | {"phoneNumber": "(555) 010-0199"}
        response = await client.post("/checkin", json=_check_in_bodies[username, line] | {"primary": primary})
        assert response.status_code == 201, response.text
        return client

    return make


_numbers = itertools.count(1)


@pytest.fixture
def cloned(cluster: Cluster) -> Iterator[tuple[str, str]]:
    """The test's own database with real commits: its URLs as application and as owner."""
    name = f"clone_{next(_numbers)}"
    yield cluster.clone(name)
    cluster.drop(name)


@pytest.fixture
def noon() -> Iterator[datetime]:
    """Stops the clock; `clock.advance` moves it."""
    with clock.clock_at(NOON):
        yield NOON


@pytest.fixture(scope="session")
def find_place(engine: AsyncEngine, settings: Settings) -> FindPlace:
    """Finds a unit where a user may request a line, in its own transaction; cached, since half of all tests need it."""
    app = healthy_app(settings)
    cache: dict[tuple[str, str], Place] = {}

    async def find(client: httpx.AsyncClient, line: str) -> Place:
        if not isinstance(client.auth, RenewedToken):
            return await place_of(client, line)
        key = client.auth.username, line
        if key not in cache:
            async with engine.connect() as connection:
                app.state.database = RolledBackDatabase(connection)
                transport = httpx.ASGITransport(app, raise_app_exceptions=True)
                async with httpx.AsyncClient(transport=transport, base_url=client.base_url, auth=client.auth) as other:
                    cache[key] = await place_of(other, line)
        return cache[key]

    return find


@pytest.fixture
def bodies(find_place: FindPlace) -> Bodies:
    return Bodies(find_place)
