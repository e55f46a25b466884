"""Statements that wait for the commit."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from psycopg import AsyncCursor
from psycopg.pq import PipelineStatus
from sqlalchemy import bindparam, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db import database as db
from wardline.core.db.before_commit import execute_before_commit, insert_before_commit
from wardline.core.db.database import Database, DatabaseBusy, DatabaseLost
from wardline.core.db.statements import CompiledStatement, compile_statement
from wardline.core.http.idempotency import IdempotencyKey
from wardline.patients.models import Encounter

_APPEND = compile_statement(
    update(IdempotencyKey)
    .where(IdempotencyKey.key == bindparam("key"))
    .values(result=IdempotencyKey.result + bindparam("more"))
)
_RENAME = compile_statement(
    update(IdempotencyKey).where(IdempotencyKey.key == bindparam("key")).values(key=bindparam("new_key"))
)
_END_CONNECTION = compile_statement(text("select pg_terminate_backend(pg_backend_pid()), cast(:nothing as text)"))
_SLEEP = compile_statement(text("select pg_sleep(:seconds)"))
_IS_ASLEEP = (
    "select exists (select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database())"
)
TIMEOUT_SECONDS = 30
"""Long, because it is only reached when something is wrong."""


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    """One whose commits last, with a single connection."""
    database = Database(cloned[0], pool_size=1)
    yield database
    await database.close()


def row(key: str, result: str = "") -> IdempotencyKey:
    return IdempotencyKey(user_id=1, key=key, fingerprint="", created_at=datetime.now(UTC), result=result)


async def stored(database: Database) -> dict[str, str | None]:
    async with database.session() as session:
        rows = await session.execute(select(IdempotencyKey.key, IdempotencyKey.result))
        return dict(list(rows))


def write(session: AsyncSession) -> None:
    """Deferred statements that need each other, and the session's own row."""
    insert_before_commit(session, row("deferred", "1"))
    execute_before_commit(session, _APPEND, {"key": "deferred", "more": "2"})
    session.add(row("own", "1"))
    execute_before_commit(session, _APPEND, {"key": "own", "more": "2"})


async def fail_after_writing(database: Database) -> None:
    async with database.transaction() as session:
        write(session)
        raise ZeroDivisionError


async def commit_with(database: Database, statement: CompiledStatement, parameters: dict[str, Any]) -> None:
    """With a statement in the middle."""
    async with database.transaction() as session:
        write(session)
        execute_before_commit(session, statement, parameters)
        execute_before_commit(session, _APPEND, {"key": "own", "more": "3"})


async def test_they_run_in_order_after_the_sessions_own_changes(database: Database) -> None:
    async with database.transaction() as session:
        write(session)
        assert (await session.scalars(select(IdempotencyKey.key))).all() == []
    assert await stored(database) == {"deferred": "12", "own": "12"}


async def test_they_are_sent_without_waiting_for_each_other(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stored(database)  # A new connection sends statements of its own.
    modes: list[int] = []
    execute = AsyncCursor.execute

    async def record(cursor: AsyncCursor[Any], *arguments: Any, **options: Any) -> Any:
        modes.append(cursor.connection.pgconn.pipeline_status)
        return await execute(cursor, *arguments, **options)

    monkeypatch.setattr(AsyncCursor, "execute", record)
    async with database.transaction() as session:
        write(session)
    assert modes == [PipelineStatus.OFF, *[PipelineStatus.ON] * 3], "the session's own row, the three others"


async def test_a_session_that_does_not_commit_drops_them(database: Database) -> None:
    async with database.session() as session:
        write(session)
    async with database.session() as session:
        insert_before_commit(session, row("deferred"))
        await session.rollback()
        await session.commit()
    with pytest.raises(ZeroDivisionError):
        await fail_after_writing(database)
    assert await stored(database) == {}


async def test_the_error_of_one_rolls_back_all(database: Database) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        await commit_with(database, _RENAME, {"key": "own", "new_key": ""})
    assert await stored(database) == {}


async def test_they_take_no_longer_than_the_session_may(
    cloned: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "SESSION_WAIT_SECONDS", 0.5)
    database = Database(cloned[0], pool_size=1)
    with pytest.raises(DatabaseBusy):
        await commit_with(database, _SLEEP, {"seconds": 10})
    # The pool has only this connection.
    assert await stored(database) == {}
    await database.close()


async def test_a_savepoint_refuses_them_and_its_end_does_not_send_or_drop_those_before(database: Database) -> None:
    async with database.transaction() as session:
        write(session)
        async with session.begin_nested():
            with pytest.raises(RuntimeError, match="savepoint"):
                insert_before_commit(session, row("in savepoint"))
        savepoint = await session.begin_nested()
        await savepoint.rollback()
        assert (await session.scalars(select(IdempotencyKey.key))).all() == ["own"]
    assert await stored(database) == {"deferred": "12", "own": "12"}


def test_a_row_without_a_value_that_python_would_choose_is_refused() -> None:
    session = AsyncSession()
    with pytest.raises(ValueError, match=r"Encounter: \['id'\] must be set"):
        insert_before_commit(session, Encounter(status="in-progress"))


async def test_an_error_does_not_log_rows(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    """The library quotes the second error of a pipeline."""
    driver = await psycopg.AsyncConnection.connect(database.url.replace("+psycopg", ""))
    async with driver:
        with pytest.raises(ZeroDivisionError):
            await fail_in_pipeline(driver)
    assert "Jane" not in caplog.text


async def fail_in_pipeline(driver: psycopg.AsyncConnection[Any]) -> None:
    async with driver.pipeline():
        await driver.execute("insert into idempotency_keys values (1, '', 'Jane', now(), null)")
        raise ZeroDivisionError


async def test_a_connection_lost_among_them_commits_nothing_and_is_replaced(database: Database) -> None:
    with pytest.raises(DatabaseLost):
        await commit_with(database, _END_CONNECTION, {"nothing": "x"})
    assert await stored(database) == {}


async def test_a_caller_canceled_among_them_commits_nothing_and_keeps_no_one_waiting(database: Database) -> None:
    sending = asyncio.create_task(commit_with(database, _SLEEP, {"seconds": 60}))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await until_asleep(database)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        # The only connection can be used again.
        assert await stored(database) == {}


async def until_asleep(database: Database) -> None:
    """Return when a statement of another connection to this database sleeps."""
    address = database.url.replace("+psycopg", "", 1)
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as watching:
        while await (await watching.execute(_IS_ASLEEP)).fetchone() != (True,):  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.01)
