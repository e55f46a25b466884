"""How long somebody waits for the database in all.

A database that stands still keeps its connections open and never answers: its own limits do not run then, and the
operating system goes on confirming what arrives. So whoever waits looks at the clock, and hangs up.
"""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from time import monotonic
from typing import Any, Final, Self, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import ConnectionTimeout, Diagnostic, OperationalError, _WaitTimeout
from psycopg.waiting import wait_async
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

GOODBYE_SECONDS: Final = 0.15
"""How long a database has to confirm that it canceled a statement, which proves that it is alive."""

TRUSTED_SECONDS: Final = 1
"""How long a connection that has just worked is taken to go on working."""
_GIVEN_BACK: Final = "given_back"
COMMIT_SECONDS: Final = 5
"""How long a commit may wait when nobody is waiting for it; PostgreSQL's statement timeout does not cover that."""
ABANDONED_LIMIT: Final = 20
"""How many commits of one process may wait for a standby after they were hung up on; not fewer than its pool has."""
_STANDBY_WAIT: Final = "SyncRepWaitForLSN"
"""The function in PostgreSQL that waits for the standby; the text of its warning depends on the server's language."""

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
def wait_at_most(seconds: float | None) -> Iterator[None]:
    """What waits for the database inside the block waits so many seconds in all; None for as long as it takes."""
    before = _current.get()
    _current.set(None if seconds is None else Patience(seconds))
    try:
        yield
    finally:
        _current.set(before)


class AbandonedCommits:
    """Commits that were hung up on and may still wait for a standby, each in a server process of its own.

    PostgreSQL does not notice that its client has left while it waits. Without a limit, retried calls would use up its
    connections, and nobody could even read.
    """

    def __init__(self) -> None:
        self._sockets: list[socket.socket] = []
        self._under_way = 0

    def add(self, descriptor: int) -> None:
        """Follow the connection with this file descriptor, which may be closed afterwards."""
        self._sockets.append(socket.socket(fileno=os.dup(descriptor)))

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Around a commit, which may be hung up on until it ends."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1

    @property
    def may_be_too_many(self) -> bool:
        """Whether another commit could exceed the limit, were it and all that are under way hung up on."""
        if self._most >= ABANDONED_LIMIT:
            ended = [each for each in self._sockets if _has_answered(each)]
            for each in ended:
                each.close()
            self._sockets = [each for each in self._sockets if each not in ended]
        return self._most >= ABANDONED_LIMIT

    @property
    def _most(self) -> int:
        return len(self._sockets) + self._under_way

    def close(self) -> None:
        for each in self._sockets:
            each.close()
        self._sockets = []


def _has_answered(connection: socket.socket) -> bool:
    """Whether the server has sent anything, or closed its end, so that it no longer waits."""
    try:
        connection.recv(1, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


class DeadlineConnection(psycopg.AsyncConnection[Any]):
    """Every wait ends with the patience of whoever waits.

    A database that is alive is asked to give the statement up, and says so (57014). From one that does not even do
    that the connection is cut, as nobody knows what it would still say.

    A commit is never canceled: PostgreSQL confirms one that waits for a synchronous standby when it is canceled,
    although a failover may lose it. The connection is cut instead. The transaction stays open in the database, so that
    others do not see it and a repeat of the same action waits for its outcome.
    """

    abandoned: AbandonedCommits | None = None
    """Where commits go that were hung up on; those of a pool share one."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._is_committing = False
        self._is_replicated = True
        self.add_notice_handler(self._on_notice)

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

    async def commit(self) -> None:
        if self.abandoned is not None and self.abandoned.may_be_too_many and await self._has_written():
            raise OperationalError("too many transactions wait for a standby")
        self._is_committing = True
        try:
            with self.abandoned.one_more() if self.abandoned is not None else nullcontext():
                await super().commit()
        finally:
            self._is_committing = False

    async def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:  # noqa: ASYNC109 - psycopg's own signature
        if self._is_committing:
            answer = await self._wait_or_hang_up(gen, interval)
        else:
            answer = await self._wait_or_give_up(gen, interval, timeout)
        if not self._is_replicated:
            self.pgconn.finish()
            raise OperationalError("the standby has not confirmed the transaction")
        return answer

    def _on_notice(self, notice: Diagnostic) -> None:
        """An administrator may end the wait for the standby as well, with ``pg_cancel_backend``."""
        if notice.source_function == _STANDBY_WAIT:
            self._is_replicated = False

    async def _has_written(self) -> bool:
        cursor = await self.execute("select pg_current_xact_id_if_assigned() is not null")
        return await cursor.fetchone() == (True,)

    async def _wait_or_hang_up(self, gen: PQGen[RV], interval: float) -> RV:
        patience = _current.get()
        seconds = COMMIT_SECONDS if patience is None else max(patience.left, GOODBYE_SECONDS)
        try:
            with patience.waiting() if patience is not None else nullcontext():
                return await wait_async(gen, self.pgconn.socket, interval, seconds)
        except _WaitTimeout:
            self._hang_up()
            raise OperationalError("the commit was not confirmed in time") from None
        except asyncio.CancelledError:
            self._hang_up()
            raise

    def _hang_up(self) -> None:
        if self.abandoned is not None:
            self.abandoned.add(self.pgconn.socket)
        self.pgconn.finish()

    async def _wait_or_give_up(self, gen: PQGen[RV], interval: float, seconds: float | None) -> RV:
        patience = _current.get()
        if patience is None or seconds is not None:
            return await super().wait(gen, interval, seconds)
        with patience.waiting():
            try:
                return await super().wait(gen, interval, patience.left)
            except _WaitTimeout:
                return await self._cancel(gen, interval)

    async def _cancel(self, gen: PQGen[RV], interval: float) -> RV:
        try:
            await self.cancel_safe(timeout=GOODBYE_SECONDS)
            return await super().wait(gen, interval, GOODBYE_SECONDS)
        except (_WaitTimeout, psycopg.errors.CancellationTimeout):
            self.pgconn.finish()
            raise OperationalError("the database stands still") from None


class DeadlinePool(AsyncAdaptedQueuePool):
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
