"""Pushes to a contact as deliveries of the outbox, whatever they are about."""

from collections.abc import Callable
from datetime import timedelta

from wardline.contacts.choices import DisabledReason
from wardline.contacts.service import disable
from wardline.core.jobs.context import JobContext
from wardline.outbox.contract import Delayed, Refused
from wardline.outbox.models import Delivery
from wardline.webpush import receipts
from wardline.webpush.keys import vapid_key
from wardline.webpush.schemas import PushPayload, PushSubscription
from wardline.webpush.sending import PushDelayed, PushRefused, PushSender, SubscriptionGone


async def push(
    context: JobContext,
    contact_id: int,
    subscription: PushSubscription,
    payload: Callable[..., PushPayload],
    delivery: Delivery,
    *,
    lifetime: timedelta,
) -> str:
    """Send what `payload` makes with the `receipt` that the device will return; it arrives once the receipt has.

    A device whose subscription has ended is disabled, so that it is not tried again.
    For `wardline.outbox.contract.Channel.send`, whose result this returns.

    Raises:
        Refused, Delayed
    """
    sender = context.client(PushSender)
    if sender.key is None:
        async with context.database.transaction() as session:
            sender.key = await vapid_key(session, context.settings)
    async with context.database.autocommit() as connection:
        receipt = await receipts.receipt_token(connection, delivery.channel, delivery.reference)
    try:
        await sender.send(subscription, payload(receipt=receipt), sender.key, lifetime=lifetime)
    except SubscriptionGone as gone:
        async with context.database.transaction() as session:
            await disable(session, contact_id, DisabledReason.ENDPOINT_GONE)
        raise Refused(gone.reason) from None
    except PushRefused as refusal:
        raise Refused(refusal.reason) from None
    except PushDelayed as delay:
        raise Delayed(delay.reason) from None
    return delivery.reference
