"""Orders deliveries: they are recorded and queued in the caller's transaction, and sent by a job (`sending`)."""

import secrets
from collections.abc import Collection, Iterable, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.jobs.queue import run_now
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import channels
from wardline.outbox.errors import NothingToHandle, NothingToSendAgain
from wardline.outbox.jobs import Lane, queue_lanes
from wardline.outbox.models import Delivery
from wardline.outbox.outcomes import Outcome, record
from wardline.outbox.repository import OutboxRepository


async def order(session: AsyncSession, channel: str, lane: str, *, receiver: str) -> Delivery:
    """Order a delivery, sent once the transaction is committed; the caller stores its content by the delivery's id."""
    (delivery,) = await order_each(session, [Lane(lane, receiver, channel)])
    return delivery


async def order_each(session: AsyncSession, lanes: Iterable[Lane]) -> Sequence[Delivery]:
    """Order a delivery in each of these lanes, in their order, with as few statements as for one."""
    now = clock.now()
    deliveries = [
        Delivery(
            channel=lane.channel,
            lane=lane.name,
            receiver=lane.receiver,
            reference=secrets.token_hex(10).upper(),
            state=DeliveryState.WAITING.value,
            attempt_count=0,
            created_at=now,
            wanted_at=now,
        )
        for lane in lanes
    ]
    session.add_all(deliveries)
    await session.flush()
    await queue_lanes(session, map(Lane.of, deliveries))
    return deliveries


async def send_again(session: AsyncSession, *delivery_ids: int) -> None:
    """Resend those that failed, under the same references; the deliveries behind them follow.

    Takes the same number of statements no matter how many there are.

    Raises:
        NothingToSendAgain: none of them failed.
    """
    repository = OutboxRepository(session)
    failed = await repository.failed(delivery_ids)
    if not failed:
        raise NothingToSendAgain
    await repository.reset_failed(failed, clock.now())
    for name in sorted({delivery.channel for delivery in failed}):
        await channels[name].sent_again(session, [delivery for delivery in failed if delivery.channel == name])
    await _queue_now(session, map(Lane.of, failed))


async def withdraw(session: AsyncSession, delivery_ids: Iterable[int]) -> Collection[int]:
    """End those that are waiting or failed, because their domain no longer needs them; returns their ids.

    Its channel is not notified. One that a receiver has accepted keeps its state, and so does one whose attempt is in
    progress if the receiver accepts it: then it is sent or delivered after all. The deliveries behind them follow.
    Takes the same number of statements no matter how many there are.
    """
    repository = OutboxRepository(session)
    withdrawn = await repository.withdraw(delivery_ids)
    await _queue_now(session, map(Lane.of, await repository.heads({lane for _, lane in withdrawn})))
    return {delivery_id for delivery_id, _ in withdrawn}


async def mark_handled(session: AsyncSession, delivery_id: int) -> None:
    """Close a failed or held delivery, because it arrived another way or is not needed; the next ones follow.

    Raises:
        NothingToHandle: it did not fail and is not held back.
    """
    delivery = await OutboxRepository(session).locked(delivery_id)
    if delivery is None or not (delivery.state == DeliveryState.FAILED or delivery.held_at is not None):
        raise NothingToHandle
    delivery.state, delivery.held_at = DeliveryState.HANDLED.value, None
    await session.flush()
    await channels[delivery.channel].changed(session, delivery, late=False)
    await resume(session, delivery.channel, delivery.lane, receiver=delivery.receiver)


async def resume(session: AsyncSession, channel: str, lane: str, *, receiver: str) -> None:
    """Continue a lane now, because the reason for holding it back no longer applies."""
    await _queue_now(session, [Lane(lane, receiver, channel)])


async def _queue_now(session: AsyncSession, lanes: Iterable[Lane]) -> None:
    lanes = list(lanes)
    if lanes:
        await run_now(session, *(lane.name for lane in lanes))
        await queue_lanes(session, lanes)


async def settle(
    session: AsyncSession,
    names: Collection[str],
    taken_as: str,
    refusal: str | None,
    *,
    reference: str | None = None,
) -> bool:
    """Record an unsolicited report from a receiver; False if the delivery is unknown. `refusal` is None for success.

    `names` are the channels of this receiver. `reference` finds a delivery whose response from the receiver was lost,
    or one that a user resent before that response. A report of success counts under either id, a refusal only for the
    attempt that it names.
    """
    delivery = await find(session, names, taken_as, reference=reference if refusal is None else None)
    if delivery is None or delivery.attempt_count == 0:
        return False
    if refusal is None and delivery.state != DeliveryState.DELIVERED:
        await record(session, delivery, Outcome(DeliveryState.DELIVERED, taken_as=taken_as), delivery.attempt_count)
    elif refusal is not None and delivery.state == DeliveryState.SENDING:
        await record(session, delivery, Outcome(DeliveryState.FAILED, refusal, taken_as), delivery.attempt_count)
    return True


async def find(
    session: AsyncSession, names: Collection[str], taken_as: str, *, reference: str | None = None
) -> Delivery | None:
    """The delivery by one of these channels that a receiver reports about, under its id or our reference, locked."""
    repository = OutboxRepository(session)
    delivery = await repository.taken_as(names, taken_as)
    if delivery is None and reference is not None:
        delivery = await repository.with_reference(names, reference)
    return delivery
