"""Deliveries that a domain holds back, such as a note of a patient who is not verified yet."""

import pytest

from wardline.core import retries
from wardline.core.errors import Unavailable
from wardline.core.jobs.context import JobContext
from wardline.outbox import service as outbox
from wardline.outbox.contract import Delayed
from wardline.outbox.models import Delivery
from wardline.outbox.tests.scripted import SCRIPTED, ScriptedChannel, Sender

pytestmark = pytest.mark.usefixtures("noon")

HELD = "patient not verified yet"
DIFFERS = "patient does not match the record"
LATE = 60
KEPT = "select held_at is not null, told_at is not null, reason from deliveries order by id"


async def test_a_held_delivery_is_not_sent_and_each_reason_is_reported_once(
    sender: Sender, channel: ScriptedChannel
) -> None:
    delivery = await sender.order()
    news = (delivery.id, "waiting", False)
    channel.held = HELD
    for _ in range(2):
        assert await sender.run() is None
    assert (channel.sent, await sender.attempts(), channel.notified) == ([], [], [news])
    assert await sender.rows(KEPT) == [(True, False, HELD)]
    channel.held = DIFFERS
    for _ in range(2):
        await sender.run()
    assert channel.notified == [news, news]
    assert await sender.rows(KEPT) == [(True, False, DIFFERS)]


@pytest.mark.parametrize("seen_before", [True, False])
async def test_a_delivery_held_for_long_is_listed_with_those_behind_it_but_has_not_failed(
    sender: Sender, channel: ScriptedChannel, *, seen_before: bool
) -> None:
    first, second = await sender.order(), await sender.order()
    channel.held = HELD
    if seen_before:
        await sender.run()
        assert await sender.rows(KEPT) == [(True, False, HELD), (False, False, None)]
        channel.notified.clear()
    for _ in range(2):
        assert await sender.run(after=LATE) is None
    assert channel.notified == [(first.id, "waiting", False), (second.id, "waiting", False)]
    assert await sender.rows(KEPT) == [(True, True, HELD), (False, True, None)]


async def test_a_released_delivery_is_not_late_yet(sender: Sender, channel: ScriptedChannel) -> None:
    """The time while it was held does not count."""
    first, second = await sender.order(), await sender.order()
    channel.held = HELD
    await sender.run(after=LATE * LATE)
    channel.notified.clear()
    channel.held, channel.responses = None, [Delayed("no answer")]
    assert await sender.run() == retries.DELIVERY.first
    assert await sender.rows(KEPT) == [(False, False, "no answer"), (False, False, None)]
    assert channel.notified == []
    assert await sender.run(after=4) is None
    assert await sender.states() == ["delivered"] * 2
    assert channel.sent == [each.reference for each in (first, first, second)]


async def test_a_report_during_an_attempt_lets_the_next_follow(sender: Sender, channel: ScriptedChannel) -> None:
    first, second = await sender.order(), await sender.order()
    send = channel.send

    async def reported_first(context: JobContext, delivery: Delivery) -> str | None:
        await send(context, delivery)
        if delivery.id == first.id:
            async with sender.database.transaction() as session:
                assert await outbox.settle(session, [SCRIPTED], "fax-1", None, reference=delivery.reference)
        return "fax-1" if delivery.id == first.id else None

    channel.send = reported_first  # type: ignore[method-assign]
    assert await sender.run() is None
    assert await sender.states() == ["delivered"] * 2
    assert channel.sent == [first.reference, second.reference]


async def test_an_accepted_delivery_ends_its_attempt(sender: Sender, channel: ScriptedChannel) -> None:
    await sender.order()
    channel.responses = ["fax-1"]
    await sender.run()
    assert await sender.rows("select state, ended_at is not null from delivery_attempts") == [("sending", True)]


async def test_a_database_failure_is_not_an_outcome(sender: Sender, channel: ScriptedChannel) -> None:
    await sender.order()
    channel.responses = [Unavailable()]
    with pytest.raises(Unavailable):
        await sender.run()
    assert await sender.rows("select state, reason from deliveries") == [("waiting", None)]
