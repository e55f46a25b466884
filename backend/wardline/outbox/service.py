"""Having something delivered: ordered in the writing transaction, sent by jobs, one lane one after the other."""

import asyncio
import logging
import secrets
from dataclasses import dataclass
from typing import Final

from procrastinate import JobContext
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db import Database
from wardline.core.errors import Unavailable
from wardline.core.jobs import AT_ONCE, TriesAgain, database_of, defer, jobs
from wardline.outbox.channels import Channel, Delayed, Refused, channels
from wardline.outbox.choices import DeliveryState
from wardline.outbox.errors import NothingToSendAgain
from wardline.outbox.models import Delivery, DeliveryAttempt
from wardline.outbox.repository import OutboxRepository

log = logging.getLogger(__name__)

PATIENCE: Final = 5
"""Attempts, the last about a minute after the first, after which people are told that it does not arrive."""
LONGEST_WAIT_SECONDS: Final = 300
"""Between two attempts, for as long as the receiver is away."""


_places: Final = asyncio.Semaphore(AT_ONCE // 2)
"""Receivers that do not answer never keep all of a worker from our own work."""


class NotYet(Exception):
    """The lane has more to send, later."""


@dataclass(frozen=True, slots=True)
class _Finding:
    state: DeliveryState
    reason: str | None = None
    taken_as: str | None = None


async def order(session: AsyncSession, channel: str, lane: str) -> Delivery:
    """Have something sent once the transaction is committed; the caller notes what, under the delivery's id."""
    delivery = Delivery(
        channel=channel,
        lane=lane,
        reference=secrets.token_hex(10).upper(),
        state=DeliveryState.WAITING.value,
        attempt_count=0,
        created_at=clock.now(),
    )
    session.add(delivery)
    await session.flush()
    await defer(session, send_lane, lock=lane, lane=lane)
    return delivery


async def send_again(session: AsyncSession, delivery_id: int) -> Delivery:
    """Have one that failed sent once more, under the same reference; those that wait for it follow.

    Raises:
        NothingToSendAgain: it did not fail.
    """
    delivery = await OutboxRepository(session).locked(delivery_id)
    if delivery is None or delivery.state != DeliveryState.FAILED:
        raise NothingToSendAgain
    delivery.state, delivery.taken_as, delivery.told_at = DeliveryState.WAITING.value, None, None
    await session.flush()
    await channels[delivery.channel].changed(session, delivery, late=False)
    await defer(session, send_lane, lock=delivery.lane, lane=delivery.lane)
    return delivery


async def settle(session: AsyncSession, channel: str, taken_as: str, refusal: str | None) -> bool:
    """Note what a receiver told of itself; False where nothing is known by this name. `refusal` None: delivered."""
    delivery = await OutboxRepository(session).taken_as(channel, taken_as)
    if delivery is None:
        return False
    if delivery.state == DeliveryState.SENDING:
        state = DeliveryState.DELIVERED if refusal is None else DeliveryState.FAILED
        await _note(session, delivery, _Finding(state, refusal, taken_as))
    return True


@jobs.task(name="send_lane", pass_context=True, retry=TriesAgain(None, longest_wait=LONGEST_WAIT_SECONDS))
async def send_lane(context: JobContext, lane: str) -> None:
    """Send what waits in a lane, in its order, until nothing waits or something does not go through."""
    if _places.locked():
        raise NotYet
    database = database_of(context)
    async with _places:
        while await _go_on(database, lane):
            pass


async def _go_on(database: Database, lane: str) -> bool:
    """Whether the lane's first delivery arrived, so that the next may follow."""
    async with database.transaction() as session:
        head = await OutboxRepository(session).head(lane)
        if head is None:
            return False
        if head.state == DeliveryState.FAILED:
            await _tell_of_those_behind(session, head)
            return False
        if head.state == DeliveryState.WAITING:
            head.attempt_count += 1
            session.add(DeliveryAttempt(delivery_id=head.id, number=head.attempt_count, began_at=clock.now()))
    finding = await _found(channels[head.channel], database, head)
    async with database.transaction() as session:
        delivery = await OutboxRepository(session).locked(head.id)
        if delivery is None or delivery.state not in {DeliveryState.WAITING, DeliveryState.SENDING}:
            return True  # Its receiver told of it before this was written.
        await _note(session, delivery, finding)
    if finding.state in {DeliveryState.WAITING, DeliveryState.SENDING}:
        raise NotYet
    return finding.state == DeliveryState.DELIVERED


async def _found(channel: Channel, database: Database, delivery: Delivery) -> _Finding:
    under_way = delivery.taken_as if delivery.state == DeliveryState.SENDING else None
    try:
        if under_way is not None:
            arrived = await channel.ask(under_way)
            return _Finding(DeliveryState.DELIVERED if arrived else DeliveryState.SENDING, taken_as=under_way)
        taken_as = await channel.send(database, delivery)
    except Refused as refusal:
        return _Finding(DeliveryState.FAILED, refusal.reason)
    except Delayed as delay:
        return _Finding(DeliveryState(delivery.state), delay.reason, under_way)
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it was, the delivery is to be tried again
        # Without the error's words, which may hold what is sent.
        log.error("delivery %s met %s", delivery.id, type(error).__name__)  # noqa: TRY400
        return _Finding(DeliveryState(delivery.state), "internal error", under_way)
    return _Finding(DeliveryState.DELIVERED if taken_as is None else DeliveryState.SENDING, taken_as=taken_as)


async def _note(session: AsyncSession, delivery: Delivery, finding: _Finding) -> None:
    """Write down what came of an attempt, or what the receiver told later, and tell people what they should know."""
    now = clock.now()
    was, delivery.state = delivery.state, finding.state.value
    delivery.reason, delivery.taken_as = finding.reason, finding.taken_as
    if finding.state == DeliveryState.DELIVERED:
        delivery.delivered_at = now
    if was == DeliveryState.WAITING or finding.state != DeliveryState.SENDING:
        attempt = await OutboxRepository(session).attempt(delivery)
        attempt.ended_at, attempt.state, attempt.reason = now, delivery.state, finding.reason
    late = delivery.told_at is None and _is_late(delivery)
    if late:
        delivery.told_at = now
        log.error("delivery %s by %s does not arrive: %s", delivery.id, delivery.channel, finding.reason)
    await session.flush()
    if late or delivery.state != was:
        await channels[delivery.channel].changed(session, delivery, late=late)
    if _is_late(delivery):
        await _tell_of_those_behind(session, delivery)


def _is_late(delivery: Delivery) -> bool:
    if delivery.state == DeliveryState.WAITING:
        return delivery.attempt_count >= PATIENCE
    return delivery.state == DeliveryState.FAILED


async def _tell_of_those_behind(session: AsyncSession, held: Delivery) -> None:
    """What waits for one that does not arrive is late, too."""
    for delivery in await OutboxRepository(session).behind(held):
        if delivery.told_at is None:
            delivery.told_at = clock.now()
            await session.flush()
            await channels[delivery.channel].changed(session, delivery, late=True)
