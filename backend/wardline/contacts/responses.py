"""Contacts as wire types."""

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.choices import MessagePurpose
from wardline.contacts.models import ContactMessage
from wardline.contacts.repository import ContactRepository, MessageRepository
from wardline.contacts.schemas import ContactRead, ContactsRead, MessageRead
from wardline.settings import Settings
from wardline.webpush.keys import vapid_key


async def contacts_of(session: AsyncSession, user_id: int, settings: Settings) -> ContactsRead:
    contacts = await ContactRepository(session).of_user(user_id)
    messages = await MessageRepository(session).last_of(contact.id for contact in contacts)
    key = await vapid_key(session, settings)
    return ContactsRead(
        push_key=key.public,
        contacts=[
            ContactRead(
                id=contact.id,
                kind=contact.kind,
                address=contact.address,
                label=contact.label,
                delay_seconds=contact.delay_seconds,
                verified_at=contact.verified_at,
                disabled_at=contact.disabled_at,
                disabled_reason=contact.disabled_reason,
                last_code=_message(messages.get((contact.id, MessagePurpose.CODE))),
                last_test=_message(messages.get((contact.id, MessagePurpose.TEST))),
            )
            for contact in contacts
        ],
    )


def _message(row: ContactMessage | None) -> MessageRead | None:
    return MessageRead.model_validate(row) if row is not None else None
