"""The channels of the outbox for codes and tests: by push, text message, phone call and e-mail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts import words
from wardline.contacts.choices import ContactKind, MessagePurpose, MessageState
from wardline.contacts.codes import new_code_for
from wardline.contacts.models import ContactMessage
from wardline.contacts.ordering import CHANNELS
from wardline.contacts.phone_events import ContactListener
from wardline.contacts.pushing import push
from wardline.contacts.repository import MessageRepository
from wardline.contacts.service import set_verified, subscription_of, tell_owner
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.mail.deliveries import send_mail
from wardline.outbox import contract as outbox
from wardline.outbox import service as outbox_service
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import URGENT, Refused
from wardline.outbox.models import Delivery
from wardline.outbox.repository import OutboxRepository
from wardline.telephony import deliveries as phones
from wardline.telephony.contract import PhoneOutcome
from wardline.telephony.listeners import listeners
from wardline.webpush import receipts
from wardline.webpush.choices import PushKind
from wardline.webpush.schemas import PushPayload, PushSubscription

_PUSH: Final = CHANNELS[ContactKind.PUSH]
_PUSH_LINK: Final = "/"
_PUSH_KINDS: Final = {
    MessagePurpose.CODE: PushKind.VERIFICATION,
    MessagePurpose.TEST: PushKind.TEST,
    MessagePurpose.LOCKED: PushKind.LOCKED,
}
_STATES: Final = {
    DeliveryState.WAITING: MessageState.QUEUED,
    DeliveryState.SENDING: MessageState.SENT,
    DeliveryState.DELIVERED: MessageState.DELIVERED,
    DeliveryState.FAILED: MessageState.FAILED,
}


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What to send, read from the database before it is sent."""

    contact_id: int
    address: str
    purpose: MessagePurpose
    expires_at: datetime
    code: str | None
    subscription: PushSubscription | None


class ContactChannel:
    """What all channels of contacts have in common. Messages expire: one that is late is no longer sent."""

    pace = URGENT
    """Someone waits for the code."""
    arrival_is_known = True
    """Whether the end of a delivery means that the message has arrived, not just that it was handed over."""
    has_code = True
    """Whether the message says a code as soon as it is sent."""

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:  # noqa: ARG002
        return None

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:
        async with context.database.transaction() as session:
            message = await MessageRepository(session).of_delivery(delivery.id)
            if message is None or message.contact is None:
                raise Refused("contact removed")
            if clock.now() >= message.expires_at:
                raise Refused("too late")
            purpose = MessagePurpose(message.purpose)
            says_code = purpose == MessagePurpose.CODE and self.has_code
            outgoing = Outgoing(
                contact_id=message.contact.id,
                address=message.contact.address,
                purpose=purpose,
                expires_at=message.expires_at,
                code=await new_code_for(message) if says_code else None,
                subscription=subscription_of(message.contact),
            )
        return await self.hand_over(context, outgoing, delivery)

    async def hand_over(self, context: JobContext, outgoing: Outgoing, delivery: Delivery) -> str | None:
        """Send it, as `wardline.outbox.contract.Channel.send` says."""
        raise NotImplementedError

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:
        """The provider or the device reports the arrival, until the message has expired."""
        outcome = await self.look_up(context, delivery)
        async with context.database.session() as session:
            message = await MessageRepository(session).of_delivery(delivery.id)
        return phones.has_arrived(outcome, until=message.expires_at if message is not None else clock.now())

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:  # noqa: ARG002
        """What the provider knows about the item; None if nothing."""
        return None

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        state = _STATES.get(DeliveryState(delivery.state))
        message = await MessageRepository(session).of_delivery(delivery.id)
        if message is None or state is None:
            return
        if state == MessageState.DELIVERED:
            await self.arrived(session, message)
            state = MessageState.DELIVERED if self.arrival_is_known else MessageState.SENT
        if message.state != MessageState.SEEN:
            message.state, message.reason = state.value, delivery.reason if state == MessageState.FAILED else None
        await session.flush()
        tell_owner(session, message.user_id)
        if state == MessageState.FAILED:
            # The owner sees it and decides; there is nothing for anyone else to do.
            await outbox_service.mark_handled(session, delivery.id)

    async def arrived(self, session: AsyncSession, message: ContactMessage) -> None:
        """Hook for what an arrival proves."""

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Nobody resends these; users order new ones."""


class TextChannel(ContactChannel):
    async def hand_over(self, context: JobContext, outgoing: Outgoing, delivery: Delivery) -> str | None:
        text = words.TEST_TEXT if outgoing.code is None else words.code_text(outgoing.code)
        return await phones.send_text(context, outgoing.address, text, delivery)

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
        return await phones.look_up_text(context, delivery)


class CallChannel(ContactChannel):
    """The digits are spoken once someone answers (`wardline.contacts.phone_events`)."""

    has_code = False

    async def hand_over(self, context: JobContext, outgoing: Outgoing, delivery: Delivery) -> str | None:
        return await phones.place_call(context, outgoing.address, delivery)

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
        return await phones.look_up_call(context, delivery)


class MailChannel(ContactChannel):
    arrival_is_known = False

    async def hand_over(self, context: JobContext, outgoing: Outgoing, delivery: Delivery) -> str | None:
        subject, text = (
            (words.TEST_SUBJECT, words.TEST_MAIL)
            if outgoing.code is None
            else (words.CODE_SUBJECT, words.code_mail(outgoing.code))
        )
        await send_mail(context, outgoing.address, subject, text, delivery)
        return None


class PushChannel(ContactChannel):
    """A push has arrived once the device's receipt has, which also proves that the subscription works."""

    has_code = False

    async def hand_over(self, context: JobContext, outgoing: Outgoing, delivery: Delivery) -> str | None:
        if outgoing.subscription is None:
            raise Refused("contact removed")
        kind = _PUSH_KINDS[outgoing.purpose]
        payload = partial(
            PushPayload,
            kind=kind,
            line=None,
            location=None,
            priority=None,
            about=None,
            text=None,
            may_acknowledge=False,
            taken_by=None,
            link=_PUSH_LINK,
            tag=kind.value,
            waiting=None,
        )
        return await push(
            context,
            outgoing.contact_id,
            outgoing.subscription,
            payload,
            delivery,
            lifetime=outgoing.expires_at - clock.now(),
        )

    async def arrived(self, session: AsyncSession, message: ContactMessage) -> None:
        if message.purpose == MessagePurpose.CODE and message.contact is not None:
            await set_verified(session, message.contact)


async def _seen(session: AsyncSession, reference: str, _: datetime) -> None:
    delivery = await OutboxRepository(session).with_reference([_PUSH], reference)
    message = None if delivery is None else await MessageRepository(session).of_delivery(delivery.id)
    if message is not None:
        message.state, message.reason = MessageState.SEEN.value, None
        await session.flush()
        tell_owner(session, message.user_id)


listeners[CHANNELS[ContactKind.TEXT]] = listeners[CHANNELS[ContactKind.CALL]] = ContactListener()
outbox.channels[CHANNELS[ContactKind.TEXT]] = TextChannel()
outbox.channels[CHANNELS[ContactKind.CALL]] = CallChannel()
outbox.channels[CHANNELS[ContactKind.EMAIL]] = MailChannel()
outbox.channels[_PUSH] = PushChannel()
receipts.seen_handlers[_PUSH] = _seen
