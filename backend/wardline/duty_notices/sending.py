"""Orders the deliveries of new notices, each in a lane of its own, in the transaction that stores them."""

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.choices import ContactKind
from wardline.contacts.service import ReachableContact, reachable_contacts
from wardline.duty_notices.choices import Channels, DutyNoticeKind
from wardline.duty_notices.models import DutyNoticeDelivery
from wardline.outbox import service as outbox
from wardline.outbox.jobs import Lane
from wardline.webpush.sending import push_receiver

NAMES: Final = {
    (ContactKind.PUSH, True): "duty-urgent-push",
    (ContactKind.TEXT, True): "duty-urgent-text",
    (ContactKind.EMAIL, True): "duty-urgent-mail",
    (ContactKind.PUSH, False): "duty-push",
    (ContactKind.TEXT, False): "duty-text",
    (ContactKind.EMAIL, False): "duty-mail",
}
"""The channels of the outbox, by kind of contact and whether the notice is urgent; a channel has one pace."""


async def order(session: AsyncSession, kind: DutyNoticeKind, notice_ids: Mapping[int, int]) -> None:
    """Order the deliveries of these notices, given by user, to the verified contacts that their kind uses."""
    channels = kind.handling.channels
    contacts = await reachable_contacts(session, notice_ids)
    carried = [
        (notice_id, contact)
        for user_id, notice_id in notice_ids.items()
        for contact in used_contacts(contacts[user_id], channels)
    ]
    lanes = [_lane(notice_id, contact, urgent=channels.are_urgent) for notice_id, contact in carried]
    for (notice_id, contact), delivery in zip(carried, await outbox.order_each(session, lanes), strict=True):
        session.add(
            DutyNoticeDelivery(
                delivery_id=delivery.id, notice_id=notice_id, contact_id=contact.id, channel=contact.kind.value
            )
        )
    await session.flush()


def used_contacts(contacts: Sequence[ReachableContact], channels: Channels) -> Sequence[ReachableContact]:
    """Those of one person, at once: whoever orders pages with delays waits for a request, not for this."""
    first = [contact for contact in contacts if contact.kind in channels.first]
    return first or [contact for contact in contacts if contact.kind is channels.instead]


def _lane(notice_id: int, contact: ReachableContact, *, urgent: bool) -> Lane:
    channel = NAMES[contact.kind, urgent]
    receiver = push_receiver(contact.address) if contact.kind is ContactKind.PUSH else channel
    return Lane(f"{channel} {notice_id} {contact.id}", receiver, channel)
