"""The database: the base class of all tables, the engine, and one session or autocommit connection per request.

Every wait is short, so neither a locked row nor a database that hangs can block the whole process. Transient
failures are raised as `DatabaseLost` and `DatabaseBusy`.
"""

import copy
import logging
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any, Final

import psycopg
from sqlalchemy import (
    BindParameter,
    ColumnClause,
    DateTime,
    Integer,
    MetaData,
    TableValuedAlias,
    Text,
    bindparam,
    column,
    func,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import QueuePool
from sqlalchemy.types import TypeEngine

from wardline.core.db.abandoned_commits import AbandonedCommits
from wardline.core.db.connecting import KEEPALIVES
from wardline.core.db.deadlines import wait_at_most
from wardline.core.db.psycopg_adapter import DeadlineConnection
from wardline.core.db.sqlalchemy_adapter import DeadlinePool, add_liveness_checks
from wardline.core.db.statements import AutocommitConnection
from wardline.core.errors import Unavailable

log = logging.getLogger(__name__)

POOL_SIZE: Final = 20
"""Of each of the two pools."""
SESSION_WAIT_SECONDS: Final = 2.7
"""How long one session waits for the database in total, so that a request gets a response within three seconds."""
CONNECT_SECONDS: Final = 2
"""How long one of several hosts may take to respond; a request then has time left to try the next one."""
POOL_SECONDS: Final = 2.5
"""How long a request waits for a pooled connection."""
LOCK_MILLISECONDS: Final = 2_000
"""How long a statement waits for a locked row.

Less than `POOL_SECONDS`: requests that queue for one row return their connections before the others time out.
"""
STATEMENT_MILLISECONDS: Final = 15_000
"""How long a statement may run without a deadline, or after its client died without canceling it."""
IDLE_IN_TRANSACTION_MILLISECONDS: Final = 10_000
"""How long a transaction may be idle; no request waits for another server while it has one open."""


class Base(DeclarativeBase):
    """Constraints have names, so that migrations and errors can refer to them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: DateTime(timezone=True), str: Text(), dict[str, Any]: JSONB(), list[Any]: JSONB()}


class DatabaseLost(Unavailable):
    """The database cannot be reached, or is out of connections or disk space."""


class DatabaseBusy(Unavailable):
    """Another transaction held a lock, or a statement took too long; nothing was changed, and a retry may succeed."""

    code = "busy"
    message = "The server is busy with the same record right now. Please try again."
    retry_after = 1


_BUSY: Final = frozenset({"40001", "40P01", "55P03", "57014"})
"""Serialization failure, deadlock, lock timeout, statement timeout."""
_LOST: Final = ("08", "53", "57P", "25006")
"""Prefixes of SQLSTATE: connection exceptions, insufficient resources, a server that shuts down, starts, or is a
read-only standby."""


def id_array(values: Iterable[int]) -> BindParameter[Sequence[int]]:
    """The right side of ``column == any_(...)``: one parameter for any number of ids, so the SQL stays the same."""
    return bindparam(None, sorted(values), type_=ARRAY(Integer))


def parameter_table(
    name: str, types: Mapping[str, TypeEngine[Any]], rows: Collection[Mapping[str, Any]]
) -> TableValuedAlias:
    """Rows as a table with these columns: one parameter for each column and any number of rows."""
    values = (bindparam(None, [row[each] for row in rows], type_=ARRAY(type_)) for each, type_ in types.items())
    columns: list[ColumnClause[Any]] = [column(each, type_) for each, type_ in types.items()]
    return func.unnest(*values).table_valued(*columns).render_derived(name)


class Database:
    """Pools of connections as the application's role; their errors are raised as `DatabaseLost` and `DatabaseBusy`.

    Autocommit connections have a pool of their own, in which PostgreSQL plans each prepared statement once, and never
    for its values: planning a statement of the list takes longer than running it. Session statements may need plans
    that fit their values.
    """

    def __init__(self, url: str, *, pool_size: int = POOL_SIZE) -> None:
        self.url = url
        self._abandoned = AbandonedCommits()
        self.engine = self._create_engine(pool_size)
        self._autocommit_engine = self._create_engine(
            pool_size,
            # The costs of such plans are guesses, on which neither compilation nor parallel processes should depend.
            settings={"plan_cache_mode": "force_generic_plan", "jit": "off", "max_parallel_workers_per_gather": 0},
            isolation_level="AUTOCOMMIT",
            # The most recently used first, so that few connections have to prepare each statement.
            pool_use_lifo=True,
        )
        self._wait_seconds: float | None = SESSION_WAIT_SECONDS
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False, autoflush=False)

    def _create_engine(
        self, pool_size: int, *, settings: Mapping[str, str | int] | None = None, **options: Any
    ) -> AsyncEngine:
        engine = create_async_engine(
            self.url,
            poolclass=DeadlinePool,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            hide_parameters=True,
            connect_args={
                "async_creator_fn": self._connect,
                "connect_timeout": CONNECT_SECONDS,
                "options": _options(self.url, settings or {}),
                **KEEPALIVES,
            },
            **options,
        )
        add_liveness_checks(engine.sync_engine)
        return engine

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """A session that rolls back unless the caller commits."""
        with self._translated_errors(), wait_at_most(self._wait_seconds):
            async with self._sessions() as session:
                yield session

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session that commits unless the block raises."""
        with self._translated_errors(), wait_at_most(self._wait_seconds):
            async with self._sessions() as session:
                yield session
                await session.commit()

    @asynccontextmanager
    async def autocommit(self) -> AsyncIterator[AutocommitConnection]:
        """A connection for a few statements without a transaction, where a session's overhead would dominate."""
        with self._translated_errors(), wait_at_most(self._wait_seconds):
            async with self._autocommit_engine.connect() as connection:
                driver = (await connection.get_raw_connection()).driver_connection
                assert driver is not None  # noqa: S101 - it was just connected
                yield AutocommitConnection(driver)

    def without_deadline(self) -> "Database":
        """The same pools for background work: only the limits of single statements apply."""
        return self.with_deadline(None)

    def with_deadline(self, seconds: float | None) -> "Database":
        """The same pools; each session waits for the database for so long in total, or without limit."""
        limited = copy.copy(self)
        limited._wait_seconds = seconds  # noqa: SLF001 - of the same class
        return limited

    @property
    def in_use(self) -> int:
        """How many connections of the fuller pool are checked out."""
        pools = (engine.pool for engine in (self.engine, self._autocommit_engine))
        return max(pool.checkedout() for pool in pools if isinstance(pool, QueuePool))

    async def close(self) -> None:
        await self.engine.dispose()
        await self._autocommit_engine.dispose()
        self._abandoned.close()

    async def _connect(self, *arguments: Any, **options: Any) -> DeadlineConnection:
        connection = await DeadlineConnection.connect(*arguments, **options)
        connection.abandoned = self._abandoned
        return connection

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        try:
            yield
        except (PoolTimeout, ConnectionError, DBAPIError, psycopg.Error) as error:
            translated = _translate(error)
            if translated is None:
                raise
            cause = _driver_error(error)
            log.warning("database %s: %s", translated.code, getattr(cause, "sqlstate", None) or type(cause).__name__)
            raise translated from error


def _options(url: str, settings: Mapping[str, str | int]) -> str:
    """The limits of every connection and more settings, after the options in the URL itself.

    Warnings must not be suppressed: one of them reports that a transaction was not replicated.
    """
    limits = {
        "lock_timeout": LOCK_MILLISECONDS,
        "statement_timeout": STATEMENT_MILLISECONDS,
        "idle_in_transaction_session_timeout": IDLE_IN_TRANSACTION_MILLISECONDS,
        "client_min_messages": "warning",
    }
    in_url = make_url(url).query.get("options", ())
    options = [in_url] if isinstance(in_url, str) else list(in_url)
    return " ".join([*options, *(f"-c {name}={value}" for name, value in {**limits, **settings}.items())])


def _translate(error: Exception) -> type[Unavailable] | None:
    if isinstance(error, PoolTimeout | ConnectionError):
        return DatabaseLost
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return DatabaseLost
    cause = _driver_error(error)
    if not isinstance(cause, psycopg.Error):
        return None
    if cause.sqlstate is None:
        # No server responded. The driver's other errors without a state are programming errors.
        return DatabaseLost if isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError) else None
    if cause.sqlstate in _BUSY:
        return DatabaseBusy
    return DatabaseLost if cause.sqlstate.startswith(_LOST) else None


def _driver_error(error: Exception) -> BaseException | None:
    """The driver's own error, wrapped by SQLAlchemy or not."""
    return error.orig if isinstance(error, DBAPIError) else error
