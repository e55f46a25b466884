"""Two nodes page people, and one of them is killed in mid-step: each step is made once, and no one waits for long."""

import asyncio
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from bodies import Bodies

from wardline.core.db.database import Database
from wardline.paging.tests.many_requests import multiply

from .conftest import TIMEOUT_SECONDS, connect, go_on_call
from .crowds import GetClient
from .paging_workers import Contact, Workers, give_contacts, paging_workers
from .warm_python import WarmPython

LINE: Final = "tele-stroke"
AT_MOST: Final = timedelta(seconds=10)
"""How late a step may be made, and its notices may be sent."""
REQUESTS: Final = 200
"""How many escalations run."""
ROUNDS: Final = ((1, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 2))
"""The next position after each move that pages someone, and how many people it pages: a primary and a coordinator."""
_WORKERS: Final = "select count(*) from procrastinate_workers where id > %s"

_LATEST: Final = """
select max(queued_at), max(accepted_at)
from notices join (
  select delivery_id, min(accepted_at) as accepted_at from delivery_attempts group by delivery_id
) as accepted using (delivery_id)
where position = %s
"""


@dataclass
class Nodes:
    """Two workers at any time."""

    workers: Workers
    owner: psycopg.AsyncConnection[Any]

    async def until(self, statement: str, *parameters: Any, at_least: int) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while await self.count(statement, *parameters) < at_least:
                await asyncio.sleep(0.01)

    async def count(self, statement: str, *parameters: Any) -> int:
        row = await (await self.owner.execute(statement, parameters)).fetchone()  # type: ignore[arg-type]
        assert row is not None
        return int(row[0])

    async def make_due(self) -> datetime:
        """Everything is due from now on."""
        due_at = datetime.now(UTC)
        await self.owner.execute("update escalations set next_at = %s", [due_at])
        return due_at

    async def kill_one(self, *, is_sending: bool) -> datetime:
        """Both move what is due, and one is killed before it commits, or before it knows what it has sent."""
        killing = self.workers.killing_while_sending(10) if is_sending else self.workers.killing_in_mid_move()
        async with killing:
            return await self.make_due()

    async def add_one(self) -> None:
        """Returns once both of its queues are worked on."""
        before = await self.count("select coalesce(max(id), 0) from procrastinate_workers")
        self.workers.start()
        await self.until(_WORKERS, before, at_least=2)

    async def check(self, due_at: datetime, position: int, people: int) -> None:
        """Wait until this move is made everywhere and all its notices are sent, and check how long that took."""
        await self.until("select count(*) from escalations where position >= %s", position, at_least=REQUESTS)
        sent = (
            "select count(*) from notices join deliveries on deliveries.id = delivery_id"
            " where position = %s and state in ('sending', 'delivered')"
        )
        await self.until(sent, position - 1, at_least=REQUESTS * people)
        assert await self.count("select count(*) from escalations where position = %s", position) == REQUESTS
        stored = "select count(*) from notices where position = %s"
        assert await self.count(stored, position - 1) == REQUESTS * people * 2  # Each on the screen and by phone.
        row = await (await self.owner.execute(_LATEST, [position - 1])).fetchone()
        assert row is not None
        stored_at, sent_at = row
        assert stored_at - due_at < AT_MOST
        assert sent_at - due_at < AT_MOST


@pytest.mark.soak
@pytest.mark.req("NOTIF-13")
async def test_one_of_two_nodes_is_killed_while_it_moves_and_while_it_sends(
    warm_python: WarmPython, cloned: tuple[str, str], tmp_path: Path, as_user: GetClient, bodies: Bodies
) -> None:
    await give_contacts(
        cloned[1],
        # The number that they give at check-in, which is then no call of its own.
        {"neuro": Contact("call", "(555) 010-0199", 0), "coordinator": Contact("text", "(555) 010-0172", 0)},
    )
    async with (
        paging_workers(warm_python, cloned, tmp_path, random.Random(3)) as workers,  # noqa: S311 - a fixed seed is intentional
        await connect(cloned[1]) as owner,
        as_user("nurse") as nurse,
        as_user("neuro") as neuro,
    ):
        workers.phone.is_faulty = False
        await go_on_call(neuro, LINE)
        await _request_many(cloned[0], await bodies.create(nurse, LINE))
        await owner.execute("update escalations set next_at = now() + interval '1 hour'")
        nodes = Nodes(workers, owner)
        await nodes.add_one()
        for round_number, (position, people) in enumerate(ROUNDS):
            await nodes.add_one()
            due_at = await nodes.kill_one(is_sending=round_number % 2 == 1)
            await nodes.check(due_at, position, people)


async def _request_many(url: str, consult_id: str) -> None:
    database = Database(url, pool_size=1)
    async with database.transaction() as session:
        await multiply(session, consult_id, REQUESTS)
    await database.close()
