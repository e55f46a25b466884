"""Text messages and calls as deliveries of the outbox, whatever they are about.

The functions that send are for `wardline.outbox.contract.Channel.send`, and raise and return as it says.
"""

from datetime import datetime

from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.outbox.contract import Delayed, Refused
from wardline.outbox.models import Delivery
from wardline.telephony import registry
from wardline.telephony.contract import PhoneDelayed, PhoneOutcome, PhoneRefused, PhoneUnknown


async def send_text(context: JobContext, number: str, text: str, delivery: Delivery) -> str:
    try:
        return await context.client(registry.phone_provider_for).send_text(number, text, delivery.reference)
    except PhoneRefused as refusal:
        raise Refused(refusal.reason) from None
    except PhoneDelayed as delay:
        raise Delayed(delay.reason) from None


async def place_call(context: JobContext, number: str, delivery: Delivery) -> str:
    """What is said follows once someone answers (`wardline.telephony.listeners`)."""
    try:
        return await context.client(registry.phone_provider_for).place_call(number, delivery.reference)
    except PhoneRefused as refusal:
        raise Refused(refusal.reason) from None
    except PhoneDelayed as delay:
        raise Delayed(delay.reason) from None


async def look_up_text(context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
    """What the provider knows about a text that it accepted; None if nothing."""
    try:
        return await context.client(registry.phone_provider_for).check_text(delivery.taken_as or "")
    except (PhoneDelayed, PhoneUnknown):
        return None


async def look_up_call(context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
    """The same for a call."""
    try:
        return await context.client(registry.phone_provider_for).check_call(delivery.taken_as or "")
    except (PhoneDelayed, PhoneUnknown):
        return None


def has_arrived(outcome: PhoneOutcome | None, *, until: datetime) -> bool:
    """For `wardline.outbox.contract.Channel.check_status`: whether an item has arrived, by what its provider knows.

    `outcome` is None if nothing is known, as of a push, whose receipt comes by itself.

    Raises:
        Refused: it failed, or its arrival was not confirmed `until` then.
    """
    if outcome is not None and outcome.refusal is not None:
        raise Refused(outcome.refusal)
    if outcome is not None and outcome.delivered:
        return True
    if clock.now() >= until:
        raise Refused("arrival not confirmed")
    return False
