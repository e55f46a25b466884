"""How long somebody waits for the database in all.

A database that stands still keeps its connections open and never answers: its own limits do not run then, and the
operating system goes on confirming what arrives. So whoever waits looks at the clock, and hangs up.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from time import monotonic
from typing import Any, Final, Self, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import ConnectionTimeout, OperationalError, _WaitTimeout
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

GOODBYE_SECONDS: Final = 0.15
"""How long a database has to confirm that it gave a statement up, which proves that it is alive."""

TRUSTED_SECONDS: Final = 1
"""How long a connection that has just worked is taken to go on working."""
_GIVEN_BACK: Final = "given_back"

RV = TypeVar("RV")


class Patience:
    """Runs out with what is spent waiting, and only with that."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._since: float | None = None

    @property
    def left(self) -> float:
        """Seconds; 0 when it has run out."""
        spent = 0.0 if self._since is None else monotonic() - self._since
        return max(self._left - spent, 0.0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Around a wait; one inside another is part of it."""
        if self._since is not None:
            yield
            return
        self._since = monotonic()
        try:
            yield
        finally:
            self._left = self.left
            self._since = None


_current: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """What waits for the database inside the block waits so many seconds in all; None for as long as it takes."""
    before = _current.get()
    _current.set(None if seconds is None else Patience(seconds))
    try:
        yield
    finally:
        _current.set(before)


class PunctualConnection(psycopg.AsyncConnection[Any]):
    """Every wait ends with the patience of whoever waits.

    A database that is alive is asked to give the statement up, and says so (57014). From one that does not even do
    that the connection is cut, as nobody knows what it would still say.
    """

    @classmethod
    async def connect(cls, conninfo: str = "", **options: Any) -> Self:
        patience = _current.get()
        if patience is None:
            return await super().connect(conninfo, **options)
        try:
            with patience.waiting():
                async with asyncio.timeout(patience.left):
                    return await super().connect(conninfo, **options)
        except TimeoutError:
            raise ConnectionTimeout("nobody has answered in time") from None

    async def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:  # noqa: ASYNC109 - psycopg's own signature
        patience = _current.get()
        if patience is None or timeout is not None:
            return await super().wait(gen, interval, timeout)
        with patience.waiting():
            try:
                return await super().wait(gen, interval, patience.left)
            except _WaitTimeout:
                return await self._give_up(gen, interval)

    async def _give_up(self, gen: PQGen[RV], interval: float) -> RV:
        try:
            await self.cancel_safe(timeout=GOODBYE_SECONDS)
            return await super().wait(gen, interval, GOODBYE_SECONDS)
        except (_WaitTimeout, psycopg.errors.CancellationTimeout):
            self.pgconn.finish()
            raise OperationalError("the database stands still") from None


class PunctualPool(AsyncAdaptedQueuePool):
    """Waiting for one of the pool's connections costs patience like any other wait.

    A connection that is handed out is first asked whether it still works (`pool_pre_ping`), unless it has worked a
    moment ago, and since the last time that one turned out to be lost.
    """

    _seconds = 0.0
    _lost_at = 0.0

    @property
    def _timeout(self) -> float:
        patience = _current.get()
        return self._seconds if patience is None else min(self._seconds, patience.left)

    @_timeout.setter
    def _timeout(self, seconds: float) -> None:
        self._seconds = seconds

    __module__ = AsyncAdaptedQueuePool.__module__
    """Whose logger it uses; ours tells more than warnings, and the pool quotes the errors of connections."""

    def _do_get(self) -> ConnectionPoolEntry:
        patience = _current.get()
        with patience.waiting() if patience is not None else nullcontext():
            record: Any = super()._do_get()
        if record.info.get(_GIVEN_BACK, 0.0) > max(self._lost_at, monotonic() - TRUSTED_SECONDS):
            record.fresh = True  # As if it were new, which is what the pool does not ask.
        entry: ConnectionPoolEntry = record
        return entry

    def _do_return_conn(self, record: Any) -> None:
        record.info[_GIVEN_BACK] = monotonic()
        if record.dbapi_connection is None:
            self._lost_at = monotonic()
        super()._do_return_conn(record)
