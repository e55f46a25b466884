"""The outcome of a delivery after actions of users and reports of receivers, in any order."""

import pytest
from sqlalchemy import text

from wardline.core.db.database import Database
from wardline.core.jobs.context import JobContext
from wardline.outbox import service as outbox
from wardline.outbox.contract import Delayed, Refused
from wardline.outbox.errors import NothingToHandle, NothingToSendAgain
from wardline.outbox.models import Delivery
from wardline.outbox.tests.scripted import SCRIPTED, ScriptedChannel, Sender

pytestmark = pytest.mark.usefixtures("noon")


async def test_sending_again_does_not_wait_for_the_next_retry(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    channel.responses = [Refused("busy")]
    await sender.run()
    async with sender.database.transaction() as session:
        await session.execute(text("update procrastinate_jobs set scheduled_at = now() + interval '1 hour'"))
    await sender.send_again(delivery.id)
    waiting = "select count(*) from procrastinate_jobs where task_name = 'send_lane' and scheduled_at is not null"
    assert await sender.rows(waiting) == [(0,)]


async def test_a_slow_attempt_does_not_overwrite_a_newer_one(sender: Sender, channel: ScriptedChannel) -> None:
    """A report and a user came before the response about the fax."""
    delivery = await sender.order()
    channel.responses = ["fax-1"]
    await sender.run()

    async def check_status(_: JobContext, taken: Delivery) -> bool:
        async with sender.database.transaction() as session:
            await outbox.settle(session, [SCRIPTED], taken.taken_as or "", "busy")
        await sender.send_again(delivery.id)
        raise Delayed("no answer")

    channel.check_status = check_status  # type: ignore[method-assign, assignment]
    assert await sender.run() is None
    assert await sender.rows("select state, taken_as, told_at from deliveries") == [("waiting", None, None)]
    channel.responses = ["fax-2"]
    await sender.run()
    assert await sender.rows("select state, taken_as from deliveries") == [("sending", "fax-2")]


async def test_a_delivery_counts_whichever_attempt_made_it(sender: Sender, channel: ScriptedChannel) -> None:
    """Of two workers, the slow one got the acceptance."""
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


async def test_a_refused_delivery_blocks_its_lane_until_a_user_sends_it_again(
    sender: Sender, channel: ScriptedChannel
) -> None:
    first, second = await sender.order(), await sender.order()
    channel.responses = [Refused("AE")]
    assert await sender.run() is None
    assert await sender.states() == ["failed", "waiting"]
    third = await sender.order()
    assert await sender.run() is None
    assert channel.notified == [(first.id, "failed", True), (second.id, "waiting", True), (third.id, "waiting", True)]
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


async def test_only_failed_deliveries_are_sent_again(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    for _ in range(2):
        async with sender.database.session() as session:
            for delivery_id in (delivery.id, delivery.id + 1):
                with pytest.raises(NothingToSendAgain):
                    await outbox.send_again(session, delivery_id)
        await sender.run()
    assert channel.sent == [delivery.reference]


async def test_the_receiver_is_polled_about_an_accepted_delivery(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    channel.responses, channel.arrived = ["fax-1"], [False, Delayed("no answer"), True]
    assert [await sender.run() for _ in range(4)] == [4, 4, 4, None]
    assert channel.sent == [delivery.reference]
    assert await sender.attempts() == [(1, "delivered", None)]
    assert channel.notified == [(delivery.id, "sending", False), (delivery.id, "delivered", False)]


async def test_a_receiver_may_report_and_delivered_is_final(sender: Sender, channel: ScriptedChannel) -> None:
    delivery = await sender.order()
    channel.responses = ["fax-1"]
    await sender.run()
    async with sender.database.transaction() as session:
        assert await outbox.settle(session, [SCRIPTED], "fax-1", "busy") is True
        assert await outbox.settle(session, [SCRIPTED], "another", "busy") is False
        assert await outbox.settle(session, ["another channel"], "fax-1", None) is False
    assert await sender.states() == ["failed"]
    assert await sender.attempts() == [(1, "failed", "busy")]
    assert await sender.run() is None
    await sender.send_again(delivery.id)
    async with sender.database.transaction() as session:
        assert await outbox.settle(session, [SCRIPTED], "fax-1", None) is False
    channel.responses, channel.arrived = ["fax-2"], [True]
    await sender.run()
    await sender.run()
    assert await sender.attempts() == [(1, "failed", "busy"), (2, "delivered", None)]
    assert channel.sent == [delivery.reference] * 2
    async with sender.database.transaction() as session:
        assert await outbox.settle(session, [SCRIPTED], "fax-2", "busy") is True
    assert await sender.states() == ["delivered"]


async def test_a_handled_delivery_does_not_block_its_lane(sender: Sender, channel: ScriptedChannel) -> None:
    first, second = await sender.order(), await sender.order()
    with pytest.raises(NothingToHandle):
        await sender.mark_handled(first.id)
    channel.responses = [Refused("AE")]
    await sender.run()
    channel.notified.clear()
    await sender.mark_handled(first.id)
    assert channel.notified == [(first.id, "handled", False)]
    assert await sender.rows("select count(*) from procrastinate_jobs where task_name = 'send_lane'") == [(3,)]
    assert await sender.run() is None
    assert await sender.states() == ["handled", "delivered"]
    assert channel.sent == [first.reference, second.reference]
    with pytest.raises(NothingToHandle):
        await sender.mark_handled(first.id)
    with pytest.raises(NothingToSendAgain):
        await sender.send_again(first.id)


@pytest.mark.parametrize("state", ["waiting", "failed", "handled"])
async def test_a_delivered_report_is_matched_by_reference(sender: Sender, channel: ScriptedChannel, state: str) -> None:
    delivery, another = await sender.order(), await sender.order()
    channel.responses = [Delayed("no answer") if state == "waiting" else Refused("busy")]
    await sender.run()
    if state == "handled":
        await sender.mark_handled(delivery.id)
    async with sender.database.transaction() as session:
        reported = {"reference": delivery.reference}
        assert await outbox.settle(session, [SCRIPTED], "fax-9", "busy", **reported) is False
        assert await outbox.settle(session, ["another channel"], "fax-9", None, **reported) is False
        assert await outbox.settle(session, [SCRIPTED], "fax-9", None, reference=another.reference) is False
        assert await outbox.settle(session, [SCRIPTED], "fax-9", None, **reported) is True
    assert await sender.states() == ["delivered", "waiting"]
    assert (await sender.attempts())[0] == (1, "delivered", None)
    await sender.run()
    assert channel.sent == [delivery.reference, another.reference]
