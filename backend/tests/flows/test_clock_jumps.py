"""Nodes whose clocks are wrong, differ, and jump: nothing fails, nothing is lost, nothing is done twice."""

import asyncio
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import psycopg
import pytest
from bodies import Bodies

from wardline.core import clock

from .books import check
from .conftest import TIMEOUT_SECONDS, Server, StartServer, open_socket
from .figures import write_counts
from .load import Load

PROGRAM = Path(__file__).parent / "shifted_server.py"
JUMPS = (
    timedelta(hours=1),
    timedelta(days=-1),
    timedelta(days=40),
    timedelta(),
    timedelta(days=-400),
    timedelta(minutes=-20),
)
PERIODIC = ("forget_idempotency_keys", "make_audit_months", "link_audit_entries", "retry_stalled_jobs")


@dataclass
class Node:
    """A server whose clock is off by the last `jump`; its tokens use the same clock."""

    file: Path
    server: Server
    shift: timedelta = timedelta()

    @property
    def url(self) -> str:
        return self.server.url

    def jump(self, shift: timedelta) -> None:
        self.shift = shift
        write_shift(self.file, shift)

    def token(self, username: str) -> str:
        with clock.clock_at(datetime.now(UTC) + self.shift):
            return self.server.token(username)


async def node(start_server: StartServer, file: Path) -> Node:
    write_shift(file, timedelta())
    return Node(file, await start_server(program=(str(PROGRAM), str(file))))


def write_shift(file: Path, shift: timedelta) -> None:
    """Written atomically, because it may be read at any time."""
    before = file.with_suffix(".new")
    before.write_text(str(shift.total_seconds()))
    before.replace(file)


@pytest.mark.soak
async def test_many_jumps_of_two_clocks(
    start_server: StartServer, bodies: Bodies, cloned: tuple[str, str], tmp_path: Path
) -> None:
    load = await jump(start_server, bodies, cloned, tmp_path, rounds=100, seed=10)
    write_counts("clock jumps", 100, load)


async def jump(
    start_server: StartServer, bodies: Bodies, urls: tuple[str, str], folder: Path, *, rounds: int, seed: int
) -> Load:
    rng = random.Random(seed)  # noqa: S311 - a fixed seed is intentional
    nodes = [await node(start_server, folder / name) for name in ("here", "there")]
    load = Load(lambda: rng.choice(nodes), bodies, seed=seed)
    async with load.running():
        for shift in [*JUMPS, *rng.choices(JUMPS, k=rounds)][:rounds]:
            await load.until_done(5)
            rng.choice(nodes).jump(shift)
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await run_periodic_work(urls[1])
                await take_turns_on_call(nodes)
                await receive_each_others_changes(nodes)
    assert {attempt.status for _, attempt in load.attempts} <= {200, 201, 401}
    await check(load, urls)
    return load


async def run_periodic_work(owner_url: str) -> None:
    address = owner_url.replace("+psycopg", "")
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as owner:
        for name in PERIODIC:
            await owner.execute(
                "select procrastinate_defer_jobs_v1(array[row('default', %s, 0, null, null,"
                """ '{"timestamp": 0}'::jsonb, null)::procrastinate_job_to_defer_v1])""",
                [name],
            )
        while await (
            await owner.execute("select from procrastinate_jobs where status in ('todo', 'doing')")
        ).fetchone():
            await asyncio.sleep(0.02)
        failed = await owner.execute("select task_name from procrastinate_jobs where status = 'failed'")
        assert await failed.fetchall() == []


async def take_turns_on_call(nodes: list[Node]) -> None:
    """Go on call by one clock and off call by the other, however far behind it is."""
    for first, second in (nodes, nodes[::-1]):
        async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as client:
            signed_in = {"Authorization": f"Bearer {first.token('triage')}"}
            me = (await client.get(f"{first.url}/api/me", headers=signed_in)).json()
            duty = {
                "roleId": me["defaultCheckinRoleId"],
                "serviceLineId": me["activeServiceLines"][0]["id"],
                "phoneNumber": "(555) 010-0199",
                "primary": True,
            }
            checked_in = await client.post(f"{first.url}/api/checkin", headers=signed_in, json=duty)
            signed_in = {"Authorization": f"Bearer {second.token('triage')}"}
            checked_out = await client.post(f"{second.url}/api/checkout", headers=signed_in)
            assert (checked_in.status_code, checked_out.status_code) == (201, 204)


async def receive_each_others_changes(nodes: list[Node]) -> None:
    """The load works on both nodes, so that a screen on each gets events."""
    for node in nodes:
        async with open_socket(node.url, {"token": node.token("nurse")}) as screen:
            await screen.next()
