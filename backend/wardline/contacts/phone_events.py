"""What people do on the phone about contacts: they answer calls, and text STOP and START."""

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts import words
from wardline.contacts.choices import DisabledReason, MessagePurpose
from wardline.contacts.codes import new_code_for
from wardline.contacts.repository import ContactRepository, MessageRepository
from wardline.contacts.service import disable, tell_owner
from wardline.core import clock
from wardline.telephony.contract import START_WORDS, STOP_WORDS, TextReceived
from wardline.telephony.listeners import Speech


class ContactListener:
    """`wardline.telephony.listeners.PhoneListener` of codes and tests."""

    async def call_answered(self, session: AsyncSession, delivery_id: int) -> Speech | None:
        """Say the code, or that this is a test."""
        message = await MessageRepository(session).of_delivery(delivery_id)
        if message is None or message.contact is None or clock.now() >= message.expires_at:
            return Speech(words.TOO_LATE_CALL)
        if message.purpose == MessagePurpose.CODE:
            return Speech(words.code_call(await new_code_for(message)))
        return Speech(words.TEST_CALL)

    async def key_pressed(self, session: AsyncSession, delivery_id: int, digit: str) -> Speech | None:  # noqa: ARG002
        """These calls ask for nothing."""
        return None

    async def text_received(self, session: AsyncSession, text: TextReceived) -> None:
        """STOP and START apply to every user's contact with this number."""
        word = text.words.strip().strip(".!").upper()
        contacts = await ContactRepository(session).with_number(text.number)
        if word in STOP_WORDS:
            for contact in contacts:
                await disable(session, contact.id, DisabledReason.OPTED_OUT)
        elif word in START_WORDS:
            for contact in contacts:
                if contact.disabled_reason == DisabledReason.OPTED_OUT:
                    contact.disabled_at, contact.disabled_reason = None, None
                    await session.flush()
                    tell_owner(session, contact.user_id)
