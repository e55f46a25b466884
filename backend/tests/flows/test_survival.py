"""Crashes: nothing that was confirmed is missing, and jobs are done in the end."""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from bodies import Bodies

from conftest import Cluster
from wardline.core.db.database import Database
from wardline.core.jobs.registry import declared, load_declarations
from wardline.core.jobs.worker import Worker
from wardline.settings import Settings

from .conftest import TIMEOUT_SECONDS, StartServer

REQUESTERS = 8
RESPONSES_BEFORE_KILL = 26
EVERY_SECOND = "* * * * * *"
WORKER = Path(__file__).parent / "killable_worker.py"


@pytest.mark.req("API-03")
async def test_a_killed_server_keeps_its_responses_and_finishes_the_rest_once(
    start_server: StartServer, bodies: Bodies
) -> None:
    server = await start_server()
    confirmed: dict[str, str] = {}
    requested: set[str] = set()
    enough = asyncio.Event()
    async with server.client("nurse") as nurse:
        body = await bodies.request(nurse)

        async def keep_requesting(person: int) -> None:
            for number in itertools.count():
                key = f"press-{person}-{number}"
                requested.add(key)
                confirmed[key] = await request(nurse, body, key)
                if len(confirmed) >= RESPONSES_BEFORE_KILL:
                    enough.set()

        requesters = [asyncio.create_task(keep_requesting(person)) for person in range(REQUESTERS)]
        await enough.wait()
        server.kill()
        ends = await asyncio.gather(*requesters, return_exceptions=True)
    assert {isinstance(end, httpx.TransportError) for end in ends} == {True}
    assert len(requested - confirmed.keys()) == REQUESTERS
    restarted = await start_server(port=server.settings.port)
    async with restarted.client("nurse") as nurse:
        for consult_id in confirmed.values():
            assert (await nurse.get(f"/consults/{consult_id}")).status_code == 200
        repeated = {key: await request(nurse, body, key) for key in requested}
        assert repeated.items() >= confirmed.items()
        of_this_patient = {"length": 100, "filter": {"searchString": body["Patient"]["nameFamily"]}}
        listed = (await nurse.post("/consults/$search", json=of_this_patient)).json()["consults"]
        assert sorted(consult["id"] for consult in listed) == sorted(repeated.values())


async def request(nurse: httpx.AsyncClient, body: dict[str, Any], key: str) -> str:
    """The id of the consult that was created for this key."""
    created = await nurse.post("/consults", json=body, headers={"Idempotency-Key": key})
    assert created.status_code == 201
    consult_id: str = created.json()["id"]
    return consult_id


@pytest.mark.soak
async def test_a_job_of_a_killed_worker_is_done_by_one_that_is_already_running(cloned: tuple[str, str]) -> None:
    application_url, owner_url = cloned
    environment = os.environ | {"WORKER_DATABASE_URL": application_url}
    async with connected(owner_url) as owner:
        await owner.execute("create table job_traces (attempt int)")
        await owner.execute("grant select, insert on job_traces to wardline_app")
        first = subprocess.Popen([sys.executable, str(WORKER), "start"], env=environment)
        await _until(owner, "select count(*) = 1 from job_traces")
        second = subprocess.Popen([sys.executable, str(WORKER)], env=environment)
        try:
            # Each process has one for urgent jobs, and one for others.
            await _until(owner, "select count(*) = 4 from procrastinate_workers")
            first.send_signal(signal.SIGKILL)
            first.wait()
            await owner.execute(
                "update procrastinate_workers set last_heartbeat = now() - interval '1 hour'"
                " where id = (select worker_id from procrastinate_jobs where task_name = 'slow')"
            )
            await _until(owner, "select count(*) = 2 from job_traces")
            await _until(owner, "select not exists (select from procrastinate_jobs where task_name = 'slow')")
        finally:
            first.kill()
            second.terminate()
            second.wait(TIMEOUT_SECONDS)


@pytest.fixture
async def worker(cloned: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Worker]:
    """A running worker for which periodic tasks are due every second."""
    load_declarations()
    for job in list(declared.values()):
        if job.cron is not None:
            monkeypatch.setitem(declared, job.name, replace(job, cron=EVERY_SECOND))
    monkeypatch.setattr("wardline.core.jobs.queue.LOOK_FOR_STALLED_JOBS", EVERY_SECOND)
    database = Database(cloned[0], pool_size=2)
    worker = Worker(database, Settings())
    await worker.start()
    yield worker
    await worker.stop()
    await database.close()


OLD_KEY = (
    "insert into idempotency_keys (user_id, key, fingerprint, created_at)"
    " values (1, 'old', '', now() - interval '25 hours'), (1, 'new', '', now() - interval '23 hours')"
)
IS_FORGOTTEN = "select array_agg(key) = array['new'] from idempotency_keys"


@pytest.mark.usefixtures("worker")
async def test_periodic_work_is_done_and_leaves_no_jobs_behind(cloned: tuple[str, str]) -> None:
    async with connected(cloned[1]) as owner:
        await owner.execute(OLD_KEY)
        await _until(owner, IS_FORGOTTEN)
        every = {job.name for job in declared.values() if job.cron is not None} | {"retry_stalled_jobs"}
        assert "forget_idempotency_keys" in every
        done: set[object] = set()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while done != every:
                rows = await owner.execute("select task_name from procrastinate_periodic_defers")
                done = {name for (name,) in await rows.fetchall()}
        await _until(owner, "select not exists (select from procrastinate_jobs where status <> 'todo')")


async def test_a_worker_recovers_after_the_database_was_unavailable(
    cloned: tuple[str, str], cluster: Cluster, worker: Worker
) -> None:
    name = cloned[1].rpartition("/")[2]
    async with connected(cloned[1]) as owner:
        with cluster.postgres.connect() as admin:
            admin.execute(f"alter database {name} allow_connections false")  # type: ignore[call-overload]
            admin.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = %s and usename = 'wardline_app'",
                [name],
            )
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while worker.alive.is_set():
                    await asyncio.sleep(0.05)
            admin.execute(f"alter database {name} allow_connections true")  # type: ignore[call-overload]
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await worker.alive.wait()
        await owner.execute(OLD_KEY)
        await _until(owner, IS_FORGOTTEN)


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[psycopg.AsyncConnection[tuple[object, ...]]]:
    address = url.replace("+psycopg", "")
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        yield connection


async def _until(connection: psycopg.AsyncConnection[tuple[object, ...]], question: str) -> None:
    async with asyncio.timeout(2 * TIMEOUT_SECONDS):
        while (await (await connection.execute(question)).fetchone()) != (True,):  # type: ignore[arg-type]
            await asyncio.sleep(0.05)
