"""Sends the notices that are due, each as a delivery of the outbox in a lane of its own."""

from collections.abc import Collection
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

BATCH: Final = 100
NAMES: Final = {
    PageChannel.PUSH: "page-push",
    PageChannel.TEXT: "page-text",
    PageChannel.CALL: "page-call",
    PageChannel.EMAIL: "page-mail",
}
"""The channels of the outbox."""


async def send_due_notices(database: Database) -> bool:
    """Order the deliveries of a batch of notices that are due; returns whether there may be more."""
    async with database.transaction() as session:
        notices = await NoticeRepository(session).due(clock.now(), BATCH)
        if notices:
            lanes = [_lane(notice) for notice in notices]
            for notice, delivery in zip(notices, await outbox.order_each(session, lanes), strict=True):
                notice.delivery_id = delivery.id
    return len(notices) == BATCH


def _lane(notice: Notice) -> Lane:
    """One for each notice, so that one that fails holds up no other."""
    name = NAMES[PageChannel(notice.channel)]
    return Lane(f"{name} {notice.id}", name, name)


async def withdraw(
    session: AsyncSession, escalation_ids: Collection[int], now: datetime, *, user_id: int | None = None
) -> None:
    """Withdraw what these escalations have not sent, to this user or to anyone."""
    ordered = await NoticeRepository(session).withdraw(escalation_ids, now, user_id=user_id)
    if ordered:
        await outbox.withdraw(session, ordered)
