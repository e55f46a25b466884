"""The outcome of a delivery, and when users are notified of it."""

import logging
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import channels
from wardline.outbox.models import Delivery
from wardline.outbox.repository import OutboxRepository

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    state: DeliveryState
    reason: str | None = None
    taken_as: str | None = None


async def record(session: AsyncSession, delivery: Delivery, outcome: Outcome, number: int) -> None:
    """Store the outcome of attempt `number`, or a later report from the receiver, and notify users of a change."""
    now = clock.now()
    previous_state, delivery.state = delivery.state, outcome.state.value
    delivery.reason, delivery.taken_as = outcome.reason, outcome.taken_as
    if outcome.state == DeliveryState.DELIVERED:
        delivery.delivered_at = now
    if previous_state != DeliveryState.SENDING or outcome.state != DeliveryState.SENDING:
        await OutboxRepository(session).end_attempt(
            delivery, number, now, is_accepted=outcome.state in {DeliveryState.SENDING, DeliveryState.DELIVERED}
        )
    await session.flush()
    if is_late(delivery) and delivery.told_at is None:
        await report_late(session, delivery)
    elif delivery.state != previous_state:
        await channels[delivery.channel].changed(session, delivery, late=False)
    if is_late(delivery):
        await report_late_behind(session, delivery)


def is_late(delivery: Delivery) -> bool:
    state, late_after = DeliveryState(delivery.state), channels[delivery.channel].pace.late_after
    if state in late_after:
        return clock.now() - delivery.wanted_at >= late_after[state]
    return state is DeliveryState.FAILED


async def report_late(session: AsyncSession, delivery: Delivery) -> None:
    """Report it as undelivered.

    A delivery that is held back has not failed; it is waiting for its domain or for a user.
    """
    held = await OutboxRepository(session).is_held_back(delivery)
    delivery.told_at = clock.now()
    if held:
        log.warning("delivery %s by %s is held back: %s", delivery.id, delivery.channel, delivery.reason)
    else:
        log.error("delivery %s by %s has not arrived: %s", delivery.id, delivery.channel, delivery.reason)
    await session.flush()
    await channels[delivery.channel].changed(session, delivery, late=not held)


async def report_late_behind(session: AsyncSession, delivery: Delivery) -> None:
    """Deliveries that are waiting behind a late one are late as well."""
    for waiting in await OutboxRepository(session).behind(delivery):
        if waiting.told_at is None:
            await report_late(session, waiting)
