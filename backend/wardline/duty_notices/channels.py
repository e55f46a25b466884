"""The channels of the outbox for notices of duty: push, text message and e-mail, each at two paces."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.choices import ContactKind
from wardline.contacts.pushing import push
from wardline.contacts.service import ReachableContact, reachable_contacts
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.duty_notices import service, words
from wardline.duty_notices.repository import DutyNoticeRepository
from wardline.duty_notices.responses import content
from wardline.duty_notices.sending import NAMES
from wardline.mail.deliveries import send_mail
from wardline.outbox import contract as outbox
from wardline.outbox import service as outbox_service
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import ORDINARY, URGENT, Pace, Refused
from wardline.outbox.models import Delivery
from wardline.outbox.repository import OutboxRepository
from wardline.telephony import deliveries as phones
from wardline.telephony.contract import PhoneOutcome, TextReceived
from wardline.telephony.listeners import Speech, listeners
from wardline.webpush import receipts
from wardline.webpush.choices import PushKind
from wardline.webpush.schemas import PushPayload

LIFETIME: Final = timedelta(hours=12)
"""How old a notice may be when it is sent, or reaches a device that was off; after that, only the screens say it."""
CONFIRMED_WITHIN: Final = timedelta(minutes=15)
"""How long its arrival is waited for; a receipt that comes later still counts."""


class DutyChannel:
    """What all channels of notices have in common. What its reader has seen meanwhile is not sent."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:  # noqa: ARG002
        return None

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:
        async with context.database.session() as session:
            row = await DutyNoticeRepository(session).of_delivery(delivery.id)
            contacts = await reachable_contacts(session, [row.user_id]) if row is not None else {}
        if row is None:
            raise Refused("no longer needed")
        contact = next((each for each in contacts[row.user_id] if each.id == row.contact_id), None)
        if contact is None:
            raise Refused("contact removed")
        if clock.now() >= delivery.created_at + LIFETIME:
            raise Refused("too late")
        return await self.hand_over(context, row, contact, delivery)

    async def hand_over(
        self, context: JobContext, row: Any, contact: ReachableContact, delivery: Delivery
    ) -> str | None:
        """Send what the row says, as `wardline.outbox.contract.Channel.send` says."""
        raise NotImplementedError

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:
        """The provider or the device reports the arrival."""
        outcome = await self.look_up(context, delivery)
        return phones.has_arrived(outcome, until=delivery.created_at + CONFIRMED_WITHIN)

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:  # noqa: ARG002
        """What the provider knows about the item; None if nothing."""
        return None

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        """Nobody is told of a failure, and nobody sends it again: the reader's screens say the same."""
        if delivery.state == DeliveryState.FAILED:
            await outbox_service.mark_handled(session, delivery.id)

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Nobody resends these."""


class TextChannel(DutyChannel):
    async def hand_over(
        self, context: JobContext, row: Any, contact: ReachableContact, delivery: Delivery
    ) -> str | None:
        text = words.text(content(row), context.settings.origin, clock.now())
        return await phones.send_text(context, contact.address, text, delivery)

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
        return await phones.look_up_text(context, delivery)


class MailChannel(DutyChannel):
    async def hand_over(
        self, context: JobContext, row: Any, contact: ReachableContact, delivery: Delivery
    ) -> str | None:
        said = content(row)
        text = words.mail(said, context.settings.origin, clock.now())
        await send_mail(context, contact.address, words.subject(said), text, delivery)
        return None


class PushChannel(DutyChannel):
    """A push has arrived once the device's receipt has."""

    async def hand_over(
        self, context: JobContext, row: Any, contact: ReachableContact, delivery: Delivery
    ) -> str | None:
        if contact.subscription is None:
            raise Refused("contact removed")
        said = content(row)
        handling = said.kind.handling
        payload = partial(
            PushPayload,
            kind=PushKind.DUTY if handling.needs_answer else PushKind.DUTY_NEWS,
            line=said.line,
            location=None,
            priority=None,
            about=said.kind.label,
            text=words.sentence(said, clock.now()),
            may_acknowledge=False,
            taken_by=None,
            link=words.path(said),
            tag=f"duty-{row.id}",
            waiting=None,
        )
        return await push(context, contact.id, contact.subscription, payload, delivery, lifetime=LIFETIME)


class DutyListener:
    """`wardline.telephony.listeners.PhoneListener` of texts about duty, which ask for no answer on the phone."""

    async def call_answered(self, session: AsyncSession, delivery_id: int) -> Speech | None:  # noqa: ARG002
        return None

    async def key_pressed(self, session: AsyncSession, delivery_id: int, digit: str) -> Speech | None:  # noqa: ARG002
        return None

    async def text_received(self, session: AsyncSession, text: TextReceived) -> None:
        """A reply proves nothing about who sent it; only contacts react to STOP and START."""


async def _clicked(session: AsyncSession, reference: str, _: datetime, *, channel: str) -> None:
    delivery = await OutboxRepository(session).with_reference([channel], reference)
    if delivery is not None:
        await service.follow(session, delivery.id)


_LISTENER: Final = DutyListener()
_CHANNELS: Final = {ContactKind.PUSH: PushChannel, ContactKind.TEXT: TextChannel, ContactKind.EMAIL: MailChannel}
for (_kind, _is_urgent), _name in NAMES.items():
    outbox.channels[_name] = _CHANNELS[_kind](URGENT if _is_urgent else ORDINARY)
    if _kind is ContactKind.TEXT:
        listeners[_name] = _LISTENER
    if _kind is ContactKind.PUSH:
        receipts.seen_handlers[_name] = partial(_clicked, channel=_name)
