"""The database: tables' common base, one engine, one session or one bare connection a request.

Nobody waits for long, so that neither one row which somebody holds nor a database that stands still ever takes the
whole process with it. What the database cannot do now is told in two words of our own: `DatabaseLost` and
`DatabaseBusy`.
"""

import copy
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any, Final

import psycopg
from sqlalchemy import BindParameter, DateTime, Integer, MetaData, Text, bindparam
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import QueuePool

from wardline.core.db.patience import AbandonedCommits, DeadlineConnection, DeadlinePool, wait_at_most
from wardline.core.db.statements import AutocommitConnection
from wardline.core.errors import Unavailable

log = logging.getLogger(__name__)

POOL_SIZE: Final = 20
ANSWER_SECONDS: Final = 2.7
"""How long one session waits for the database in all, so that whoever asks has an answer within three seconds."""
CONNECT_SECONDS: Final = 2
"""How long one of several hosts may take to answer; a call has time left to ask the next one."""
POOL_SECONDS: Final = 2.5
"""How long a call waits for one of the pool's connections."""
LOCK_MILLISECONDS: Final = 2_000
"""How long a statement waits for a row that somebody else holds.

Less than calls wait for a connection: those who queue for one row give theirs back before the others give up.
"""
STATEMENT_MILLISECONDS: Final = 15_000
"""How long a statement may run for those who have more patience, and for whoever died without taking it back."""
IDLE_IN_TRANSACTION_MILLISECONDS: Final = 10_000
"""How long a transaction may do nothing; no call waits for another server while it has one open."""


class Base(DeclarativeBase):
    """Constraints are named, so that a migration and an error can speak of them."""

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
    """The database cannot be reached, or has no connection or no space to spare."""


class DatabaseBusy(Unavailable):
    """Somebody else held what was needed, or it took too long; nothing was changed, and another try may succeed."""

    code = "busy"
    message = "The server is busy with the same record right now. Please try again."
    retry_after = 1


_BUSY: Final = frozenset({"40001", "40P01", "55P03", "57014"})
"""Serialization failure, deadlock, lock timeout, statement timeout."""
_LOST: Final = ("08", "53", "57P", "25006")
"""Beginnings of the states: connection exceptions, insufficient resources, a server that shuts down, starts
or only copies another one."""


def id_array(values: Iterable[int]) -> BindParameter[Sequence[int]]:
    """The right side of ``column == any_(...)``: one parameter however many ids, so the statement stays the same."""
    return bindparam(None, sorted(values), type_=ARRAY(Integer))


class Database:
    """One pool of connections as the application's role; sessions raise `DatabaseLost` and `DatabaseBusy`."""

    def __init__(self, url: str, *, pool_size: int = POOL_SIZE) -> None:
        self.url = url
        self._abandoned = AbandonedCommits()
        self.engine: AsyncEngine = create_async_engine(
            url,
            poolclass=DeadlinePool,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={
                "async_creator_fn": self._connect,
                "connect_timeout": CONNECT_SECONDS,
                "keepalives_idle": 5,
                "keepalives_interval": 2,
                "keepalives_count": 3,
                "options": _options(url),
            },
        )
        self._seconds: float | None = ANSWER_SECONDS
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False, autoflush=False)
        self._each_for_itself = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """A session whose work is dropped unless the caller commits it."""
        with self._in_our_words(), wait_at_most(self._seconds):
            async with self._sessions() as session:
                yield session

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session that commits when the block ends well."""
        with self._in_our_words(), wait_at_most(self._seconds):
            async with self._sessions.begin() as session:
                yield session

    @asynccontextmanager
    async def autocommit(self) -> AsyncIterator[AutocommitConnection]:
        """For a few statements that need no transaction around them; a session would take longer than they do."""
        with self._in_our_words(), wait_at_most(self._seconds):
            async with self._each_for_itself.connect() as connection:
                driver = (await connection.get_raw_connection()).driver_connection
                assert driver is not None  # noqa: S101 - it was connected this moment
                yield AutocommitConnection(driver)

    def without_deadline(self) -> "Database":
        """The same connections for work that nobody waits for: only the limits of a statement hold."""
        without_deadline = copy.copy(self)
        without_deadline._seconds = None  # noqa: SLF001 - it is one of us
        return without_deadline

    @property
    def in_use(self) -> int:
        """How many of the pool's connections are at work."""
        pool = self.engine.pool
        return pool.checkedout() if isinstance(pool, QueuePool) else 0

    async def close(self) -> None:
        await self.engine.dispose()
        self._abandoned.close()

    async def _connect(self, *arguments: Any, **options: Any) -> DeadlineConnection:
        connection = await DeadlineConnection.connect(*arguments, **options)
        connection.abandoned = self._abandoned
        return connection

    @contextmanager
    def _in_our_words(self) -> Iterator[None]:
        try:
            yield
        except (PoolTimeout, ConnectionError, DBAPIError, psycopg.Error) as error:
            situation = _situation(error)
            if situation is None:
                raise
            cause = _cause(error)
            log.warning("database %s: %s", situation.code, getattr(cause, "sqlstate", None) or type(cause).__name__)
            raise situation from error


def _options(url: str) -> str:
    """The limits of every connection, beside the options that the address itself gives.

    Warnings must arrive: one of them says that a transaction was not replicated.
    """
    limits = {
        "lock_timeout": LOCK_MILLISECONDS,
        "statement_timeout": STATEMENT_MILLISECONDS,
        "idle_in_transaction_session_timeout": IDLE_IN_TRANSACTION_MILLISECONDS,
        "client_min_messages": "warning",
    }
    own = make_url(url).query.get("options", ())
    given = [own] if isinstance(own, str) else list(own)
    return " ".join([*given, *(f"-c {name}={limit}" for name, limit in limits.items())])


def _situation(error: Exception) -> type[Unavailable] | None:
    if isinstance(error, PoolTimeout | ConnectionError):
        return DatabaseLost
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return DatabaseLost
    cause = _cause(error)
    if not isinstance(cause, psycopg.Error):
        return None
    if cause.sqlstate is None:
        # No server has answered; a driver's other errors are the code's own mistakes.
        return DatabaseLost if isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError) else None
    if cause.sqlstate in _BUSY:
        return DatabaseBusy
    return DatabaseLost if cause.sqlstate.startswith(_LOST) else None


def _cause(error: Exception) -> BaseException | None:
    """What the driver said, to SQLAlchemy or straight to us."""
    return error.orig if isinstance(error, DBAPIError) else error
