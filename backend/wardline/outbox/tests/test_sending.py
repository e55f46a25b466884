"""Deliveries arrive in order, once, with one reference, or users are notified that they do not."""

import asyncio
import logging

import pytest
from sqlalchemy import text

from wardline.outbox import sending
from wardline.outbox import service as outbox
from wardline.outbox.contract import Delayed, Refused
from wardline.outbox.jobs import send_lane
from wardline.outbox.tests.scripted import LANE, SCRIPTED, ScriptedChannel, Sender

pytestmark = pytest.mark.usefixtures("noon")


async def test_a_delivery_is_sent_once(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    assert len(delivery.reference) == 20
    assert await sender.run() is None
    assert await sender.states() == ["delivered"]
    assert await sender.attempts() == [(1, "delivered", None)]
    assert channel.notified == [(delivery.id, "delivered", False)]
    assert await sender.run() is None
    assert channel.sent == [delivery.reference]


async def test_a_rolled_back_order_is_not_sent(sender: Sender, channel: ScriptedChannel) -> None:
    async with sender.database.session() as session:
        await outbox.order(session, SCRIPTED, LANE, receiver="hospital")
        await session.rollback()
    await sender.run()
    assert channel.sent == []
    assert await sender.rows("select id from procrastinate_jobs where task_name = 'send_lane'") == []


async def test_an_unreachable_receiver_is_retried_with_the_same_reference(
    sender: Sender, channel: ScriptedChannel
) -> None:
    delivery = await sender.order()
    channel.responses = [Delayed("no connection"), Delayed("AR")]
    assert await sender.run() == 4
    assert await sender.run(after=20) == 20
    assert await sender.run(after=30) is None
    assert channel.sent == [delivery.reference] * 3
    assert await sender.attempts() == [(1, "waiting", "no connection"), (2, "waiting", "AR"), (3, "delivered", None)]
    assert channel.notified == [(delivery.id, "delivered", False)]


async def test_a_delivery_waits_for_the_one_before_it(sender: Sender, channel: ScriptedChannel) -> None:
    ordered = [await sender.order() for _ in range(3)]
    channel.responses = [None, Delayed("no answer")]
    assert await sender.run() is not None
    assert await sender.states() == ["delivered", "waiting", "waiting"]
    await sender.run()
    assert channel.sent == [ordered[number].reference for number in (0, 1, 1, 2)]
    assert await sender.states() == ["delivered"] * 3


async def test_users_are_notified_once_of_a_late_delivery_and_retries_continue(
    sender: Sender, channel: ScriptedChannel, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await sender.order(), await sender.order()
    channel.responses = [Delayed("no connection")] * 6
    await sender.run()
    await sender.run(after=59)
    await sender.run_periodic_jobs()
    assert channel.notified == []
    with caplog.at_level(logging.ERROR):
        await sender.run(after=1)
        assert await sender.run(after=1_000_000) == 300
        await sender.run_periodic_jobs()
    assert channel.notified == [(first.id, "waiting", True), (second.id, "waiting", True)]
    assert len(caplog.records) == 2
    third = await sender.order()
    await sender.run()
    assert channel.notified[2:] == [(third.id, "waiting", True)]
    await sender.run()
    await sender.run()
    assert await sender.states() == ["delivered"] * 3


async def test_users_are_notified_of_a_delivery_that_was_never_attempted(
    sender: Sender, channel: ScriptedChannel
) -> None:
    delivery = await sender.order()
    await sender.run_periodic_jobs(after=59)
    assert channel.notified == []
    for _ in range(2):
        await sender.run_periodic_jobs(after=60)
        assert channel.notified == [(delivery.id, "waiting", True)]


async def test_a_late_and_then_refused_delivery_is_reported_once(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    channel.responses = [Delayed("no connection"), Delayed("no connection"), Refused("AE")]
    for _ in range(3):
        await sender.run(after=60)
    assert channel.notified == [(delivery.id, "waiting", True), (delivery.id, "failed", False)]


async def test_users_are_notified_if_a_receiver_does_not_report_the_outcome(
    sender: Sender, channel: ScriptedChannel
) -> None:
    delivery = await sender.order()
    channel.responses, channel.arrived = ["fax-1"], [Delayed("status 401")] * 2
    await sender.run()
    await sender.run(after=29 * 60)
    assert channel.notified == [(delivery.id, "sending", False)]
    await sender.run(after=60)
    assert channel.notified[1:] == [(delivery.id, "sending", True)]


async def test_a_lane_whose_job_was_lost_is_queued_again(sender: Sender, channel: ScriptedChannel) -> None:
    failed = await sender.order()
    channel.responses = [Refused("AE")]
    await sender.run()
    jobs = "select count(*) from procrastinate_jobs where task_name = 'send_lane'"
    async with sender.database.transaction() as session:
        await session.execute(text("delete from procrastinate_jobs"))
    await sender.run_periodic_jobs()
    assert await sender.rows(jobs) == [(0,)]
    await sender.send_again(failed.id)
    async with sender.database.transaction() as session:
        await session.execute(text("delete from procrastinate_jobs"))
    for _ in range(2):
        await sender.run_periodic_jobs()
        assert await sender.rows(jobs) == [(1,)]


@pytest.mark.parametrize("cut", [asyncio.CancelledError(), None])
async def test_an_attempt_is_stored_before_it_is_made(
    sender: Sender, channel: ScriptedChannel, cut: BaseException | None
) -> None:
    await sender.order()
    if cut is not None:
        channel.responses = [cut]
        with pytest.raises(asyncio.CancelledError):
            await sender.run()
        assert await sender.attempts() == [(1, None, None)]
        assert await sender.states() == ["waiting"]
    await sender.run()
    assert await sender.states() == ["delivered"]
    assert len(channel.sent) == len(await sender.attempts()) == (2 if cut is not None else 1)
    assert len(set(channel.sent)) == 1


async def test_an_internal_error_is_retried(
    sender: Sender, channel: ScriptedChannel, caplog: pytest.LogCaptureFixture
) -> None:
    await sender.order()
    channel.responses = [ValueError("Quill, Marian")]
    assert await sender.run() is not None
    assert await sender.attempts() == [(1, "waiting", "internal error")]
    assert "Quill" not in caplog.text
    await sender.run()
    assert await sender.states() == ["delivered"]


async def test_a_lane_has_one_job_at_a_time(sender: Sender, channel: ScriptedChannel) -> None:
    await sender.order()
    assert channel.sent == []
    assert await sender.rows("select lock, args from procrastinate_jobs where task_name = 'send_lane'") == [
        (LANE, {"lane": LANE, "receiver": "hospital"})
    ]


async def test_a_receiver_that_does_not_respond_leaves_capacity_for_others(
    sender: Sender, channel: ScriptedChannel
) -> None:
    await sender.order()
    async with sending.ORDINARY_SLOTS.taken("hospital"), sending.ORDINARY_SLOTS.taken("hospital"):
        assert await sender.run() == 10
        assert (channel.sent, await sender.attempts()) == ([], [])
        await send_lane(sender.context, "another lane", "another hospital")
    assert await sender.run() is None
    assert len(channel.sent) == 1
