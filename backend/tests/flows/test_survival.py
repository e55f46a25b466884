"""Crashes: nothing that was answered with success is missing, and jobs are done after all."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import psycopg
import pytest

from conftest import Bodies

from .conftest import PATIENCE, StartServer

WORKER = Path(__file__).parent / "killable_worker.py"


@pytest.mark.req("API-03")
async def test_killed_server_keeps_what_it_answered(start_server: StartServer, bodies: Bodies) -> None:
    server = await start_server()
    answered: dict[str, str] = {}
    async with server.client("nurse") as nurse:
        body = await bodies.request(nurse)

        async def keep_asking() -> None:
            for number in range(1000):
                key = f"press-{number}"
                created = await nurse.post("/consults", json=body, headers={"Idempotency-Key": key})
                assert created.status_code == 201
                answered[key] = created.json()["id"]
                if number == 25:
                    server.kill()

        with pytest.raises(httpx.TransportError):
            await keep_asking()
    assert len(answered) == 26
    again = await start_server(port=server.settings.port)
    async with again.client("nurse") as nurse:
        for consult_id in answered.values():
            assert (await nurse.get(f"/consults/{consult_id}")).status_code == 200
        repeated = await nurse.post("/consults", json=body, headers={"Idempotency-Key": "press-3"})
        assert repeated.json()["id"] == answered["press-3"]
        of_this_patient = {"length": 100, "filter": {"searchString": body["Patient"]["nameFamily"]}}
        listed = (await nurse.post("/consults/$search", json=of_this_patient)).json()["consults"]
        assert len(listed) in {26, 27}


async def test_job_of_a_killed_worker_is_done_after_all(cloned: tuple[str, str]) -> None:
    application_url, owner_url = cloned
    environment = os.environ | {"WORKER_DATABASE_URL": application_url}
    async with await psycopg.AsyncConnection.connect(owner_url.replace("+psycopg", ""), autocommit=True) as owner:
        await owner.execute("create table job_traces (attempt int)")
        await owner.execute("grant select, insert on job_traces to wardline_app")
        first = subprocess.Popen([sys.executable, str(WORKER), "start"], env=environment)
        await _until(owner, "select count(*) = 1 from job_traces")
        first.send_signal(signal.SIGKILL)
        first.wait()
        await owner.execute("update procrastinate_workers set last_heartbeat = now() - interval '1 hour'")
        second = subprocess.Popen([sys.executable, str(WORKER)], env=environment)
        try:
            await _until(
                owner,
                "select count(*) = 1 from procrastinate_jobs where task_name like '%slow%' and status = 'succeeded'",
            )
            await _until(owner, "select count(*) = 2 from job_traces")
        finally:
            second.terminate()
            second.wait(PATIENCE)


async def _until(connection: psycopg.AsyncConnection[tuple[object, ...]], question: str) -> None:
    async with asyncio.timeout(2 * PATIENCE):
        while (await (await connection.execute(question)).fetchone()) != (True,):  # type: ignore[arg-type]
            await asyncio.sleep(0.05)
