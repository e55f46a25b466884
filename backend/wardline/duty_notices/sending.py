"""Orders the deliveries of new notices, each in a lane of its own, in the transaction that stores them."""

from collections.abc import Collection, Sequence
from operator import attrgetter
from typing import Any, Final

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


async def order(session: AsyncSession, notices: Collection[Any]) -> None:
    """Order the deliveries of these notices, as added by the repository, to the contacts that their kinds use."""
    contacts = await reachable_contacts(session, {notice.user_id for notice in notices})
    carried: list[tuple[int, ReachableContact]] = []
    lanes: list[Lane] = []
    for notice in sorted(notices, key=attrgetter("id")):
        channels = DutyNoticeKind(notice.kind).handling.channels
        for contact in used_contacts(contacts[notice.user_id], channels):
            carried.append((notice.id, contact))
            lanes.append(_lane(notice.id, contact, urgent=channels.are_urgent))
    if not lanes:
        return
    deliveries = await outbox.order_each(session, lanes)
    session.add_all(
        DutyNoticeDelivery(
            delivery_id=delivery.id, notice_id=notice_id, contact_id=contact.id, channel=contact.kind.value
        )
        for (notice_id, contact), delivery in zip(carried, deliveries, strict=True)
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
