"""`wardline audit-pages` as a command, and what it does when the database hangs."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from tests.operations.conftest import TIMEOUT_SECONDS, Run, environment, rows
from wardline import probe
from wardline.core.db.database import Database
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.paging.auditor.run import audit
from wardline.paging.tests.monitor import running_monitor
from wardline.settings import Settings

FAULTY = 3
FROM_A_SIGNAL = 130
WATCHED = (
    "insert into paging_nodes (name, ahead_seconds, reported_at, watched_at) values ('worker', 0, now(), now())"
    " on conflict (name) do update set watched_at = now()"
)
WORKER = "insert into procrastinate_workers (last_heartbeat) values (now()), (now())"


@pytest.fixture
def settings(postgres: EmbeddedPostgres, migrated: str) -> dict[str, Any]:
    return {"database_url": postgres.url("wardline_app", migrated), "oidc_issuer": "https://provider.example"}


def test_one_run_says_in_its_exit_code_whether_all_is_well(wardline: Run, settings: dict[str, Any]) -> None:
    stopped = wardline("audit-pages", "--once", **settings)
    assert (stopped.code, stopped.output) == (FAULTY, "Not all is well: the log says why.\n")
    assert "alarm: Nothing sends pages (1)" in stopped.errors
    rows(settings["database_url"], WATCHED)
    rows(settings["database_url"], WORKER)
    working = wardline("audit-pages", "--once", **settings)
    assert (working.code, working.output) == (0, "All is well.\n")
    assert "alarm cleared: Nothing sends pages (1)" in working.errors


@pytest.mark.parametrize("address", ["http://monitor.example/ping", "ftp://127.0.0.1/ping", "monitor"])
def test_a_heartbeat_address_without_tls_is_refused_and_not_shown(
    wardline: Run, settings: dict[str, Any], address: str
) -> None:
    refused = wardline("audit-pages", "--once", heartbeat_url=address, **settings)
    assert refused.code == 1
    assert "WARDLINE_HEARTBEAT_URL: is not an https address" in refused.errors
    assert address not in refused.errors


def test_the_command_runs_until_a_signal_in_a_process_of_its_own(settings: dict[str, Any]) -> None:
    command = [sys.executable, "-m", "wardline", "audit-pages"]
    with subprocess.Popen(command, env=environment(**settings), stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert b"is ready" in process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            assert process.wait(TIMEOUT_SECONDS) == 0
        finally:
            process.kill()


def test_a_signal_during_a_callback_stops_a_command(wardline: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGTERM)
        await asyncio.sleep(TIMEOUT_SECONDS)

    monkeypatch.setattr(probe, "check_health", lambda _settings, _say: asyncio.run(wait()))
    assert wardline("health").code == FROM_A_SIGNAL


@contextmanager
def _locked(postgres: EmbeddedPostgres, name: str) -> Iterator[None]:
    """Every statement about escalations waits."""
    with psycopg.connect(postgres.url("wardline_owner", name).replace("+psycopg", "")) as holding:
        holding.execute("lock table escalations in access exclusive mode")
        yield


@contextmanager
def _stopped(postgres: EmbeddedPostgres, name: str) -> Iterator[None]:
    """The connections of the application stay open, and nothing responds anymore."""
    query = "select pid from pg_stat_activity where usename = 'wardline_app' and datname = %s"
    with postgres.connect() as connection:
        pids = [pid for (pid,) in connection.execute(query, [name])]
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("hanging", ["table", "server"])
async def test_a_database_that_hangs_stops_the_heartbeat_and_not_the_auditor(
    settings: dict[str, Any], postgres: EmbeddedPostgres, migrated: str, hanging: str
) -> None:
    rows(settings["database_url"], WATCHED)
    rows(settings["database_url"], WORKER)
    database = Database(Settings(**settings).database_url or "", pool_size=2)
    async with running_monitor() as monitor:
        audited = Settings(**settings, heartbeat_url=monitor.url)
        try:
            assert await audit(database.with_deadline(0.5), audited)
            with _locked(postgres, migrated) if hanging == "table" else _stopped(postgres, migrated):
                started = time.monotonic()
                assert not await audit(database.with_deadline(0.5), audited)
                assert time.monotonic() - started < 20
            assert len(monitor.requests) == 1
            assert await audit(database.with_deadline(5), audited)
            assert len(monitor.requests) == 2
        finally:
            await database.close()
