"""Health, metrics and logs."""

import asyncio
import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import orjson
import psycopg
import pytest

from tests.operations.conftest import rows, running
from tests.operations.test_refusals import ISSUER
from wardline.audit.chain import link_new
from wardline.audit.witnesses.registry import witnesses_of
from wardline.audit.witnesses.shipping import ship
from wardline.core.db.advisory_locks import AdvisoryLock
from wardline.core.db.database import Database
from wardline.core.logs import JsonFormatter, TextFormatter
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.paging import nodes
from wardline.settings import Settings

TOKEN = "a token for the scraper"
SECRET = "Mary Ann O'Connor"


@pytest.fixture
def settings(postgres: EmbeddedPostgres, migrated: str) -> Settings:
    return Settings(
        database_url=postgres.url("wardline_app", migrated), oidc_issuer=ISSUER, metrics_token=TOKEN, log_format="json"
    )


@pytest.mark.parametrize(
    ("revision", "status", "is_current"), [("0001", 503, False), ("from-a-newer-version", 200, True)]
)
async def test_health_reports_a_schema_that_is_too_old(
    settings: Settings, postgres: EmbeddedPostgres, migrated: str, revision: str, status: int, is_current: bool
) -> None:
    async with running(settings) as client:
        assert (await client.get("/api/health")).json() == {
            "status": "ready",
            "database": True,
            "migrations": True,
            "listening": True,
            "working": True,
            "ownerRole": False,
            "unprotected": [],
            "witnessBehind": None,
            "witnessFailing": False,
            "pagingAlarms": [],
            "pagesAuditedAt": None,
        }
        setting = f"update alembic_version set version_num = '{revision}'"  # noqa: S608 - our own revisions
        rows(postgres.url("wardline_owner", migrated), setting)
        response = await client.get("/api/health")
    assert (response.status_code, response.json()["migrations"]) == (status, is_current)


@pytest.mark.parametrize(("is_worker", "workers"), [(True, 1), (False, 0)])
async def test_a_server_can_leave_background_jobs_to_others(
    settings: Settings, postgres: EmbeddedPostgres, migrated: str, is_worker: bool, workers: int
) -> None:
    async with running(settings.model_copy(update={"background_jobs": is_worker})) as client:
        assert (await client.get("/api/health")).json()["working"] is True
        metrics = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert f"wardline_workers {float(workers)}" in metrics.text.splitlines()
        died = "update procrastinate_workers set last_heartbeat = now() - interval '31 s'"
        rows(postgres.url("wardline_owner", migrated), died)
        metrics = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert "wardline_workers 0.0" in metrics.text.splitlines()


async def test_a_server_without_a_worker_reports_its_clock(
    settings: Settings, postgres: EmbeddedPostgres, migrated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The auditor compares it with the database's. A report that fails is followed by another one.

    Administrators see what the node does, until it stops.
    """
    monkeypatch.setattr(nodes, "CLOCK_SECONDS", 0.01)
    owner = postgres.url("wardline_owner", migrated)
    reported = "select name, abs(ahead_seconds) < 2, watched_at, audited_at from paging_nodes"
    tasks = "select node, task, version from node_processes"
    rows(owner, "revoke insert on paging_nodes from wardline_app")
    async with running(settings.model_copy(update={"background_jobs": False})) as client, asyncio.timeout(30):
        assert (await client.get("/api/health")).is_success
        assert rows(owner, reported) == []
        rows(owner, "grant insert on paging_nodes to wardline_app")
        while not (found := rows(owner, reported)):
            await asyncio.sleep(0.01)
        assert rows(owner, tasks) == [(nodes.NODE_NAME, "serves", nodes.VERSION)]
    assert found == [(nodes.NODE_NAME, True, None, None)]
    assert rows(owner, tasks) == []


async def test_an_alarm_of_a_kind_that_only_a_newer_version_knows_is_left_out(
    settings: Settings, migrated: str, postgres: EmbeddedPostgres
) -> None:
    """While that version is being deployed, this one is still running."""
    owner = postgres.url("wardline_owner", migrated)
    rows(owner, "alter table paging_alarms drop constraint ck_paging_alarms_kind")
    raised = "insert into paging_alarms (kind, subject, raised_at) values ('ofANewerVersion', '', now())"
    rows(owner, f"{raised}, ('clockSkew', '', now())")
    async with running(settings) as client:
        health = await client.get("/api/health")
        metrics = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert (health.status_code, health.json()["pagingAlarms"]) == (200, ["clockSkew"])
    assert 'wardline_paging_alarms{kind="clockSkew"} 1.0' in metrics.text.splitlines()


async def test_metrics_need_the_token(settings: Settings, migrated: str, postgres: EmbeddedPostgres) -> None:
    entry = "select record_audit_entry('x', 1, 'x', 200::smallint, null, null, '{}', '{}', '{}', '{}', null)"
    delivery = (
        "insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at, told_at)"
        " values ('fax', 'x', 'x', 'x', 'failed', now(), now(), now())"
    )
    async with running(settings) as client:
        for headers in ({}, {"Authorization": "Bearer wrong"}):
            response = await client.get("/metrics", headers=headers)
            assert (response.status_code, response.json()["code"]) == (401, "not_signed_in")
        await client.get("/api/me")
        with psycopg.connect(postgres.url("wardline_app", migrated).replace("+psycopg", "")) as linking:
            linking.execute("select pg_advisory_lock(%s)", [AdvisoryLock.AUDIT_CHAIN])
            rows(postgres.url("wardline_app", migrated), entry)
            rows(postgres.url("wardline_app", migrated), delivery)
            response = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    found = dict(line.rsplit(" ", 1) for line in response.text.splitlines() if not line.startswith("#"))
    assert response.headers["content-type"].startswith("text/plain")
    assert float(found['wardline_request_seconds_count{operation="getMe",status="401"}']) >= 1
    assert [found[f'wardline_ready{{part="{part}"}}'] for part in ("database", "migrations", "listening")] == [
        "1.0"
    ] * 3
    assert float(found["wardline_audit_unlinked"]) >= 1
    assert float(found['wardline_jobs{status="failed"}']) == 0
    undelivered = [float(found[f'wardline_undelivered{{what="{what}"}}']) for what in ("fax", "filing", "document")]
    assert undelivered == [1, 0, 0]
    assert {"wardline_sockets", "wardline_database_connections"} < found.keys()


async def test_metrics_are_returned_without_those_that_cannot_be_counted(
    settings: Settings, migrated: str, postgres: EmbeddedPostgres
) -> None:
    async with running(settings) as client:
        with psycopg.connect(postgres.url("wardline_owner", migrated).replace("+psycopg", "")) as holding:
            holding.execute("lock table audit_links in access exclusive mode")
            response = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    assert 'wardline_ready{part="database"} 1.0' in response.text


async def test_an_unreachable_witness_is_reported(
    settings: Settings, migrated: str, postgres: EmbeddedPostgres, tmp_path: Path
) -> None:
    """Health and metrics show how far it is behind, and an alert, until it can be reached again."""
    folder = tmp_path / "missing"
    address = f"file://{folder}/audit.ndjson"
    settings = settings.model_copy(update={"audit_witnesses": address})
    entry = "select record_audit_entry('x', 1, 'x', 200::smallint, null, null, '{}', '{}', '{}', '{}', null)"
    database = Database(settings.database_url or "", pool_size=2)
    alert = 'wardline_support_alerts{kind="AuditWitness"}'
    behind = f'wardline_audit_witness_behind{{witness="{address}"}}'
    async with running(settings) as client:
        for _ in range(3):
            rows(postgres.url("wardline_app", migrated), entry)
        for expected in ((3, True), (0, False)):
            await link_new(database)
            await ship(database, *witnesses_of(settings))
            health = (await client.get("/api/health")).json()
            assert (health["status"], health["witnessBehind"], health["witnessFailing"]) == ("ready", *expected)
            response = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
            found = dict(line.rsplit(" ", 1) for line in response.text.splitlines() if not line.startswith("#"))
            assert (float(found[behind]), float(found[alert])) == expected
            folder.mkdir(exist_ok=True)
    await database.close()


async def test_there_are_no_metrics_without_a_configured_token(settings: Settings) -> None:
    async with running(settings.model_copy(update={"metrics_token": None})) as client:
        response = await client.get("/metrics", headers={"Authorization": "Bearer"})
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """The log output of this process."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


async def test_a_call_is_logged_once_with_its_id_and_without_its_url(settings: Settings, lines: StringIO) -> None:
    consult = "/api/consults/11111111-2222-4333-8444-555555555555"
    async with running(settings) as client:
        response = await client.get(consult, params={"name": SECRET}, headers={"X-Request-ID": "from-the-proxy"})
    assert response.headers["x-request-id"] == "from-the-proxy"
    logged = [orjson.loads(line) for line in lines.getvalue().splitlines()]
    (line,) = [line for line in logged if line["logger"] == "wardline.core.http.request_context"]
    assert (line["message"], line["request_id"], line["user_id"]) == ("getConsult 401", "from-the-proxy", None)
    assert line["milliseconds"] > 0
    assert "11111111" not in lines.getvalue()
    assert "Connor" not in lines.getvalue()


def fail() -> None:
    try:
        int(SECRET)
    except ValueError as error:
        raise RuntimeError(f"cannot store {SECRET}") from error


def failed() -> logging.LogRecord:
    try:
        fail()
    except RuntimeError as error:
        info = (type(error), error, error.__traceback__)
    return logging.makeLogRecord(
        {"name": "procrastinate.worker", "levelname": "ERROR", "msg": "Job %s failed", "args": (7,), "exc_info": info}
    )


def test_an_exception_is_logged_without_its_message() -> None:
    line = orjson.loads(JsonFormatter().format(failed()))
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "procrastinate.worker", "Job 7 failed")
    assert line["error"].startswith("RuntimeError from ValueError at fail (test_monitoring.py:")
    assert line["at"].endswith("+00:00")
    text = TextFormatter().format(failed())
    assert "RuntimeError from ValueError at fail (" in text
    assert SECRET not in str(line) + text


def test_extra_fields_are_logged() -> None:
    record = logging.makeLogRecord(
        {"name": "x", "levelname": "INFO", "msg": "getMe 200", "user_id": 5, "milliseconds": 3.2}
    )
    line = orjson.loads(JsonFormatter().format(record))
    assert (line["message"], line["user_id"], line["milliseconds"]) == ("getMe 200", 5, 3.2)
    assert TextFormatter().format(record).endswith("x: getMe 200 user_id=5 milliseconds=3.2")
