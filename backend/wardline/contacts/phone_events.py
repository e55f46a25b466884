"""What the phone provider reports about contacts: answered calls, outcomes, and the texts STOP and START."""

from contextlib import suppress
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts import words
from wardline.contacts.channels import new_code_for
from wardline.contacts.choices import ContactKind, DisabledReason, MessagePurpose
from wardline.contacts.ordering import CHANNELS
from wardline.contacts.repository import ContactRepository, MessageRepository
from wardline.contacts.service import disable, tell_owner
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.outbox import service as outbox
from wardline.outbox.repository import OutboxRepository
from wardline.telephony.contract import (
    CALL,
    CallAnswered,
    NotReached,
    PhoneEvent,
    PhoneOutcome,
    PhoneProvider,
    TextReceived,
)

STOP_WORDS: Final = frozenset(
    {"stop", "stopall", "stop all", "unsubscribe", "cancel", "end", "quit", "optout", "revoke"}
)
"""The replies by which a US carrier and provider stop texts to a number."""
START_WORDS: Final = frozenset({"start", "unstop", "yes"})


async def handle_phone_event(database: Database, provider: PhoneProvider, event: PhoneEvent) -> bool:
    """Act on an event from the phone provider; False if it is not about contacts, so that others should see it."""
    if isinstance(event, TextReceived):
        async with database.transaction() as session:
            return await _text_received(session, event)
    if isinstance(event, PhoneOutcome):
        channel = CHANNELS[ContactKind.CALL if event.kind == CALL else ContactKind.TEXT]
        async with database.transaction() as session:
            return await outbox.settle(session, channel, event.item_id, event.refusal, reference=event.reference)
    return isinstance(event, CallAnswered) and await _call_answered(database, provider, event)


async def _text_received(session: AsyncSession, event: TextReceived) -> bool:
    """STOP and START apply to every user's contact with this number."""
    word = event.words.strip().strip(".!").casefold()
    contacts = ContactRepository(session)
    if word in STOP_WORDS:
        for contact in await contacts.with_number(event.number):
            await disable(session, contact.id, DisabledReason.OPTED_OUT)
        return True
    if word in START_WORDS:
        for contact in await contacts.with_number(event.number):
            if contact.disabled_reason == DisabledReason.OPTED_OUT:
                contact.disabled_at, contact.disabled_reason = None, None
                await session.flush()
                tell_owner(session, contact.user_id)
        return True
    return False


async def _call_answered(database: Database, provider: PhoneProvider, event: CallAnswered) -> bool:
    """Say the code, or that this is a test."""
    channel = CHANNELS[ContactKind.CALL]
    async with database.transaction() as session:
        deliveries = OutboxRepository(session)
        delivery = await deliveries.taken_as(channel, event.call_id)
        if delivery is None and event.reference is not None:
            delivery = await deliveries.with_reference(channel, event.reference)
        message = None if delivery is None else await MessageRepository(session).of_delivery(delivery.id)
        if delivery is None or message is None:
            return False
        if clock.now() >= message.expires_at or message.contact is None:
            text = words.TOO_LATE_CALL
        elif message.purpose == MessagePurpose.CODE:
            text = words.code_call(await new_code_for(message))
        else:
            text = words.TEST_CALL
    # If it fails, whoever answered has hung up, and can have another call.
    with suppress(NotReached):
        await provider.say(event.call_id, text, then_listen=False, reference=delivery.reference)
    return True
