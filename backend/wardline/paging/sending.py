"""Sends the notices that are due, each as a delivery of the outbox in a lane of its own."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.outbox import service as outbox
from wardline.outbox.jobs import Lane
from wardline.paging.choices import PageChannel
from wardline.paging.models import Notice
from wardline.paging.notice_repository import NoticeRepository
from wardline.webpush.sending import push_receiver

BATCH: Final = 100
NAMES: Final = {
    PageChannel.PUSH: "page-push",
    PageChannel.TEXT: "page-text",
    PageChannel.CALL: "page-call",
    PageChannel.EMAIL: "page-mail",
}
"""The channels of the outbox."""
TAKEN: Final = "page-taken"
"""The channel of pushes that replace those of a page that nobody has to answer anymore."""


async def send_due_notices(database: Database) -> bool:
    """Order the deliveries of a batch of notices that are due; returns whether there may be more."""
    async with database.transaction() as session:
        repository = NoticeRepository(session)
        now = clock.now()
        notices = await repository.due(now, BATCH)
        if notices:
            await repository.withdraw_earlier(notices, now)
            endpoints = await repository.push_endpoints(notices)
            lanes = [_lane(notice, NAMES[PageChannel(notice.channel)], endpoints) for notice in notices]
            for notice, delivery in zip(notices, await outbox.order_each(session, lanes), strict=True):
                notice.delivery_id = delivery.id
    return len(notices) == BATCH


async def send_taken(session: AsyncSession, escalation_ids: Collection[int]) -> None:
    """Replace what the devices show about escalations that have ended, wherever a push about them has been sent."""
    repository = NoticeRepository(session)
    notices = await repository.shown_on_devices(escalation_ids)
    if notices:
        endpoints = await repository.push_endpoints(notices)
        lanes = [_lane(notice, TAKEN, endpoints) for notice in notices]
        for notice, delivery in zip(notices, await outbox.order_each(session, lanes), strict=True):
            notice.taken_delivery_id = delivery.id


def _lane(notice: Notice, channel: str, endpoints: Mapping[int, str]) -> Lane:
    """One for each notice, so that one that fails holds up no other; a push service of its own is one receiver."""
    endpoint = endpoints.get(notice.contact_id or 0)
    return Lane(f"{channel} {notice.id}", channel if endpoint is None else push_receiver(endpoint), channel)


async def withdraw(
    session: AsyncSession, escalation_ids: Collection[int], now: datetime, *, user_id: int | None = None
) -> None:
    """Withdraw what these escalations have not sent, to this user or to anyone."""
    ordered = await NoticeRepository(session).withdraw(escalation_ids, now, user_id=user_id)
    if ordered:
        await outbox.withdraw(session, ordered)
