"""Every query about contacts and the messages sent to them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import any_, delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from wardline.contacts.choices import ContactKind, MessagePurpose
from wardline.contacts.models import Contact, ContactMessage
from wardline.core.db.database import id_array
from wardline.people.models import User

IS_REACHABLE = Contact.verified_at.is_not(None) & Contact.disabled_at.is_(None)
"""Paging may use the contact."""
_IN_ORDER = (Contact.position, Contact.id)


class ContactRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def lock_owner(self, user_id: int) -> None:
        """Serialize the changes of one user's contacts until the transaction ends."""
        await self.session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))

    async def of_user(self, user_id: int) -> Sequence[Contact]:
        """In the order in which they are tried."""
        return (
            await self.session.scalars(select(Contact).where(Contact.user_id == user_id).order_by(*_IN_ORDER))
        ).all()

    async def owned(self, contact_id: int, user_id: int) -> Contact | None:
        """The contact, locked; None if there is none or if it is another user's."""
        statement = select(Contact).where(Contact.id == contact_id, Contact.user_id == user_id)
        return await self.session.scalar(
            statement.with_for_update(key_share=True), execution_options={"populate_existing": True}
        )

    async def locked(self, contact_id: int) -> Contact | None:
        return await self.session.get(Contact, contact_id, with_for_update={"key_share": True}, populate_existing=True)

    async def lock(self, contact_ids: Iterable[int]) -> None:
        """In the same order everywhere; those that are gone are ignored."""
        statement = select(Contact.id).where(Contact.id == any_(id_array(contact_ids))).order_by(Contact.id)
        await self.session.execute(statement.with_for_update(key_share=True))

    async def reachable(self, user_ids: Collection[int]) -> Sequence[Contact]:
        statement = select(Contact).where(Contact.user_id.in_(user_ids), IS_REACHABLE)
        return (await self.session.scalars(statement.order_by(Contact.user_id, *_IN_ORDER))).all()

    async def with_number(self, number: str) -> Sequence[Contact]:
        """Every user's contact for text messages to this number, locked in the same order everywhere."""
        statement = select(Contact).where(Contact.address == number, Contact.kind == ContactKind.TEXT.value)
        return (await self.session.scalars(statement.order_by(Contact.id).with_for_update(key_share=True))).all()

    async def with_endpoint(self, endpoint: str) -> Sequence[Contact]:
        """Every user's contact for this push subscription, locked."""
        statement = select(Contact).where(Contact.address == endpoint, Contact.kind == ContactKind.PUSH.value)
        return (await self.session.scalars(statement.order_by(Contact.id).with_for_update(key_share=True))).all()

    async def remove(self, contact: Contact) -> None:
        await self.session.execute(delete(Contact).where(Contact.id == contact.id))

    async def remove_unverified(self, before: datetime) -> None:
        """Delete contacts that were never verified, and whose last code expired before this time."""
        valid = select(ContactMessage.id).where(
            ContactMessage.contact_id == Contact.id, ContactMessage.expires_at >= before
        )
        await self.session.execute(
            delete(Contact).where(Contact.verified_at.is_(None), Contact.created_at < before, ~valid.exists())
        )


class MessageRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of_delivery(self, delivery_id: int) -> ContactMessage | None:
        """The message and its contact, locked: the contact first, as by those who change it."""
        message = ContactMessage.delivery_id == delivery_id
        contact_id = select(ContactMessage.contact_id).where(message).scalar_subquery()
        await self.session.execute(select(Contact.id).where(Contact.id == contact_id).with_for_update(key_share=True))
        statement = select(ContactMessage).where(message).options(joinedload(ContactMessage.contact))
        return await self.session.scalar(
            statement.with_for_update(of=ContactMessage, key_share=True), execution_options={"populate_existing": True}
        )

    async def last_code(self, contact_id: int) -> ContactMessage | None:
        """The last code ordered for a contact, locked."""
        statement = select(ContactMessage).where(
            ContactMessage.contact_id == contact_id, ContactMessage.purpose == MessagePurpose.CODE.value
        )
        return await self.session.scalar(
            statement.order_by(ContactMessage.id.desc()).limit(1).with_for_update(key_share=True),
            execution_options={"populate_existing": True},
        )

    async def last_of(self, contact_ids: Iterable[int]) -> Mapping[tuple[int, str], ContactMessage]:
        """The last message of each purpose to each contact, by contact id and purpose."""
        last = select(func.max(ContactMessage.id)).where(ContactMessage.contact_id.in_(contact_ids))
        statement = select(ContactMessage).where(
            ContactMessage.id.in_(last.group_by(ContactMessage.contact_id, ContactMessage.purpose))
        )
        messages = (await self.session.scalars(statement)).all()
        return {(message.contact_id or 0, message.purpose): message for message in messages}

    async def nth_last_since(
        self, since: datetime, number: int, purpose: MessagePurpose, *, user_id: int, contact_id: int | None = None
    ) -> datetime | None:
        """When the message before which `number - 1` newer ones were ordered was ordered; None if there are fewer."""
        statement = select(ContactMessage.created_at).where(
            ContactMessage.user_id == user_id,
            ContactMessage.created_at > since,
            ContactMessage.purpose == purpose.value,
        )
        if contact_id is not None:
            statement = statement.where(ContactMessage.contact_id == contact_id)
        newest_first = statement.order_by(ContactMessage.created_at.desc())
        return await self.session.scalar(newest_first.offset(number - 1).limit(1))

    async def forget(self, before: datetime) -> None:
        """Delete old messages, except the last ones of each contact, which its owner sees."""
        kept = select(func.max(ContactMessage.id)).group_by(ContactMessage.contact_id, ContactMessage.purpose)
        await self.session.execute(
            delete(ContactMessage).where(ContactMessage.created_at < before, ContactMessage.id.not_in(kept))
        )


def wait_seconds(oldest: datetime, window: timedelta, now: datetime) -> int:
    """Whole seconds until `oldest` is no longer within the window, at least one."""
    return max(1, int((oldest + window - now).total_seconds()) + 1)
