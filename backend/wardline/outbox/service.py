"""Having something delivered: ordered in the writing transaction, sent by jobs, one lane one after the other."""

import asyncio
import logging
import secrets
from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from procrastinate import JobContext
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.errors import Unavailable
from wardline.core.jobs.queue import AT_ONCE, ComesBack, Later, database_of, defer, defer_each, hasten, jobs
from wardline.outbox.channels import Channel, Delayed, Refused, channels
from wardline.outbox.choices import DeliveryState
from wardline.outbox.errors import NothingToHandle, NothingToSendAgain
from wardline.outbox.models import Delivery, DeliveryAttempt
from wardline.outbox.repository import OutboxRepository

log = logging.getLogger(__name__)

LATE_AFTER: Final = {DeliveryState.WAITING: timedelta(minutes=1), DeliveryState.SENDING: timedelta(minutes=30)}
"""How long something is on its way before people are told that it does not arrive."""
SHORTEST_WAIT_SECONDS: Final = 4
LONGEST_WAIT_SECONDS: Final = 300
"""Between two attempts, for as long as the receiver is away; in between as long as it has been on its way so far."""
ROOM_SECONDS: Final = 10
"""Until a lane that found no room comes back."""
_AT_ONE_RECEIVER: Final = 2

_room: Final = asyncio.Semaphore(AT_ONCE - 2)
"""Receivers that do not answer never keep all of a worker from our own work."""
_room_at: Final[defaultdict[str, asyncio.Semaphore]] = defaultdict(lambda: asyncio.Semaphore(_AT_ONE_RECEIVER))
"""By receivers, so that one that does not answer leaves the others room."""


@dataclass(frozen=True, slots=True)
class _Finding:
    state: DeliveryState
    reason: str | None = None
    taken_as: str | None = None


async def order(session: AsyncSession, channel: str, lane: str, *, receiver: str) -> Delivery:
    """Have something sent once the transaction is committed; the caller notes what, under the delivery's id."""
    now = clock.now()
    delivery = Delivery(
        channel=channel,
        lane=lane,
        receiver=receiver,
        reference=secrets.token_hex(10).upper(),
        state=DeliveryState.WAITING.value,
        attempt_count=0,
        created_at=now,
        wanted_at=now,
    )
    session.add(delivery)
    await session.flush()
    await _send_soon(session, delivery)
    return delivery


async def send_again(session: AsyncSession, *delivery_ids: int) -> None:
    """Have those that failed sent once more, under the same reference; those that wait for one follow.

    However many there are, it takes the same number of statements.

    Raises:
        NothingToSendAgain: none of them failed.
    """
    repository = OutboxRepository(session)
    failed = await repository.failed(delivery_ids)
    if not failed:
        raise NothingToSendAgain
    await repository.want_again(failed, clock.now())
    for name in sorted({delivery.channel for delivery in failed}):
        await channels[name].sent_again(session, [delivery for delivery in failed if delivery.channel == name])
    lanes = {delivery.lane: delivery.receiver for delivery in failed}
    await hasten(session, *lanes)
    await defer_each(
        session, send_lane, [(lane, {"lane": lane, "receiver": receiver}) for lane, receiver in lanes.items()]
    )


async def mark_handled(session: AsyncSession, delivery_id: int) -> None:
    """Let go of one that failed or is held back: it arrived another way, or is not needed; those behind it follow.

    Raises:
        NothingToHandle: it did not fail and is not held back.
    """
    delivery = await OutboxRepository(session).locked(delivery_id)
    if delivery is None or not (delivery.state == DeliveryState.FAILED or delivery.held_at is not None):
        raise NothingToHandle
    delivery.state, delivery.held_at = DeliveryState.HANDLED.value, None
    await session.flush()
    await channels[delivery.channel].changed(session, delivery, late=False)
    await resume(session, delivery.lane, receiver=delivery.receiver)


async def resume(session: AsyncSession, lane: str, *, receiver: str) -> None:
    """Have a lane go on now, as what it was held by is gone."""
    await hasten(session, lane)
    await defer(session, send_lane, lock=lane, lane=lane, receiver=receiver)


async def settle(
    session: AsyncSession, channel: str, taken_as: str, refusal: str | None, *, reference: str | None = None
) -> bool:
    """Note what a receiver told of itself; False where nothing is known by this name. `refusal` None: delivered.

    By `reference` it is known where the receiver's answer was lost, or came before a person had it sent again. What
    arrived has arrived under whichever name; a refusal counts for what it names only.
    """
    repository = OutboxRepository(session)
    delivery = await repository.taken_as(channel, taken_as)
    if delivery is None and refusal is None and reference is not None:
        delivery = await repository.referred_to(channel, reference)
    if delivery is None or delivery.attempt_count == 0:
        return False
    if refusal is None and delivery.state != DeliveryState.DELIVERED:
        await _note(session, delivery, _Finding(DeliveryState.DELIVERED, taken_as=taken_as), delivery.attempt_count)
    elif refusal is not None and delivery.state == DeliveryState.SENDING:
        await _note(session, delivery, _Finding(DeliveryState.FAILED, refusal, taken_as), delivery.attempt_count)
    return True


async def _send_soon(session: AsyncSession, delivery: Delivery) -> None:
    await defer(session, send_lane, lock=delivery.lane, lane=delivery.lane, receiver=delivery.receiver)


@jobs.task(name="send_lane", pass_context=True, retry=ComesBack())
async def send_lane(context: JobContext, lane: str, receiver: str) -> None:
    """Send what waits in a lane, in its order, until nothing waits or something does not go through."""
    room_there = _room_at[receiver]
    if _room.locked() or room_there.locked():
        raise Later(ROOM_SECONDS)
    database = database_of(context)
    async with _room, room_there:
        while await _go_on(database, lane):
            pass


@jobs.periodic(cron="* * * * *")
@jobs.task(name="look_after_deliveries", queueing_lock="look_after_deliveries", pass_context=True)
async def look_after_deliveries(context: JobContext, timestamp: int) -> None:  # noqa: ARG001 - when it was due
    """Tell of what is late, and bring back lanes whose job was lost, as by a worker that is older than this code."""
    async with database_of(context).transaction() as session:
        repository = OutboxRepository(session)
        now = clock.now()
        waiting, sending = (now - LATE_AFTER[state] for state in (DeliveryState.WAITING, DeliveryState.SENDING))
        for delivery in await repository.untold(waiting, sending):
            await _tell_late(session, delivery)
        for head in await repository.forgotten():
            await _send_soon(session, head)


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
            if await _is_held(session, head):
                return False
            head.attempt_count += 1
            session.add(DeliveryAttempt(delivery_id=head.id, number=head.attempt_count, began_at=clock.now()))
    began = (head.state, head.attempt_count, head.taken_as)
    finding = await _found(channels[head.channel], database, head)
    async with database.transaction() as session:
        delivery = await OutboxRepository(session).locked(head.id)
        if delivery is None or delivery.state == DeliveryState.DELIVERED:
            return True
        # Whoever was slow writes over nothing newer, but what a receiver keeps it keeps under whichever attempt.
        outrun = (delivery.state, delivery.attempt_count, delivery.taken_as) != began
        if outrun and finding.state != DeliveryState.DELIVERED:
            return False
        await _note(session, delivery, finding, head.attempt_count)
        on_its_way = int((clock.now() - delivery.wanted_at).total_seconds())
    if finding.state in {DeliveryState.WAITING, DeliveryState.SENDING}:
        raise Later(min(max(on_its_way, SHORTEST_WAIT_SECONDS), LONGEST_WAIT_SECONDS))
    return finding.state == DeliveryState.DELIVERED


async def _is_held(session: AsyncSession, head: Delivery) -> bool:
    """Whether its domain holds it back; its lane then has no job until that calls `resume`."""
    channel = channels[head.channel]
    reason = await channel.held_by(session, head)
    if reason is None:
        if head.held_at is not None:
            head.held_at, head.reason = None, None
            # On their way from now on, for as long as nothing else is wrong with them.
            for delivery in (head, *await OutboxRepository(session).behind(head)):
                delivery.told_at, delivery.wanted_at = None, clock.now()
        return False
    is_news = head.held_at is None or head.reason != reason
    head.held_at, head.reason = head.held_at or clock.now(), reason
    await session.flush()
    if _is_late(head) and head.told_at is None:
        await _tell_late(session, head)
    elif is_news:
        await channel.changed(session, head, late=False)
    if _is_late(head):
        await _tell_of_those_behind(session, head)
    return True


async def _found(channel: Channel, database: Database, delivery: Delivery) -> _Finding:
    under_way = delivery.taken_as if delivery.state == DeliveryState.SENDING else None
    try:
        if under_way is not None:
            arrived = await channel.ask(delivery)
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


async def _note(session: AsyncSession, delivery: Delivery, finding: _Finding, number: int) -> None:
    """Write down what came of an attempt, or what the receiver told later, and tell people what they should know."""
    now = clock.now()
    was, delivery.state = delivery.state, finding.state.value
    delivery.reason, delivery.taken_as = finding.reason, finding.taken_as
    if finding.state == DeliveryState.DELIVERED:
        delivery.delivered_at = now
    if was == DeliveryState.WAITING or finding.state != DeliveryState.SENDING:
        attempt = await OutboxRepository(session).attempt(delivery, number)
        attempt.ended_at, attempt.state, attempt.reason = now, delivery.state, finding.reason
    await session.flush()
    if _is_late(delivery) and delivery.told_at is None:
        await _tell_late(session, delivery)
    elif delivery.state != was:
        await channels[delivery.channel].changed(session, delivery, late=False)
    if _is_late(delivery):
        await _tell_of_those_behind(session, delivery)


def _is_late(delivery: Delivery) -> bool:
    state = DeliveryState(delivery.state)
    if state in LATE_AFTER:
        return clock.now() - delivery.wanted_at >= LATE_AFTER[state]
    return state is DeliveryState.FAILED


async def _tell_late(session: AsyncSession, delivery: Delivery) -> None:
    """Have it listed as undelivered; what is held back did not fail, and waits for its domain or for a person."""
    held = await OutboxRepository(session).is_held_back(delivery)
    delivery.told_at = clock.now()
    if held:
        log.warning("delivery %s by %s is held back: %s", delivery.id, delivery.channel, delivery.reason)
    else:
        log.error("delivery %s by %s does not arrive: %s", delivery.id, delivery.channel, delivery.reason)
    await session.flush()
    await channels[delivery.channel].changed(session, delivery, late=not held)


async def _tell_of_those_behind(session: AsyncSession, held: Delivery) -> None:
    """What waits for one that does not arrive is late, too."""
    for delivery in await OutboxRepository(session).behind(held):
        if delivery.told_at is None:
            await _tell_late(session, delivery)
