"""What administrators are told about the installation."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import orjson
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, SignIn
from wardline.certificates.watched import THIS_SITE
from wardline.core.db.database import Database
from wardline.core.jobs.queue import Backlog, JobsOfKind
from wardline.core.jobs.registry import declared, load_declarations
from wardline.migrations import revisions
from wardline.paging import nodes
from wardline.paging.choices import AlarmKind, NodeTask
from wardline.settings import Settings
from wardline.system.backups import LastBackup, last_backup, record_backup
from wardline.system.groups import audit, backups, certificates, database, disk, keys, paging, protection, work
from wardline.system.groups.nodes import items_of
from wardline.system.reading import DatabaseFacts, ProcessFacts, Reader
from wardline.system.schemas import SystemItem

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
DAY = 86_400


async def read(sign_in: SignIn) -> dict[str, list[dict[str, Any]]]:
    response = await sign_in("admin").get("/system")
    assert response.status_code == 200, response.text
    return {group["kind"]: group["items"] for group in response.json()["groups"]}


def named(items: list[dict[str, Any]], name: str) -> dict[str, Any]:
    (found,) = [item for item in items if item["name"] == name]
    return found


async def test_a_working_installation_needs_no_action(
    sign_in: SignIn, database: RolledBackDatabase, session: AsyncSession, statements: list[str]
) -> None:
    for task in NodeTask:
        await nodes.report(
            cast(Database, database), task, watched=task is NodeTask.WORKS, audited=task is NodeTask.AUDITS
        )
    await session.execute(text("select procrastinate_register_worker_v1(), procrastinate_register_worker_v1()"))
    await sign_in("admin").get("/me")
    statements.clear()
    groups = await read(sign_in)
    assert len(statements) <= 6
    urgent = {item["name"]: item for items in groups.values() for item in items if item["state"] not in {"ok", "note"}}
    assert urgent == {}
    assert [len(items) > 0 for items in groups.values()] == [True] * 9
    (node,) = groups["nodes"]
    assert node["name"] == nodes.NODE_NAME
    assert node["value"].startswith("Answers requests, pages people and runs background work, audits pages; version ")


async def test_a_part_that_cannot_be_read_says_so_and_the_others_are_shown(
    sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: object) -> Backlog:
        raise RuntimeError("patient Zebulon")

    monkeypatch.setattr(work, "backlog", fails)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=50_000_000, total=10**12))
    groups = await read(sign_in)
    assert [(item["state"], item["value"]) for item in groups["work"]] == [("lookSoon", "It could not be read.")]
    assert named(groups["disk"], "Data directory")["value"] == "50.0 MB of 1.0 TB free."
    assert named(groups["disk"], "Data directory")["state"] == "actNow"
    assert "Zebulon" not in str(groups)


async def test_work_that_waits_is_told_apart_from_work_for_later(sign_in: SignIn, session: AsyncSession) -> None:
    """What waits behind a receiver that cannot be reached is no fault of the workers."""
    await session.execute(
        text("""
        insert into procrastinate_jobs (queue_name, task_name, lock, scheduled_at) values
            ('default', 'make_note_document', null, now() - interval '5 minutes'),
            ('default', 'send_lane', 'fax', now() + interval '4 minutes'),
            ('default', 'send_lane', 'fax', now() - interval '9 minutes')
        """)
    )
    failed = "insert into procrastinate_jobs (queue_name, task_name, status) values ('default', :name, 'failed')"
    for name, age in (("verify_patients", "1 hour"), ("plan_ahead", "25 hours")):
        job = await session.scalar(text(f"{failed} returning id"), {"name": name})
        event = (
            "insert into procrastinate_events (job_id, type, at) "
            "values (:job, 'failed', now() - cast(:age as interval))"
        )
        await session.execute(text(event), {"job": job, "age": age})
        await session.execute(
            text("update procrastinate_events set at = now() - interval '2 days' where type = 'deferred'")
        )
    items = (await read(sign_in))["work"]
    assert named(items, "Queue")["value"] == (
        "1 job waiting (Creating PDFs of signed notes: 1), the oldest for 5 minutes; 0 jobs running, 2 for later."
    )
    assert named(items, "Queue")["state"] == "lookSoon"
    assert named(items, "Verifying patients in the hospital's record")["state"] == "lookSoon"
    assert "Planning call schedules ahead" not in str(items)


async def test_open_alarms_say_which_lines_they_are_about(sign_in: SignIn, session: AsyncSession) -> None:
    await session.execute(
        text(
            "insert into paging_alarms (kind, subject, raised_at)"
            " select 'nobodyOnCall', 'line ' || n, now() from generate_series(1, 7) n"
        )
    )
    items = (await read(sign_in))["paging"]
    assert "7 open alarms: line 1, line 2, line 3, line 4, line 5, and 2 more." in {item["value"] for item in items}


def test_every_queued_job_and_every_alarm_has_words() -> None:
    load_declarations()
    queued = {
        job.name for job in declared.values() if job.every_seconds is None and job.function.__module__[:8] == "wardline"
    }
    assert set(work.JOBS) == {*queued, "retry_stalled_jobs"}
    assert set(paging.ACTIONS) == set(AlarmKind)


def process(node: str, task: NodeTask, *, silent: float = 1, version: str = nodes.VERSION) -> nodes.ReportedProcess:
    return nodes.ReportedProcess(node, task, version, 3 * DAY, silent, None)


ALL = [process("here", task) for task in NodeTask]


@pytest.mark.parametrize(
    ("processes", "uptime", "expected"),
    [
        (ALL, DAY, [("ok", "here")]),
        (ALL[:2], DAY, [("actNow", "Nobody audits pages"), ("ok", "here")]),
        (ALL[:2], 20, [("note", "Audits pages"), ("ok", "here")]),
        ([*ALL, process("there", NodeTask.WORKS, silent=16)], DAY, [("ok", "here"), ("lookSoon", "there")]),
        ([*ALL, process("there", NodeTask.SERVES, silent=170)], DAY, [("ok", "here"), ("ok", "there")]),
        (
            [*ALL, process("there", NodeTask.SERVES, version="0")],
            DAY,
            [("lookSoon", "Versions"), ("ok", "here"), ("ok", "there")],
        ),
    ],
    ids=["all well", "no auditor", "just started", "a worker stopped", "two servers", "an upgrade"],
)
def test_nodes_that_are_missing_silent_or_of_another_version_are_named(
    processes: list[nodes.ReportedProcess], uptime: float, expected: list[tuple[str, str]]
) -> None:
    items = items_of(processes, audit_seconds=60, uptime=uptime)
    assert [(item.state, item.name) for item in items] == expected


STATES: list[tuple[SystemItem, str]] = [
    (backups.of_embedded_database(None, now=NOW, is_demo=False), "actNow"),
    (backups.of_embedded_database(None, now=NOW, is_demo=True), "note"),
    *(
        (
            backups.of_embedded_database(LastBackup(at=NOW - timedelta(hours=hours), bytes=5), now=NOW, is_demo=False),
            state,
        )
        for hours, state in ((25, "ok"), (27, "lookSoon"), (24 * 8, "actNow"))
    ),
    *(
        (backups.of_separate_database(DatabaseFacts("0057", "18.1", "", 1, archived, failed)), state)
        for archived, failed, state in (
            (None, None, "note"),
            (60, None, "ok"),
            (60, 600, "ok"),
            (600, 60, "actNow"),
            (None, 60, "actNow"),
            (7_200, None, "lookSoon"),
        )
    ),
    (database.schema(revisions.latest()), "ok"),
    (database.schema("0054"), "actNow"),
    (database.schema("9999"), "lookSoon"),
    (disk.item_of("Disk", disk.Disk(2 * 10**9, 10**10)), "ok"),
    (disk.item_of("Disk", disk.Disk(10**9, 10**10)), "lookSoon"),
    (disk.item_of("Disk", disk.Disk(4 * 10**9, 10**11)), "actNow"),
    (audit.chain(1_001), "actNow"),
    (audit.checkpoints(None, has_key=False, minutes=5), "note"),
    (audit.checkpoints(900, has_key=True, minutes=5), "ok"),
    (audit.checkpoints(1_000, has_key=True, minutes=5), "lookSoon"),
    (keys.provider_keys(None, now=NOW), "ok"),
    (keys.provider_keys(NOW - timedelta(hours=3), now=NOW), "lookSoon"),
    (keys.standalone_keys(29 * DAY), "ok"),
    (keys.standalone_keys(33 * DAY), "lookSoon"),
    (paging.last_audit(170, every_seconds=60, uptime=DAY), "ok"),
    (paging.last_audit(190, every_seconds=60, uptime=DAY), "actNow"),
    (paging.last_audit(190, every_seconds=60, uptime=5), "note"),
    (paging.last_audit(None, every_seconds=60, uptime=5), "note"),
    (paging.last_audit(None, every_seconds=60, uptime=DAY), "actNow"),
    *(
        (work.items_of(Backlog(1, [JobsOfKind("send_lane", 1, seconds, 0, 0, 0)]))[1], state)
        for seconds, state in ((59, "ok"), (61, "lookSoon"), (601, "actNow"))
    ),
    (work.items_of(Backlog(0, []))[0], "actNow"),
    (certificates.item_of(THIS_SITE, None, now=NOW), "note"),
    *(
        (certificates.item_of(THIS_SITE, {"expires_at": expires_at, "fault": fault}, now=NOW), state)
        for expires_at, fault, state in (
            ("2026-03-26T12:00:00+00:00", None, "ok"),
            ("2026-03-24T12:00:00+00:00", None, "lookSoon"),
            ("2026-03-06T12:00:00+00:00", None, "actNow"),
            (None, "expired", "actNow"),
            (None, "untrusted", "actNow"),
            (None, "unreachable", "note"),
            ("2026-03-26T12:00:00+00:00", "unreachable", "lookSoon"),
        )
    ),
]


@pytest.mark.parametrize(("item", "state"), STATES, ids=[f"{item.name}: {item.value}" for item, _ in STATES])
def test_each_state_says_what_to_do(item: SystemItem, state: str) -> None:
    assert item.state == state
    assert state in {"ok", "note"} or item.action


async def test_what_protects_the_trail_is_shown_without_secrets_and_addresses(
    app: FastAPI, session: AsyncSession, settings: Settings, tmp_path: Path
) -> None:
    witness = "https://collector.hospital.example/in?key=hidden"
    old = tmp_path / "hidden-key.pem"
    old.write_text("hidden")
    changed = {
        "audit_key_file": old,
        "fhir_key_file": tmp_path / "hidden",
        "mail_password": "hidden",
        "metrics_token": "hidden",
    }
    given = settings.model_copy(update=changed)
    process_facts = ProcessFacts(True, ["WARDLINE_ALLOW_HTTP_FHIR"], [witness], None)
    reader = Reader(session, given, process_facts)
    failing = (
        "insert into audit_witnesses (name, position, hash, checkpoint_id, failing_since, failure) "
        "values (:name, 0, '', 0, now(), 'no connection')"
    )
    await session.execute(text(failing), {"name": witness})
    found = [*await keys.items(reader), *await audit.items(reader), *await protection.items(reader)]
    assert "hidden" not in "".join(item.model_dump_json() for item in found)
    states = {item.name: item.state for item in found}
    assert states["Witness"] == "actNow"
    assert states["Key for the hospital's record"] == "actNow"
    assert states["Key of the audit trail's checkpoints"] == "ok"
    assert states["Unprotected traffic"] == states["Database role"] == "lookSoon"
    assert [item.value for item in found if item.name == "Secrets in the environment"] == [
        "Their age is not known to Wardline: mail server, metrics."
    ]


def test_the_record_of_a_backup_survives_damage(tmp_path: Path) -> None:
    assert last_backup(tmp_path) is None
    record_backup(tmp_path, 12)
    found = last_backup(tmp_path)
    assert found is not None
    assert found.bytes == 12
    (tmp_path / "last-backup.json").write_text("{")
    assert last_backup(tmp_path) is None


async def test_the_bill_of_materials_can_be_downloaded_and_its_shipped_licenses_read(sign_in: SignIn) -> None:
    admin = sign_in("admin")
    shipped = {(each["name"], each["license"], each["usedIn"]) for each in (await admin.get("/system/licenses")).json()}
    assert {("fastapi", "MIT", "server"), ("@mantine/core", "MIT", "browser")} <= shipped
    assert not {name for name, _, _ in shipped} & {"pytest", "vitest"}
    bill = await admin.get("/system/sbom")
    assert bill.headers["content-disposition"] == 'attachment; filename="wardline-sbom.cdx.json"'
    assert len(orjson.loads(bill.content)["components"]) > len(shipped)
