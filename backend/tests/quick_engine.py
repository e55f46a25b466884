"""Connections for tests that roll back, which send many small statements."""

from typing import Any, cast

import psycopg
from psycopg._preparing import PrepareManager
from psycopg.abc import PQGen
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine


class LastingStatements(PrepareManager):
    """Keeps prepared statements after a rollback, which every test ends with; no test changes the schema."""

    def _should_discard(self, *_: object) -> bool:
        return False


class BlockingConnection(psycopg.AsyncConnection[Any]):
    """Waits like a synchronous connection, because the event loop's part of a statement takes longer than the rest.

    Nothing else in this process runs meanwhile, not even a transaction that this one waits for.
    """

    async def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:  # noqa: ASYNC109 - psycopg's own signature
        return psycopg.Connection.wait(cast(Any, self), gen, interval, timeout)


def engine_for(url: str) -> AsyncEngine:
    """An engine for tests that roll back."""
    engine = create_async_engine(url, connect_args={"async_creator_fn": BlockingConnection.connect})

    @event.listens_for(engine.sync_engine, "connect")
    def keep_statements(connection: Any, _: object) -> None:
        connection.driver_connection._prepared = LastingStatements()

    return engine
