"""Temporary failures of the database are recognized, and nothing waits for it for long."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from conftest import Cluster
from wardline.core.db import abandoned_commits, psycopg_adapter, sqlalchemy_adapter
from wardline.core.db import database as db
from wardline.core.db.database import Database, DatabaseBusy, DatabaseLost
from wardline.core.db.statements import AnyConnection, compile_statement, execute, fetch_all

SHORT = 100
"""Milliseconds, instead of seconds."""


@pytest.fixture
async def database(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Database]:
    """A pool of two; the limit in the test's parameter is short."""
    if hasattr(request, "param"):
        monkeypatch.setattr(db, request.param, SHORT)
    database = Database(cluster.url, pool_size=2)
    yield database
    await database.close()


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param("40001", DatabaseBusy, id="serialization failure"),
        pytest.param("40P01", DatabaseBusy, id="deadlock"),
        pytest.param("55P03", DatabaseBusy, id="lock timeout"),
        pytest.param("57014", DatabaseBusy, id="statement timeout"),
        pytest.param("08006", DatabaseLost, id="connection failure"),
        pytest.param("53100", DatabaseLost, id="disk full"),
        pytest.param("53300", DatabaseLost, id="too many connections"),
        pytest.param("57P01", DatabaseLost, id="shutdown"),
        pytest.param("25006", DatabaseLost, id="a read-only standby"),
        pytest.param("54001", DBAPIError, id="statement too complex"),
        pytest.param("22012", DBAPIError, id="division by zero"),
    ],
)
async def test_database_errors_are_classified_by_sqlstate(
    database: Database, state: str, expected: type[Exception]
) -> None:
    with pytest.raises(expected):
        async with database.session() as session:
            await session.execute(text(f"do $$ begin raise exception using errcode = '{state}'; end $$"))
    assert await _responds(database)


@pytest.mark.parametrize("database", ["LOCK_MILLISECONDS"], indirect=True)
async def test_waiting_for_a_locked_row_is_limited(database: Database) -> None:
    lock = text("select from users where username = 'nurse' for update")
    async with database.session() as first:
        await first.execute(lock)
        with pytest.raises(DatabaseBusy):
            async with database.transaction() as second:
                await second.execute(lock)


@pytest.mark.parametrize("database", ["STATEMENT_MILLISECONDS"], indirect=True)
async def test_a_long_statement_is_canceled(database: Database) -> None:
    with pytest.raises(DatabaseBusy):
        async with database.transaction() as session:
            await session.execute(text("select pg_sleep(60)"))
    assert await _responds(database)


@pytest.mark.parametrize("database", ["IDLE_IN_TRANSACTION_MILLISECONDS"], indirect=True)
async def test_an_idle_transaction_is_ended(database: Database, cluster: Cluster) -> None:
    async def idle() -> None:
        async with database.session() as session:
            await _ended(cluster, await session.scalar(text("select pg_backend_pid()")))
            await session.execute(text("select 1"))

    with pytest.raises(DatabaseLost):
        await idle()
    assert await _responds(database)


async def test_waiting_for_a_pooled_connection_is_limited(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database.engine.pool, "_timeout", SHORT / 1000)
    async with database.session() as first, database.session() as second:
        await first.execute(text("select 1"))
        await second.execute(text("select 1"))
        with pytest.raises(DatabaseLost):
            await _responds(database)


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "SESSION_WAIT_SECONDS", 0.5)


async def test_the_total_wait_of_a_session_is_limited(short_wait: None, database: Database) -> None:
    async def run_statements() -> None:
        async with database.session() as session:
            while True:
                await session.execute(text("select pg_sleep(0.15)"))

    started_at = time.monotonic()
    with pytest.raises(DatabaseBusy):
        await run_statements()
    assert time.monotonic() - started_at < 1
    assert await _responds(database)


async def test_other_waits_do_not_count(short_wait: None, database: Database) -> None:
    async with database.session() as session:
        await session.execute(text("select 1"))
        await session.rollback()
        await asyncio.sleep(0.6)
        assert await session.scalar(text("select true")) is True


async def test_work_without_a_deadline_is_not_limited(short_wait: None, database: Database) -> None:
    async with database.without_deadline().session() as session:
        await session.execute(text("select pg_sleep(0.7)"))


async def test_a_connection_that_hangs_is_closed(short_wait: None, database: Database, cluster: Cluster) -> None:
    """A stopped server process keeps the connection open and never responds."""
    async with database.session() as session:
        stopped = await session.scalar(text("select pg_backend_pid()")) or 0
    os.kill(stopped, signal.SIGSTOP)
    try:
        started_at = time.monotonic()
        with pytest.raises(DatabaseLost):
            await _responds(database)
        assert time.monotonic() - started_at < 1.2
    finally:
        os.kill(stopped, signal.SIGCONT)
    assert await _responds(database)
    await _ended(cluster, stopped)


async def test_each_statement_on_an_autocommit_connection_is_a_transaction(cluster: Cluster) -> None:
    """A later session on the same connection has one transaction again."""
    database = Database(cluster.url, pool_size=1)
    for _ in range(2):
        async with database.autocommit() as connection:
            assert len({await _transaction_id(connection) for _ in range(3)}) == 3
        async with database.session() as session:
            assert len({await _transaction_id(session) for _ in range(3)}) == 1
    await database.close()


async def test_autocommit_connections_have_the_same_limits(
    short_wait: None, database: Database, cluster: Cluster
) -> None:
    async def run(statement: str) -> None:
        async with database.autocommit() as connection:
            await execute(connection, compile_statement(text(statement)), {})

    with pytest.raises(DatabaseBusy):
        await run("select pg_sleep(5)")
    with pytest.raises(DatabaseLost):
        await run("select pg_terminate_backend(pg_backend_pid())")
    with pytest.raises(psycopg.errors.DivisionByZero):
        await run("select 1 / 0")
    assert await _responds(database)


@pytest.mark.parametrize("kind", ["session", "autocommit"])
async def test_only_one_session_fails_when_all_connections_were_lost(
    database: Database, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A connection that worked a moment ago is not tested; after the first loss all are."""
    monkeypatch.setattr(sqlalchemy_adapter, "TRUSTED_SECONDS", 60)
    connect = database.session if kind == "session" else database.autocommit
    pid = compile_statement(text("select pg_backend_pid() as pid"))
    async with connect() as first, connect() as second:
        processes = [row.pid for connection in (first, second) for row in await fetch_all(connection, pid, {})]
    with cluster.postgres.connect() as admin:
        admin.execute("select pg_terminate_backend(pid) from unnest(%s::int[]) pid", [processes])
    for process in processes:
        await _ended(cluster, process)
    with pytest.raises(DatabaseLost):
        async with connect() as lost:
            await _transaction_id(lost)
    async with connect() as first, connect() as second:
        await _transaction_id(first)
        await _transaction_id(second)


async def test_an_idle_connection_is_tested_before_use(
    database: Database, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlalchemy_adapter, "TRUSTED_SECONDS", 0)
    async with database.session() as session:
        process = await session.scalar(text("select pg_backend_pid()"))
    with cluster.postgres.connect() as admin:
        admin.execute("select pg_terminate_backend(%s)", [process])
    await _ended(cluster, process)
    assert await _responds(database)


async def test_an_unreachable_database() -> None:
    with pytest.raises(DatabaseLost):
        await _responds(Database("postgresql+psycopg://nobody@127.0.0.1:1/nothing"))


async def test_options_in_the_url_are_kept(cluster: Cluster) -> None:
    database = Database(f"{cluster.url}?options=-c%20work_mem%3D3MB")
    async with database.session() as session:
        assert await session.scalar(text("show work_mem")) == "3MB"
        assert await session.scalar(text("show lock_timeout")) == "2s"
    await database.close()


async def _transaction_id(connection: AnyConnection) -> str:
    ((transaction_id,),) = await fetch_all(connection, compile_statement(text("select pg_current_xact_id()::text")), {})
    return str(transaction_id)


async def _responds(database: Database) -> bool:
    async with database.session() as session:
        return await session.scalar(text("select true")) is True


async def _ended(cluster: Cluster, pid: int | None) -> None:
    """Return once this server process is gone."""
    gone = "select not exists (select from pg_stat_activity where pid = %s)"
    with cluster.postgres.connect() as admin:
        while (admin.execute(gone, [pid])).fetchone() != (True,):
            admin.execute("select pg_sleep(0.02)")


@pytest.fixture
async def without_standby(cluster: Cluster, cloned: tuple[str, str]) -> AsyncIterator[Database]:
    """A database whose commits wait for a synchronous standby that does not exist."""
    with cluster.postgres.connect() as admin:
        admin.execute("alter system set synchronous_standby_names = 'nobody_there'")
        admin.execute("select pg_reload_conf()")
        while admin.execute("show synchronous_standby_names").fetchone() != ("nobody_there",):
            admin.execute("select pg_sleep(0.01)")
        options = "-c%20synchronous_commit%3Don%20-c%20client_min_messages%3Derror"
        database = Database(f"{cloned[0]}?options={options}", pool_size=2)
        yield database
        admin.execute("alter system reset synchronous_standby_names")
        admin.execute("select pg_reload_conf()")
    await database.close()


_WRITE = text("insert into idempotency_keys (user_id, key, fingerprint, created_at) values (1, :key, '', now())")
_IN_SYNC_WAIT = "from pg_stat_activity where wait_event = 'SyncRep'"


async def _write(database: Database, key: str) -> None:
    async with database.transaction() as session:
        await session.execute(_WRITE, {"key": key})


async def _keys(database: Database) -> list[str]:
    async with database.session() as session:
        return list(await session.scalars(text("select key from idempotency_keys order by key")))


async def _waits_for_standby(cluster: Cluster) -> object:
    """The process id of the first commit that waits."""
    with cluster.postgres.connect() as admin:
        while True:
            found = admin.execute(f"select pid {_IN_SYNC_WAIT}").fetchone()
            if found:
                return found[0]
            await asyncio.sleep(0.01)


async def test_a_commit_without_its_standby_is_neither_confirmed_nor_visible(
    short_wait: None, without_standby: Database
) -> None:
    with pytest.raises(DatabaseLost):
        await _write(without_standby, "unconfirmed")
    with pytest.raises((DatabaseBusy, DatabaseLost)):  # A repeat waits for the first.
        await _write(without_standby, "unconfirmed")
    assert await _keys(without_standby) == []


async def test_a_commit_canceled_by_an_administrator_is_not_confirmed(
    without_standby: Database, cluster: Cluster
) -> None:
    writing = asyncio.create_task(_write(without_standby, "canceled"))
    waiting = await _waits_for_standby(cluster)
    with cluster.postgres.connect() as admin:
        admin.execute("select pg_cancel_backend(%s)", [waiting])
    with pytest.raises(DatabaseLost):
        await writing


async def test_an_autocommit_statement_is_not_confirmed_without_the_standby(
    short_wait: None, without_standby: Database
) -> None:
    with pytest.raises(DatabaseLost):
        async with without_standby.autocommit() as connection:
            await execute(connection, compile_statement(_WRITE), {"key": "autocommit"})


async def test_canceling_a_task_does_not_cancel_its_commit(without_standby: Database, cluster: Cluster) -> None:
    async def write() -> None:
        async with without_standby.session() as session:
            await session.execute(_WRITE, {"key": "task"})
            await session.commit()

    writing = asyncio.create_task(write())
    await _waits_for_standby(cluster)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await _keys(without_standby) == []


async def test_background_work_does_not_wait_for_a_standby_forever(
    without_standby: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psycopg_adapter, "COMMIT_SECONDS", 0.3)
    with pytest.raises(DatabaseLost):
        await _write(without_standby.without_deadline(), "in the background")


async def test_retries_without_a_standby_do_not_exhaust_the_connections(
    short_wait: None, without_standby: Database, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL keeps waiting for each abandoned commit. More commits are refused, and reads continue."""
    monkeypatch.setattr(abandoned_commits, "ABANDONED_LIMIT", 2)
    for key in ("first", "second", "third", "fourth"):
        with pytest.raises(DatabaseLost):
            await _write(without_standby, key)
    with cluster.postgres.connect() as admin:
        assert admin.execute(f"select count(*) {_IN_SYNC_WAIT}").fetchone() == (2,)
        async with without_standby.transaction() as session:
            assert await session.scalar(text("select true")) is True
        admin.execute("alter system set synchronous_standby_names = ''")
        admin.execute("select pg_reload_conf()")
        while admin.execute(f"select count(*) {_IN_SYNC_WAIT}").fetchone() != (0,):
            admin.execute("select pg_sleep(0.01)")
    await _write(without_standby, "fifth")
    assert await _keys(without_standby) == ["fifth", "first", "second"]


async def test_concurrent_commits_abandon_no_more_than_the_limit(
    short_wait: None, without_standby: Database, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each may be abandoned; none is refused before that happens."""
    monkeypatch.setattr(abandoned_commits, "ABANDONED_LIMIT", 3)
    for keys, waiting in ((("first", "second"), 2), (("third", "fourth"), 3)):
        outcomes = await asyncio.gather(*(_write(without_standby, key) for key in keys), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [DatabaseLost, DatabaseLost]
        with cluster.postgres.connect() as admin:
            assert admin.execute(f"select count(*) {_IN_SYNC_WAIT}").fetchone() == (waiting,)
