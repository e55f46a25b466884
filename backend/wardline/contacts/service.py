"""What users do with their contacts, and what paging needs to know about them."""

import hmac
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.contacts import policies
from wardline.contacts.choices import ContactKind, DisabledReason, MessagePurpose, VerificationResult
from wardline.contacts.codes import MAX_TRIES, is_code
from wardline.contacts.errors import (
    ContactExists,
    ContactsChangedMeanwhile,
    NothingToTest,
    PushServiceNotAllowed,
    TooManyContacts,
    TooManyMessages,
)
from wardline.contacts.events import ContactsChanged
from wardline.contacts.models import Contact
from wardline.contacts.ordering import order_message
from wardline.contacts.repository import ContactRepository, MessageRepository
from wardline.contacts.schemas import (
    MAX_CONTACTS,
    AddContact,
    ChangeContacts,
    ReplaceSubscription,
    VerificationRead,
)
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.realtime import rooms
from wardline.realtime.publish import publish
from wardline.settings import Settings
from wardline.webpush.schemas import PushSubscription, SubscriptionKeys
from wardline.webpush.sending import is_push_service


@dataclass(frozen=True, slots=True)
class ReachableContact:
    """A verified contact that is not disabled. `subscription` is that of a push contact."""

    id: int
    user_id: int
    kind: ContactKind
    address: str
    label: str
    delay_seconds: int
    subscription: PushSubscription | None


async def reachable_contacts(
    session: AsyncSession, user_ids: Collection[int]
) -> Mapping[int, Sequence[ReachableContact]]:
    """The contacts at which each of these users can be paged, in the order in which they are tried.

    Each user has an entry, which is empty if they cannot be reached outside the application.
    """
    found: dict[int, list[ReachableContact]] = {user_id: [] for user_id in user_ids}
    for contact in await ContactRepository(session).reachable(user_ids):
        found[contact.user_id].append(
            ReachableContact(
                id=contact.id,
                user_id=contact.user_id,
                kind=ContactKind(contact.kind),
                address=contact.address,
                label=contact.label,
                delay_seconds=contact.delay_seconds,
                subscription=subscription_of(contact),
            )
        )
    return found


async def lock_contacts(session: AsyncSession, contact_ids: Collection[int]) -> None:
    """Serialize what others do with these contacts until the transaction ends."""
    await ContactRepository(session).lock(contact_ids)


async def disable(session: AsyncSession, contact_id: int, reason: DisabledReason) -> None:
    """Stop using a contact. Its owner sees why; the first reason stays. Does nothing if it was removed."""
    contact = await ContactRepository(session).locked(contact_id)
    if contact is not None and contact.disabled_at is None:
        contact.disabled_at, contact.disabled_reason = clock.now(), reason.value
        await session.flush()
        tell_owner(session, contact.user_id)


async def add(session: AsyncSession, request: AddContact, *, by: CurrentUser, settings: Settings) -> int:
    """Add a contact, which must be verified, and order its first code; returns its id.

    Raises:
        ContactExists, TooManyContacts, TooManyMessages, PushServiceNotAllowed
    """
    policies.can_have_contacts(by).enforce()
    subscription = request.subscription if request.kind == ContactKind.PUSH else None
    if subscription is not None and not is_push_service(subscription.endpoint, settings):
        raise PushServiceNotAllowed
    repository = ContactRepository(session)
    await repository.lock_owner(by.id)
    others = await repository.of_user(by.id)
    if len(others) >= MAX_CONTACTS:
        raise TooManyContacts
    contact = Contact(
        user_id=by.id,
        kind=request.kind.value,
        address=request.address,
        p256dh=subscription.keys.p256dh if subscription is not None else None,
        auth=subscription.keys.auth if subscription is not None else None,
        label=request.label,
        position=max((other.position for other in others), default=-1) + 1,
        delay_seconds=request.delay_seconds,
        created_at=clock.now(),
    )
    try:
        async with session.begin_nested():
            session.add(contact)
    except IntegrityError:
        raise ContactExists from None
    await order_message(session, contact, MessagePurpose.CODE)
    tell_owner(session, by.id)
    return contact.id


async def change(session: AsyncSession, request: ChangeContacts, *, by: CurrentUser) -> None:
    """Change the order, the delays and the labels of all contacts.

    Raises:
        ContactsChangedMeanwhile: the request does not list each of them once.
    """
    policies.can_have_contacts(by).enforce()
    repository = ContactRepository(session)
    await repository.lock_owner(by.id)
    contacts = {contact.id: contact for contact in await repository.of_user(by.id)}
    ids = [settings.id for settings in request.contacts]
    if sorted(ids) != sorted(contacts):
        raise ContactsChangedMeanwhile
    for position, settings in enumerate(request.contacts):
        contact = contacts[settings.id]
        contact.position, contact.label, contact.delay_seconds = position, settings.label, settings.delay_seconds
    await session.flush()
    tell_owner(session, by.id)


async def remove(session: AsyncSession, contact_id: int, *, by: CurrentUser) -> None:
    """Remove a contact. Nothing is sent to it from then on."""
    contact = await _own(session, contact_id, by)
    await ContactRepository(session).remove(contact)
    tell_owner(session, by.id)


async def send_code(session: AsyncSession, contact_id: int, *, by: CurrentUser) -> None:
    """Order a new code, which replaces the last one.

    Raises:
        TooManyMessages
    """
    contact = await _own(session, contact_id, by)
    await order_message(session, contact, MessagePurpose.CODE)
    tell_owner(session, by.id)


async def verify(session: AsyncSession, contact_id: int, code: str, *, by: CurrentUser) -> VerificationRead:
    """Compare the code with the last one that was sent. The right one verifies the contact and enables it again."""
    contact = await _own(session, contact_id, by)
    message = await MessageRepository(session).last_code(contact.id)
    if message is None or clock.now() >= message.expires_at or message.wrong_codes >= MAX_TRIES:
        return VerificationRead(result=VerificationResult.EXPIRED, tries_left=0)
    if not await is_code(code, message.code_hashes):
        message.wrong_codes += 1
        await session.flush()
        return VerificationRead(result=VerificationResult.WRONG, tries_left=MAX_TRIES - message.wrong_codes)
    await set_verified(session, contact)
    return VerificationRead(result=VerificationResult.VERIFIED, tries_left=MAX_TRIES - message.wrong_codes)


async def set_verified(session: AsyncSession, contact: Contact) -> None:
    """Record that messages reach the contact's owner. An opt-out is not undone: only the phone itself can do that."""
    contact.verified_at = contact.verified_at or clock.now()
    if contact.disabled_reason != DisabledReason.OPTED_OUT:
        contact.disabled_at, contact.disabled_reason = None, None
    await session.flush()
    tell_owner(session, contact.user_id)


async def send_tests(session: AsyncSession, *, by: CurrentUser) -> None:
    """Order a test to each contact that would be used.

    Raises:
        NothingToTest, TooManyMessages
    """
    policies.can_have_contacts(by).enforce()
    repository = ContactRepository(session)
    await repository.lock_owner(by.id)
    contacts = await repository.reachable([by.id])
    if not contacts:
        raise NothingToTest
    for contact in contacts:
        await order_message(session, contact, MessagePurpose.TEST)
    tell_owner(session, by.id)


async def tell_screen_locked(session: AsyncSession, user_id: int) -> None:
    """Push to the user's devices that their screen is locked. The caller has locked the user.

    Nothing is sent to someone whose screen was locked too often lately.
    """
    for contact in await ContactRepository(session).reachable([user_id]):
        if contact.kind == ContactKind.PUSH:
            with suppress(TooManyMessages):
                await order_message(session, contact, MessagePurpose.LOCKED)


async def replace_subscription(session: AsyncSession, request: ReplaceSubscription, *, settings: Settings) -> None:
    """Exchange a browser's subscription, which stays verified. Without the secret of the old one, nothing changes."""
    if not is_push_service(request.subscription.endpoint, settings):
        return
    for contact in await ContactRepository(session).with_endpoint(request.endpoint):
        if not hmac.compare_digest(contact.auth or "", request.auth):
            continue
        new = request.subscription
        try:
            async with session.begin_nested():
                contact.address, contact.p256dh, contact.auth = new.endpoint, new.keys.p256dh, new.keys.auth
                if contact.disabled_reason == DisabledReason.ENDPOINT_GONE:
                    contact.disabled_at, contact.disabled_reason = None, None
                await session.flush()
        except IntegrityError:
            # The page of the same browser has added the new subscription already.
            await session.refresh(contact)
            continue
        tell_owner(session, contact.user_id)


def subscription_of(contact: Contact) -> PushSubscription | None:
    """The push subscription of a push contact."""
    if contact.p256dh is None or contact.auth is None:
        return None
    keys = SubscriptionKeys.model_construct(p256dh=contact.p256dh, auth=contact.auth)
    return PushSubscription.model_construct(endpoint=contact.address, keys=keys)


def tell_owner(session: AsyncSession, user_id: int) -> None:
    """Update the owner's screens."""
    publish(session, ContactsChanged(), to=[rooms.of_user(user_id)])


async def _own(session: AsyncSession, contact_id: int, user: CurrentUser) -> Contact:
    """The user's contact, locked, with the changes of all of them serialized; otherwise 404."""
    policies.can_have_contacts(user).enforce()
    repository = ContactRepository(session)
    await repository.lock_owner(user.id)
    contact = await repository.owned(contact_id, user.id)
    if contact is None:
        raise NotFound
    return contact
