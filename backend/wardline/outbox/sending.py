"""Sends the deliveries of a lane, one after another, in jobs (`wardline.outbox.jobs`)."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock, retries
from wardline.core.errors import Unavailable
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import CONCURRENCY, URGENT_CONCURRENCY
from wardline.core.retries import Retry
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import Delayed, Refused, channels
from wardline.outbox.models import Delivery, DeliveryAttempt
from wardline.outbox.outcomes import Outcome, is_late, record, report_late, report_late_behind
from wardline.outbox.repository import OutboxRepository

log = logging.getLogger(__name__)

_ACCEPTED: Final = frozenset({DeliveryState.SENDING, DeliveryState.DELIVERED})


class Slots:
    """How many lanes a process sends at the same time.

    A total below that of the worker keeps receivers that do not respond from taking up all of it, and the limit per
    receiver leaves slots for the others.
    """

    def __init__(self, total: int, per_receiver: int, *, busy_seconds: int) -> None:
        self._all = asyncio.Semaphore(total)
        self._of: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(per_receiver))
        self._busy_seconds = busy_seconds

    @asynccontextmanager
    async def taken(self, receiver: str) -> AsyncIterator[None]:
        """Raises Retry if none is free."""
        slots = self._of[receiver]
        if self._all.locked() or slots.locked():
            raise Retry(self._busy_seconds)
        async with self._all, slots:
            yield


ORDINARY_SLOTS: Final = Slots(CONCURRENCY - 2, 2, busy_seconds=retries.RECEIVER_BUSY_SECONDS)
URGENT_SLOTS: Final = Slots(URGENT_CONCURRENCY - 2, 24, busy_seconds=retries.URGENT_RECEIVER_BUSY_SECONDS)
"""Everyone's pages go to the same few receivers: one push service of each browser, and one provider of texts."""


async def send_all(context: JobContext, lane: str, receiver: str, slots: Slots) -> None:
    """Send what is waiting in a lane, in order, until it is empty or something is not delivered.

    Raises:
        Retry: more remains to be done later.
    """
    async with slots.taken(receiver):
        while await _send_next(context, lane):
            pass


async def _send_next(context: JobContext, lane: str) -> bool:
    """Whether the lane's first delivery arrived or was withdrawn, so that the next one can be sent."""
    async with context.database.transaction() as session:
        head = await OutboxRepository(session).head(lane)
        if head is None:
            return False
        if head.state == DeliveryState.FAILED:
            await report_late_behind(session, head)
            return False
        if head.state == DeliveryState.WAITING:
            if await _is_held(session, head):
                return False
            head.attempt_count += 1
            session.add(DeliveryAttempt(delivery_id=head.id, number=head.attempt_count, began_at=clock.now()))
    outcome = await _attempt(context, head)
    async with context.database.transaction() as session:
        delivery = await OutboxRepository(session).locked(head.id)
        if delivery is None or delivery.state == DeliveryState.DELIVERED:
            return True
        outcome = _stays_withdrawn(delivery, outcome)
        if outcome.state != DeliveryState.DELIVERED and _is_outdated(head, delivery):
            return False
        await record(session, delivery, outcome, head.attempt_count)
        age = (clock.now() - delivery.wanted_at).total_seconds()
    if outcome.state in {DeliveryState.WAITING, DeliveryState.SENDING}:
        pace = channels[head.channel].pace
        is_accepted = outcome.state is DeliveryState.SENDING
        # Asking about hundreds that were accepted must not hold up those that nobody has sent.
        raise Retry((pace.check if is_accepted else pace.retry).wait_at_age(age), after_others=is_accepted)
    return outcome.state in {DeliveryState.DELIVERED, DeliveryState.WITHDRAWN}


def _stays_withdrawn(delivery: Delivery, outcome: Outcome) -> Outcome:
    """The outcome of an attempt during which its domain may have withdrawn the delivery: that holds unless accepted."""
    if delivery.state == DeliveryState.WITHDRAWN and outcome.state not in _ACCEPTED:
        return Outcome(DeliveryState.WITHDRAWN, outcome.reason)
    return outcome


def _is_outdated(before: Delivery, delivery: Delivery) -> bool:
    """Whether it changed during an attempt: a slow attempt must not overwrite a newer one.

    But a delivery stays delivered, no matter which attempt delivered it. One that was withdrawn is not attempted again.
    """
    has_changed = delivery.state not in {before.state, DeliveryState.WITHDRAWN}
    return has_changed or (delivery.attempt_count, delivery.taken_as) != (before.attempt_count, before.taken_as)


async def _is_held(session: AsyncSession, head: Delivery) -> bool:
    """Whether its domain is holding it back; its lane then has no job until the domain calls `resume`."""
    channel = channels[head.channel]
    reason = await channel.hold_reason(session, head)
    if reason is None:
        if head.held_at is not None:
            head.held_at, head.reason = None, None
            # The lane starts over: nothing in it is late yet.
            for delivery in (head, *await OutboxRepository(session).behind(head)):
                delivery.told_at, delivery.wanted_at = None, clock.now()
        return False
    is_new = head.held_at is None or head.reason != reason
    head.held_at, head.reason = head.held_at or clock.now(), reason
    await session.flush()
    if is_late(head) and head.told_at is None:
        await report_late(session, head)
    elif is_new:
        await channel.changed(session, head, late=False)
    if is_late(head):
        await report_late_behind(session, head)
    return True


async def _attempt(context: JobContext, delivery: Delivery) -> Outcome:
    """Send it, or check on it if the receiver has accepted it."""
    channel = channels[delivery.channel]
    accepted_as = delivery.taken_as if delivery.state == DeliveryState.SENDING else None
    try:
        if accepted_as is not None:
            arrived = await channel.check_status(context, delivery)
            return Outcome(DeliveryState.DELIVERED if arrived else DeliveryState.SENDING, taken_as=accepted_as)
        taken_as = await channel.send(context, delivery)
    except Refused as refusal:
        return Outcome(DeliveryState.FAILED, refusal.reason)
    except Delayed as delay:
        return Outcome(DeliveryState(delivery.state), delay.reason, accepted_as)
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it was, the delivery is retried
        # The error's text may quote the content, so it is not logged.
        log.error("delivery %s failed with %s", delivery.id, type(error).__name__)  # noqa: TRY400
        return Outcome(DeliveryState(delivery.state), "internal error", accepted_as)
    return Outcome(DeliveryState.DELIVERED if taken_as is None else DeliveryState.SENDING, taken_as=taken_as)
