"""Deadlines for psycopg's connections. The only module that relies on parts of psycopg that it does not document.

These are `AsyncConnection.wait`, through which every exchange with the server passes, and `psycopg.waiting.wait_async`,
which can be interrupted and called again with the same generator. `tests/test_psycopg_adapter.py` fails if either
changes, and `pyproject.toml` has an upper bound for psycopg's version.
"""

import asyncio
import logging
from contextlib import nullcontext, suppress
from typing import Any, Final, Self, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import ConnectionTimeout, Diagnostic, OperationalError
from psycopg.pq import TransactionStatus
from psycopg.waiting import wait_async

from wardline.core.db.abandoned_commits import AbandonedCommits
from wardline.core.db.deadlines import current_budget

CANCEL_SECONDS: Final = 0.15
"""How long a database has to confirm that it canceled a statement, which proves that it is alive."""
COMMIT_SECONDS: Final = 5
"""How long a commit may wait outside any deadline; PostgreSQL's statement timeout does not cover that wait."""
_STANDBY_WAIT: Final = "SyncRepWaitForLSN"
"""The function in PostgreSQL that waits for the standby; the text of its warning depends on the server's language."""

RV = TypeVar("RV")

# In a pipeline, a warning quotes the second error, whose details may name patients.
logging.getLogger("psycopg").setLevel(logging.ERROR)


class DeadlineConnection(psycopg.AsyncConnection[Any]):
    """A connection on which every wait ends with the caller's `wait_at_most`.

    A statement that takes too long is canceled, and a live database confirms that (57014). If it does not, the
    connection is closed, because its state is unknown.

    A commit is never canceled: when canceled, PostgreSQL confirms a commit that waits for a synchronous standby,
    although a failover may lose it. The connection is closed instead. The transaction stays open in the database, so
    others do not see it, and a repeat of the same action waits for its outcome.
    """

    abandoned: AbandonedCommits | None = None
    """Tracks commits whose connection was closed; the connections of a pool share one."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._is_committing = False
        self._is_replicated = True
        self.add_notice_handler(self._on_notice)

    @classmethod
    async def connect(cls, conninfo: str = "", **options: Any) -> Self:
        budget = current_budget()
        if budget is None:
            return await super().connect(conninfo, **options)
        try:
            with budget.waiting():
                async with asyncio.timeout(budget.left):
                    return await super().connect(conninfo, **options)
        except TimeoutError:
            raise ConnectionTimeout("the database did not respond in time") from None

    async def commit(self) -> None:
        if self.abandoned is not None and self.abandoned.is_at_limit and await self._has_written():
            # SQLAlchemy considers the transaction over, and the next caller would get the connection with it.
            await self.rollback()
            raise OperationalError("too many transactions wait for a standby")
        self._is_committing = True
        try:
            with self.abandoned.in_progress() if self.abandoned is not None else nullcontext():
                await super().commit()
        finally:
            self._is_committing = False

    async def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:  # noqa: ASYNC109 - psycopg's own signature
        if self._is_committing:
            result = await self._wait_for_commit(gen, interval)
        else:
            result = await self._wait_for_statement(gen, interval, timeout)
        if not self._is_replicated:
            self.pgconn.finish()
            raise OperationalError("the standby has not confirmed the transaction")
        return result

    def _on_notice(self, notice: Diagnostic) -> None:
        """An administrator may also end the wait for the standby, with ``pg_cancel_backend``."""
        if notice.source_function == _STANDBY_WAIT:
            self._is_replicated = False

    async def _has_written(self) -> bool:
        cursor = await self.execute("select pg_current_xact_id_if_assigned() is not null")
        return await cursor.fetchone() == (True,)

    async def _wait_for_commit(self, gen: PQGen[RV], interval: float) -> RV:
        budget = current_budget()
        seconds = COMMIT_SECONDS if budget is None else max(budget.left, CANCEL_SECONDS)
        try:
            with budget.waiting() if budget is not None else nullcontext():
                return await self._interruptible(gen, interval, seconds)
        except TimeoutError:
            self._abandon()
            raise OperationalError("the commit was not confirmed in time") from None
        except asyncio.CancelledError:
            self._abandon()
            raise

    def _abandon(self) -> None:
        try:
            if self.abandoned is not None:
                self.abandoned.add(self.pgconn.socket)
        finally:
            self.pgconn.finish()

    async def _wait_for_statement(self, gen: PQGen[RV], interval: float, seconds: float | None) -> RV:
        budget = current_budget()
        if budget is None or seconds is not None:
            return await super().wait(gen, interval, seconds)
        with budget.waiting():
            try:
                return await self._interruptible(gen, interval, budget.left)
            except TimeoutError:
                return await self._cancel_statement(gen, interval)
            except asyncio.CancelledError:
                if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                    with suppress(psycopg.Error):  # QueryCanceled, as intended.
                        await self._cancel_statement(gen, interval)
                raise

    async def _cancel_statement(self, gen: PQGen[RV], interval: float) -> RV:
        try:
            try:
                await self.cancel_safe(timeout=CANCEL_SECONDS)
            except psycopg.Error:  # The cancel request did not arrive either.
                raise TimeoutError from None
            return await self._interruptible(gen, interval, CANCEL_SECONDS)
        except TimeoutError:
            self.pgconn.finish()
            raise OperationalError("the database does not respond") from None
        except asyncio.CancelledError:
            self.pgconn.finish()
            raise

    async def _interruptible(self, gen: PQGen[RV], interval: float, seconds: float) -> RV:
        """Raises `TimeoutError` after so many seconds; waiting for the same `gen` again then resumes it."""
        async with asyncio.timeout(seconds):
            return await wait_async(gen, self.pgconn.socket, interval)
