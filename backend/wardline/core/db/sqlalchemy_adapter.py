"""Deadlines and liveness checks for SQLAlchemy's pool. The only module that relies on private parts of SQLAlchemy.

There is one: `QueuePool._timeout`, which the pool reads each time it waits for a connection.
`tests/test_sqlalchemy_adapter.py` fails if that changes, and `pyproject.toml` has an upper bound for SQLAlchemy's
version.
"""

import logging
from contextlib import nullcontext
from time import monotonic
from typing import Any, Final

from sqlalchemy import Dialect, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry, PoolProxiedConnection

from wardline.core.db.deadlines import current_budget

TRUSTED_SECONDS: Final = 1
"""How long a connection that has just worked is assumed to work."""
_WORKED_AT: Final = "worked_at"


class DeadlinePool(AsyncAdaptedQueuePool):
    """A pool in which waiting for a connection counts against the caller's `wait_at_most`."""

    _seconds = 0.0

    @property
    def _timeout(self) -> float:
        budget = current_budget()
        return self._seconds if budget is None else min(self._seconds, budget.left)

    @_timeout.setter
    def _timeout(self, seconds: float) -> None:
        self._seconds = seconds

    def connect(self) -> PoolProxiedConnection:
        budget = current_budget()
        with budget.waiting() if budget is not None else nullcontext():
            return super().connect()


# The pool quotes the errors of connections, which may name patients, in everything below a warning.
logging.getLogger(f"{__name__}.{DeadlinePool.__name__}").setLevel(logging.WARNING)


def add_liveness_checks(engine: Engine) -> None:
    """Test each pooled connection before use, as `pool_pre_ping` does, unless it worked a moment ago.

    After one is found to be lost, all others are tested again.
    """
    checks = _LivenessChecks(engine.dialect)
    event.listen(engine, "connect", checks.mark_working)
    event.listen(engine, "checkin", checks.mark_working)
    event.listen(engine, "invalidate", checks.mark_lost)
    event.listen(engine, "checkout", checks.check)


class _LivenessChecks:
    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._lost_at = 0.0

    def mark_working(self, _: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        entry.info[_WORKED_AT] = monotonic()

    def mark_lost(self, *_: Any) -> None:
        self._lost_at = monotonic()

    def check(self, connection: DBAPIConnection, entry: ConnectionPoolEntry, _: PoolProxiedConnection) -> None:
        if entry.info.get(_WORKED_AT, 0.0) > max(self._lost_at, monotonic() - TRUSTED_SECONDS):
            return
        try:
            self._dialect.do_ping(connection)
        except self._dialect.loaded_dbapi.Error as error:
            if self._dialect.is_disconnect(error, connection, None):
                raise InvalidatePoolError from error
            raise
