"""Orders codes, tests and word of a locked screen, within their limits, which protect whoever has the number."""

import secrets
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.choices import ContactKind, MessagePurpose, MessageState
from wardline.contacts.codes import LIFETIME
from wardline.contacts.errors import TooManyMessages
from wardline.contacts.models import Contact, ContactMessage
from wardline.contacts.repository import MessageRepository, wait_seconds
from wardline.core import clock
from wardline.outbox import service as outbox
from wardline.webpush.sending import push_receiver

CHANNELS: Final = {
    ContactKind.PUSH: "contact-push",
    ContactKind.TEXT: "contact-text",
    ContactKind.CALL: "contact-call",
    ContactKind.EMAIL: "contact-mail",
}
"""The channel of the outbox for each kind of contact."""
PER_CONTACT: Final = (3, timedelta(minutes=15))
"""How many messages of one purpose in how much time."""
PER_USER: Final = {
    MessagePurpose.CODE: (10, timedelta(hours=1)),
    MessagePurpose.TEST: (40, timedelta(hours=1)),
    MessagePurpose.LOCKED: (40, timedelta(hours=1)),
}


async def order_message(session: AsyncSession, contact: Contact, purpose: MessagePurpose) -> None:
    """Order a message to the contact. The caller has locked the owner's contacts.

    Raises:
        TooManyMessages
    """
    await _check_limits(session, contact, purpose)
    now = clock.now()
    kind = ContactKind(contact.kind)
    # A lane of its own, so that no message waits for another one.
    lane = f"{CHANNELS[kind]}-{secrets.token_hex(8)}"
    delivery = await outbox.order(session, CHANNELS[kind], lane, receiver=_receiver(contact))
    session.add(
        ContactMessage(
            user_id=contact.user_id,
            contact_id=contact.id,
            delivery_id=delivery.id,
            purpose=purpose.value,
            state=MessageState.QUEUED.value,
            created_at=now,
            expires_at=now + LIFETIME,
            code_hashes=[],
            wrong_codes=0,
        )
    )
    await session.flush()


def _receiver(contact: Contact) -> str:
    if contact.kind == ContactKind.PUSH:
        return push_receiver(contact.address)
    return CHANNELS[ContactKind(contact.kind)]


async def _check_limits(session: AsyncSession, contact: Contact, purpose: MessagePurpose) -> None:
    messages, now = MessageRepository(session), clock.now()
    for (number, window), contact_id in ((PER_CONTACT, contact.id), (PER_USER[purpose], None)):
        oldest = await messages.nth_last_since(
            now - window, number, purpose, user_id=contact.user_id, contact_id=contact_id
        )
        if oldest is not None:
            raise TooManyMessages(wait_seconds(oldest, window, now))
