"""Urgent deliveries are not delayed by receivers that do not respond."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import text

from wardline.core.db.database import Database
from wardline.core.jobs import queue
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import CONCURRENCY
from wardline.core.jobs.worker import Worker
from wardline.core.retries import Retry
from wardline.outbox import service as outbox
from wardline.outbox.contract import URGENT, Delayed, channels
from wardline.outbox.jobs import Lane
from wardline.outbox.models import Delivery
from wardline.outbox.sending import ORDINARY_SLOTS, URGENT_SLOTS, Slots
from wardline.outbox.tests.scripted import SCRIPTED, ScriptedChannel, Sender
from wardline.settings import Settings

PAGES = "pages"
SECONDS = 30


class PageChannel(ScriptedChannel):
    """Urgent; deliveries to the receiver "hung" are not answered."""

    pace = URGENT

    def __init__(self) -> None:
        super().__init__()
        self.arrived_at_other = asyncio.Event()
        self.calls: asyncio.Queue[str] = asyncio.Queue()

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:
        self.calls.put_nowait("send")
        if delivery.receiver == "hung":
            await asyncio.Event().wait()
        response = await super().send(context, delivery)
        self.arrived_at_other.set()
        return response

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:
        self.calls.put_nowait("check")
        return await super().check_status(context, delivery)


class HungChannel(ScriptedChannel):
    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0
        self.all_wait = asyncio.Event()

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:  # noqa: ARG002
        self.waiting += 1
        if self.waiting == CONCURRENCY - 2:
            self.all_wait.set()
        await asyncio.Event().wait()
        return None


@pytest.fixture
def pages() -> Iterator[PageChannel]:
    channels[PAGES] = channel = PageChannel()
    yield channel
    del channels[PAGES]


@pytest.fixture
def hung() -> Iterator[HungChannel]:
    channels[SCRIPTED] = channel = HungChannel()
    yield channel
    del channels[SCRIPTED]


@pytest.fixture
async def cloned_database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0])
    yield database
    await database.close()


async def test_hung_receivers_do_not_delay_an_urgent_delivery(
    cloned_database: Database, pages: PageChannel, hung: HungChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All slots for hospitals and fax numbers wait for an answer, and all those of one urgent receiver."""
    monkeypatch.setattr(queue, "JOBS_END_SECONDS", 0)
    worker = Worker(cloned_database, Settings())
    await worker.start()
    try:
        async with asyncio.timeout(SECONDS):
            async with cloned_database.transaction() as session:
                hospitals = [Lane(f"filing {number}", f"hospital {number}", SCRIPTED) for number in range(20)]
                texts = [Lane(f"text {number}", "hung", PAGES) for number in range(40)]
                await outbox.order_each(session, [*hospitals, *texts])
            await hung.all_wait.wait()
            async with cloned_database.transaction() as session:
                page = await outbox.order(session, PAGES, "call", receiver="phone")
            await pages.arrived_at_other.wait()
    finally:
        await worker.stop()
    assert pages.sent == [page.reference]
    assert hung.waiting == CONCURRENCY - 2


async def test_the_urgent_jobs_of_a_worker_that_died_are_soon_run_by_another(
    cloned_database: Database, pages: PageChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "_LOOK_FOR_STALLED_URGENT_JOBS_SECONDS", 0.05)
    async with cloned_database.transaction() as session:
        await outbox.order(session, PAGES, "call", receiver="phone")
        dead = await session.scalar(
            text("insert into procrastinate_workers (last_heartbeat) values (now() - interval '6 s') returning id")
        )
        taken = text("update procrastinate_jobs set status = 'doing', worker_id = :worker where lock = 'call'")
        await session.execute(taken, {"worker": dead})
    worker = Worker(cloned_database, Settings())
    await worker.start()
    try:
        async with asyncio.timeout(SECONDS):
            await pages.arrived_at_other.wait()
    finally:
        await worker.stop()


@pytest.mark.usefixtures("noon")
async def test_an_urgent_delivery_is_retried_and_reported_as_late_within_seconds(
    sender: Sender, pages: PageChannel
) -> None:
    """A lane is sent by the job of its channel's pace; the sender here runs the code of both."""
    channels[SCRIPTED] = pages
    try:
        delivery = await sender.order()
        queued = await sender.rows("select queue_name, task_name from procrastinate_jobs where lock = 'a lane'")
        assert queued == [("urgent", "send_urgent_lane")]
        pages.responses = [Delayed("no connection")] * 9
        assert [await sender.run(after=seconds) for seconds in (0, 2, 2, 4)] == [2, 2, 4, 8]
        assert pages.notified == []
        assert await sender.run(after=8) == 16
        assert pages.notified == [(delivery.id, "waiting", True)]
        assert await sender.run(after=600) == 30
    finally:
        del channels[SCRIPTED]


@pytest.mark.usefixtures("noon")
async def test_what_a_receiver_has_accepted_is_asked_about_less_often_than_an_attempt_is_repeated(
    sender: Sender, pages: PageChannel
) -> None:
    """It reports by itself; many who ask at once would delay what is still to be sent."""
    channels[SCRIPTED] = pages
    try:
        await sender.order()
        pages.responses, pages.arrived = ["accepted"], [False, False]
        assert [await sender.run(after=seconds) for seconds in (0, 10, 10)] == [10, 10, 20]
    finally:
        del channels[SCRIPTED]


async def test_what_nobody_has_sent_goes_before_asking_about_what_was_accepted(
    cloned_database: Database, pages: PageChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(queue._OPTIONS[queue._URGENT_QUEUE], "concurrency", 1)  # One after another.

    async def next_calls(count: int) -> list[str]:
        worker = Worker(cloned_database, Settings())
        await worker.start()
        try:
            async with asyncio.timeout(SECONDS):
                return [await pages.calls.get() for _ in range(count)]
        finally:
            await worker.stop()

    async def order(name: str) -> None:
        async with cloned_database.transaction() as session:
            await outbox.order(session, PAGES, name, receiver="phone")

    pages.responses, pages.arrived = ["accepted", None], [True]
    await order("older")
    assert await next_calls(1) == ["send"]
    await order("newer")
    async with cloned_database.transaction() as session:
        await session.execute(text("update procrastinate_jobs set scheduled_at = null where status = 'todo'"))
    assert await next_calls(2) == ["send", "check"]


async def test_urgent_lanes_have_slots_of_their_own_and_more_of_them_for_each_receiver() -> None:
    async def taken(slots: Slots, count: int) -> int | None:
        """The wait of one lane more, after so many."""
        async with asyncio.TaskGroup() as group:
            over = asyncio.Event()

            async def hold() -> None:
                async with slots.taken("provider"):
                    await over.wait()

            for _ in range(count):
                group.create_task(hold())
            await asyncio.sleep(0)
            try:
                async with slots.taken("provider"):
                    return None
            except Retry as retry:
                return retry.seconds
            finally:
                over.set()

    assert [await taken(ORDINARY_SLOTS, count) for count in (1, 2)] == [None, 10]
    assert [await taken(URGENT_SLOTS, count) for count in (23, 24)] == [None, 1]
