"""Deliveries that their domain no longer needs, such as pages about a consult that someone acknowledged."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import text

from conftest import NOON
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.outbox import service as outbox
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import Delayed, Refused
from wardline.outbox.jobs import Lane
from wardline.outbox.models import Delivery
from wardline.outbox.repository import DeliveryProgress, OutboxRepository
from wardline.outbox.tests.scripted import LANE, SCRIPTED, ScriptedChannel, ScriptedResponse, Sender

pytestmark = pytest.mark.usefixtures("noon")


async def withdraw(sender: Sender, *deliveries: Delivery) -> set[int]:
    async with sender.database.transaction() as session:
        return set(await outbox.withdraw(session, [delivery.id for delivery in deliveries]))


async def progress_of(sender: Sender, delivery: Delivery) -> DeliveryProgress:
    async with sender.database.session() as session:
        return (await OutboxRepository(session).progress([delivery.id]))[delivery.id]


async def test_a_withdrawn_delivery_is_neither_sent_nor_late_and_the_next_one_follows(
    sender: Sender, channel: ScriptedChannel, statements: list[str]
) -> None:
    failed, held, third = [await sender.order() for _ in range(3)]
    channel.responses = [Refused("AE")]
    await sender.run()
    await sender.send_again(failed.id)
    channel.held = "patient not verified yet"
    await sender.run(after=60)
    channel.held, channel.responses = None, [Refused("AE")]
    await sender.run()
    assert await sender.states() == ["failed", "waiting", "waiting"]
    channel.notified.clear()
    async with sender.database.transaction() as session:
        await session.execute(text("delete from procrastinate_jobs"))
    statements.clear()
    assert await withdraw(sender, failed, held) == {failed.id, held.id}
    assert len([statement for statement in statements if statement.startswith(("WITH", "UPDATE deliv"))]) == 1
    assert await sender.rows("select lock from procrastinate_jobs") == [(LANE,)]
    assert await sender.run(after=24 * 60 * 60) is None
    await sender.run_periodic_jobs()
    assert await sender.states() == ["withdrawn", "withdrawn", "delivered"]
    assert channel.sent == [failed.reference, failed.reference, third.reference]
    assert channel.notified == [(third.id, "delivered", False)]
    async with sender.database.session() as session:
        assert await OutboxRepository(session).count_late() == {}


async def test_one_that_was_accepted_keeps_its_outcome(sender: Sender, channel: ScriptedChannel) -> None:
    sending = await sender.order()
    channel.responses, channel.arrived = ["fax-1"], [False]
    await sender.run()
    assert await withdraw(sender, sending) == set()
    async with sender.database.transaction() as session:
        assert await outbox.settle(session, [SCRIPTED], "fax-1", None) is True
    assert await withdraw(sender, sending) == set()
    assert await sender.states() == ["delivered"]


@pytest.mark.parametrize(
    ("response", "state", "attempt"),
    [
        (None, "delivered", (1, "delivered", None)),
        ("fax-1", "sending", (1, "sending", None)),
        (Delayed("no connection"), "withdrawn", (1, "withdrawn", "no connection")),
        (Refused("AE"), "withdrawn", (1, "withdrawn", "AE")),
    ],
)
async def test_one_that_is_withdrawn_during_an_attempt_counts_only_if_that_is_accepted(
    sender: Sender,
    channel: ScriptedChannel,
    response: ScriptedResponse,
    state: str,
    attempt: tuple[int, str, str | None],
) -> None:
    first = await sender.order()
    channel.responses = [response]
    send = channel.send

    async def withdrawn_meanwhile(context: JobContext, delivery: Delivery) -> str | None:
        if delivery.id == first.id:
            assert await withdraw(sender, first) == {first.id}
        return await send(context, delivery)

    channel.send = withdrawn_meanwhile  # type: ignore[method-assign]
    await sender.run()
    assert await sender.states() == [state]
    assert await sender.attempts() == [attempt]
    if state == "withdrawn":
        second = await sender.order()
        assert await sender.run() is None
        assert channel.sent == [first.reference, second.reference]


async def test_the_progress_of_a_delivery_says_when_it_was_queued_sent_delivered_or_failed(
    sender: Sender, channel: ScriptedChannel
) -> None:
    async def settle(taken_as: str, refusal: str | None) -> None:
        sender.now += timedelta(seconds=5)
        with clock.clock_at(sender.now):
            async with sender.database.transaction() as session:
                await outbox.settle(session, [SCRIPTED], taken_as, refusal)

    def at(seconds: int) -> datetime:
        return NOON + timedelta(seconds=seconds)

    delivery = await sender.order()
    channel.responses = [Delayed("no connection"), "text-1", "text-2"]
    await sender.run(after=1)
    assert await progress_of(sender, delivery) == DeliveryProgress(
        DeliveryState.WAITING, "no connection", at(0), None, None, None
    )
    await sender.run(after=2)
    assert await progress_of(sender, delivery) == DeliveryProgress(
        DeliveryState.SENDING, None, at(0), at(3), None, None
    )
    await settle("text-1", "opted out")
    assert await progress_of(sender, delivery) == DeliveryProgress(
        DeliveryState.FAILED, "opted out", at(0), at(3), None, at(8)
    )
    await sender.send_again(delivery.id)
    await sender.run(after=1)
    await settle("text-2", None)
    assert await progress_of(sender, delivery) == DeliveryProgress(
        DeliveryState.DELIVERED, None, at(0), at(9), at(14), None
    )


async def test_many_are_ordered_in_their_order_with_as_few_statements_as_one(
    sender: Sender, channel: ScriptedChannel, statements: list[str]
) -> None:
    assert channel.sent == []
    async with sender.database.transaction() as session:
        await outbox.order_each(session, [Lane(f"{LANE} {number}", "hospital", SCRIPTED) for number in range(9)])
    assert len([statement for statement in statements if "deliveries" in statement]) == 1
    assert len([statement for statement in statements if "procrastinate" in statement]) == 1
    assert await sender.rows("select lane from deliveries order by id") == [(f"{LANE} {n}",) for n in range(9)]
