"""What `sqlalchemy_adapter` expects of SQLAlchemy. If one of these fails after an upgrade, adapt that module first."""

import logging
import time
from collections.abc import AsyncIterator

import pytest
import sqlalchemy
from sqlalchemy import text

from conftest import Cluster
from wardline.core.db import database as db
from wardline.core.db.database import Database, DatabaseLost

VERSION = f"SQLAlchemy {sqlalchemy.__version__}"


@pytest.fixture
async def database(cluster: Cluster) -> AsyncIterator[Database]:
    database = Database(cluster.url, pool_size=1)
    yield database
    await database.close()


async def _seconds_until_refused(database: Database) -> float:
    """How long a second session waits for the pool's only connection."""
    async with database.without_deadline().session() as holder:
        await holder.execute(text("select 1"))
        started_at = time.monotonic()
        with pytest.raises(DatabaseLost):
            async with database.session() as session:
                await session.execute(text("select 1"))
        return time.monotonic() - started_at


async def test_the_pool_waits_no_longer_than_the_budget(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "SESSION_WAIT_SECONDS", 0.2)
    database = Database(cluster.url, pool_size=1)
    assert await _seconds_until_refused(database) < 1, f"{VERSION} no longer reads QueuePool._timeout for each wait"
    await database.close()


async def test_waiting_for_the_pool_counts_against_the_budget(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "SESSION_WAIT_SECONDS", 0.5)
    monkeypatch.setattr(db, "POOL_SECONDS", 0.45)
    database = Database(cluster.url, pool_size=1)
    async with database.without_deadline().session() as holder:
        await holder.execute(text("select 1"))
        started_at = time.monotonic()
        async with database.session() as session:
            for _ in range(2):
                with pytest.raises(sqlalchemy.exc.TimeoutError):
                    await session.execute(text("select 1"))
        assert time.monotonic() - started_at < 0.8, f"{VERSION} no longer calls Pool.connect() for each checkout"
    await database.close()


async def test_the_pool_logs_nothing_below_warning(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    """Messages at those levels quote connection errors."""
    caplog.set_level(logging.INFO)
    pool_logger = database.engine.sync_engine.pool.logger
    assert not pool_logger.isEnabledFor(logging.INFO), f"{VERSION} names the pool's logger differently"
    assert pool_logger.isEnabledFor(logging.WARNING)
