"""Deliveries arrive in order, once, under one reference, or people know that they do not."""

import asyncio
import logging
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from procrastinate import JobContext
from procrastinate.jobs import Job
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import NOON, RolledBackDatabase
from wardline.core import clock
from wardline.core.db import Database
from wardline.core.jobs import Later
from wardline.outbox import service as outbox
from wardline.outbox.channels import Delayed, Refused, channels
from wardline.outbox.errors import NothingToSendAgain
from wardline.outbox.models import Delivery

pytestmark = pytest.mark.usefixtures("noon")

SCRIPTED: Final = "scripted"
LANE: Final = "a lane"
Answer = str | BaseException | None


class ScriptedChannel:
    """Answers as it is told, then with None; notes what it was asked and what it had to tell."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.arrived: list[bool | BaseException] = []
        self.sent: list[str] = []
        self.told: list[tuple[int, str, bool]] = []

    async def send(self, database: Database, delivery: Delivery) -> str | None:  # noqa: ARG002
        self.sent.append(delivery.reference)
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    async def ask(self, taken_as: str) -> bool:  # noqa: ARG002
        answer = self.arrived.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        self.told.append((delivery.id, delivery.state, late))


@pytest.fixture
def channel() -> Iterator[ScriptedChannel]:
    channels[SCRIPTED] = channel = ScriptedChannel()
    yield channel
    del channels[SCRIPTED]


class Sender:
    def __init__(self, database: RolledBackDatabase) -> None:
        self.database = database
        self.now = NOON
        self._context = cast("JobContext", SimpleNamespace(additional_context={"database": database}))

    async def order(self) -> Delivery:
        with clock.clock_at(self.now):
            async with self.database.transaction() as session:
                return await outbox.order(session, SCRIPTED, LANE, receiver="hospital")

    async def run(self, *, after: float = 0) -> int | None:
        """The lane's job, so many seconds later; in how many it is to come back."""
        self.now += timedelta(seconds=after)
        with clock.clock_at(self.now):
            try:
                await outbox.send_lane(self._context, LANE, "hospital")
            except Later as later:
                return later.seconds
        return None

    async def look_after(self, *, after: float = 0) -> None:
        """What is done every minute."""
        self.now += timedelta(seconds=after)
        with clock.clock_at(self.now):
            await outbox.look_after_deliveries(self._context, 0)

    async def send_again(self, delivery_id: int) -> None:
        with clock.clock_at(self.now):
            async with self.database.transaction() as session:
                await outbox.send_again(session, delivery_id)

    async def rows(self, what: str) -> list[tuple[Any, ...]]:
        async with self.database.session() as session:
            return [tuple(row) for row in await session.execute(text(what))]

    async def states(self) -> list[str]:
        return [state for (state,) in await self.rows("select state from deliveries order by id")]

    async def attempts(self) -> list[tuple[Any, ...]]:
        return await self.rows("select number, state, reason from delivery_attempts order by delivery_id, number")


@pytest.fixture
def sender(database: RolledBackDatabase) -> Sender:
    return Sender(database)


async def test_what_is_ordered_is_sent_once(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    assert len(delivery.reference) == 20
    assert await sender.run() is None
    assert await sender.states() == ["delivered"]
    assert await sender.attempts() == [(1, "delivered", None)]
    assert channel.told == [(delivery.id, "delivered", False)]
    assert await sender.run() is None
    assert channel.sent == [delivery.reference]


async def test_what_is_not_ordered_for_good_is_not_sent(sender: Sender, channel: ScriptedChannel) -> None:
    async with sender.database.session() as session:
        await outbox.order(session, SCRIPTED, LANE, receiver="hospital")
        await session.rollback()
    await sender.run()
    assert channel.sent == []
    assert await sender.rows("select id from procrastinate_jobs where task_name = 'send_lane'") == []


async def test_a_receiver_that_is_away_gets_it_later_under_the_same_reference(
    sender: Sender, channel: ScriptedChannel
) -> None:
    delivery = await sender.order()
    channel.answers = [Delayed("no connection"), Delayed("AR")]
    assert await sender.run() == 4
    assert await sender.run(after=20) == 20
    assert await sender.run(after=30) is None
    assert channel.sent == [delivery.reference] * 3
    assert await sender.attempts() == [(1, "waiting", "no connection"), (2, "waiting", "AR"), (3, "delivered", None)]
    assert channel.told == [(delivery.id, "delivered", False)]


async def test_the_next_waits_for_the_one_before(sender: Sender, channel: ScriptedChannel) -> None:
    ordered = [await sender.order() for _ in range(3)]
    channel.answers = [None, Delayed("no answer")]
    assert await sender.run() is not None
    assert await sender.states() == ["delivered", "waiting", "waiting"]
    await sender.run()
    assert channel.sent == [ordered[number].reference for number in (0, 1, 1, 2)]
    assert await sender.states() == ["delivered"] * 3


async def test_people_are_told_once_of_what_does_not_arrive_and_it_still_goes_on(
    sender: Sender, channel: ScriptedChannel, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await sender.order(), await sender.order()
    channel.answers = [Delayed("no connection")] * 6
    await sender.run()
    await sender.run(after=59)
    await sender.look_after()
    assert channel.told == []
    with caplog.at_level(logging.ERROR):
        await sender.run(after=1)
        assert await sender.run(after=1_000_000) == 300
        await sender.look_after()
    assert channel.told == [(first.id, "waiting", True), (second.id, "waiting", True)]
    assert len(caplog.records) == 2
    third = await sender.order()
    await sender.run()
    assert channel.told[2:] == [(third.id, "waiting", True)]
    await sender.run()
    await sender.run()
    assert await sender.states() == ["delivered"] * 3


async def test_people_are_told_of_what_was_never_even_tried(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    await sender.look_after(after=59)
    assert channel.told == []
    for _ in range(2):
        await sender.look_after(after=60)
        assert channel.told == [(delivery.id, "waiting", True)]


async def test_what_is_late_and_then_refused_is_told_once(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    channel.answers = [Delayed("no connection"), Delayed("no connection"), Refused("AE")]
    for _ in range(3):
        await sender.run(after=60)
    assert channel.told == [(delivery.id, "waiting", True), (delivery.id, "failed", False)]


async def test_what_a_receiver_keeps_to_itself_for_long_is_told(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    channel.answers, channel.arrived = ["fax-1"], [Delayed("status 401")] * 2
    await sender.run()
    await sender.run(after=29 * 60)
    assert channel.told == [(delivery.id, "sending", False)]
    await sender.run(after=60)
    assert channel.told[1:] == [(delivery.id, "sending", True)]


async def test_a_lane_whose_job_was_lost_is_brought_back(sender: Sender, channel: ScriptedChannel) -> None:
    failed = await sender.order()
    channel.answers = [Refused("AE")]
    await sender.run()
    jobs = "select count(*) from procrastinate_jobs where task_name = 'send_lane'"
    async with sender.database.transaction() as session:
        await session.execute(text("delete from procrastinate_jobs"))
    await sender.look_after()
    assert await sender.rows(jobs) == [(0,)]
    await sender.send_again(failed.id)
    async with sender.database.transaction() as session:
        await session.execute(text("delete from procrastinate_jobs"))
    for _ in range(2):
        await sender.look_after()
        assert await sender.rows(jobs) == [(1,)]


async def test_sending_again_does_not_wait_for_what_was_to_come_later(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    channel.answers = [Refused("busy")]
    await sender.run()
    async with sender.database.transaction() as session:
        await session.execute(text("update procrastinate_jobs set scheduled_at = now() + interval '1 hour'"))
    await sender.send_again(delivery.id)
    waiting = "select count(*) from procrastinate_jobs where task_name = 'send_lane' and scheduled_at is not null"
    assert await sender.rows(waiting) == [(0,)]


async def test_who_was_slow_writes_over_nothing_newer(sender: Sender, channel: ScriptedChannel) -> None:
    """A report and a person were faster than the answer to a question about the fax."""
    delivery = await sender.order()
    channel.answers = ["fax-1"]
    await sender.run()

    async def meanwhile(taken_as: str) -> bool:
        async with sender.database.transaction() as session:
            await outbox.settle(session, SCRIPTED, taken_as, "busy")
        await sender.send_again(delivery.id)
        raise Delayed("no answer")

    channel.ask = meanwhile  # type: ignore[method-assign]
    assert await sender.run() is None
    assert await sender.rows("select state, taken_as, told_at from deliveries") == [("waiting", None, None)]
    channel.answers = ["fax-2"]
    await sender.run()
    assert await sender.rows("select state, taken_as from deliveries") == [("sending", "fax-2")]


async def test_what_a_receiver_keeps_counts_whoever_was_told(sender: Sender, channel: ScriptedChannel) -> None:
    """Of two workers the slow one heard that it is kept."""
    await sender.order()

    async def slow(_database: Database, delivery: Delivery) -> None:
        async def refused(_database: Database, _delivery: Delivery) -> None:
            raise Refused("AE")

        channel.send = refused  # type: ignore[method-assign, assignment]
        await sender.run()
        assert await sender.states() == ["failed"]
        assert delivery.attempt_count == 1

    channel.send = slow  # type: ignore[method-assign, assignment]
    await sender.run()
    assert await sender.states() == ["delivered"]
    assert await sender.attempts() == [(1, "delivered", None), (2, "failed", "AE")]


async def test_what_is_refused_holds_the_others_until_a_person_has_it_sent_again(
    sender: Sender, channel: ScriptedChannel
) -> None:
    first, second = await sender.order(), await sender.order()
    channel.answers = [Refused("AE")]
    assert await sender.run() is None
    assert await sender.states() == ["failed", "waiting"]
    third = await sender.order()
    assert await sender.run() is None
    assert channel.told == [(first.id, "failed", True), (second.id, "waiting", True), (third.id, "waiting", True)]
    assert channel.sent == [first.reference]
    await sender.send_again(first.id)
    assert await sender.run() is None
    assert channel.sent == [each.reference for each in (first, first, second, third)]
    assert await sender.states() == ["delivered"] * 3
    assert await sender.attempts() == [
        (1, "failed", "AE"),
        (2, "delivered", None),
        (1, "delivered", None),
        (1, "delivered", None),
    ]


async def test_only_what_failed_is_sent_again(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    for _ in range(2):
        async with sender.database.session() as session:
            for delivery_id in (delivery.id, delivery.id + 1):
                with pytest.raises(NothingToSendAgain):
                    await outbox.send_again(session, delivery_id)
        await sender.run()
    assert channel.sent == [delivery.reference]


@pytest.mark.parametrize("cut", [asyncio.CancelledError(), None])
async def test_an_attempt_is_written_down_before_it_is_made(
    sender: Sender, channel: ScriptedChannel, cut: BaseException | None
) -> None:
    await sender.order()
    if cut is not None:
        channel.answers = [cut]
        with pytest.raises(asyncio.CancelledError):
            await sender.run()
        assert await sender.attempts() == [(1, None, None)]
        assert await sender.states() == ["waiting"]
    await sender.run()
    assert await sender.states() == ["delivered"]
    assert len(channel.sent) == len(await sender.attempts()) == (2 if cut is not None else 1)
    assert len(set(channel.sent)) == 1


async def test_a_defect_of_ours_is_one_more_delay(
    sender: Sender, channel: ScriptedChannel, caplog: pytest.LogCaptureFixture
) -> None:
    await sender.order()
    channel.answers = [ValueError("Quill, Marian")]
    assert await sender.run() is not None
    assert await sender.attempts() == [(1, "waiting", "internal error")]
    assert "Quill" not in caplog.text
    await sender.run()
    assert await sender.states() == ["delivered"]


async def test_what_a_receiver_took_is_asked_after(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    channel.answers, channel.arrived = ["fax-1"], [False, Delayed("no answer"), True]
    assert [await sender.run() for _ in range(4)] == [4, 4, 4, None]
    assert channel.sent == [delivery.reference]
    assert await sender.attempts() == [(1, "delivered", None)]
    assert channel.told == [(delivery.id, "sending", False), (delivery.id, "delivered", False)]


async def test_a_receiver_tells_of_itself_and_only_the_first_word_counts(
    sender: Sender, channel: ScriptedChannel
) -> None:
    delivery = await sender.order()
    channel.answers = ["fax-1"]
    await sender.run()
    for refusal in ("busy", None):
        async with sender.database.transaction() as session:
            assert await outbox.settle(session, SCRIPTED, "fax-1", refusal) is True
            assert await outbox.settle(session, SCRIPTED, "another", refusal) is False
            assert await outbox.settle(session, "another channel", "fax-1", refusal) is False
    assert await sender.states() == ["failed"]
    assert await sender.attempts() == [(1, "failed", "busy")]
    assert await sender.run() is None
    await sender.send_again(delivery.id)
    async with sender.database.transaction() as session:
        assert await outbox.settle(session, SCRIPTED, "fax-1", None) is False
    channel.answers, channel.arrived = ["fax-2"], [True]
    await sender.run()
    await sender.run()
    assert await sender.attempts() == [(1, "failed", "busy"), (2, "delivered", None)]
    assert channel.sent == [delivery.reference] * 2


async def test_a_lane_is_one_jobs_at_a_time_and_is_never_given_up(sender: Sender, channel: ScriptedChannel) -> None:
    await sender.order()
    assert channel.sent == []
    assert await sender.rows("select lock, args from procrastinate_jobs where task_name = 'send_lane'") == [
        (LANE, {"lane": LANE, "receiver": "hospital"})
    ]
    strategy = outbox.send_lane.retry_strategy
    assert strategy is not None
    job = cast("Job", SimpleNamespace(attempts=100_000))
    assert strategy.get_retry_decision(exception=Later(7), job=job) is not None


async def test_a_receiver_that_does_not_answer_leaves_the_others_room(sender: Sender, channel: ScriptedChannel) -> None:
    await sender.order()
    async with outbox._room_at["hospital"], outbox._room_at["hospital"]:
        assert await sender.run() == outbox.ROOM_SECONDS
        assert (channel.sent, await sender.attempts()) == ([], [])
        await outbox.send_lane(sender._context, "another lane", "another hospital")
    assert await sender.run() is None
    assert len(channel.sent) == 1
