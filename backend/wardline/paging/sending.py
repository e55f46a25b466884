"""Sends the notices that are due, each as a delivery of the outbox in a lane of its own."""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.errors import Unavailable
from wardline.core.retries import PAGE_NOTICE_SECONDS
from wardline.outbox import service as outbox
from wardline.outbox.jobs import Lane
from wardline.outbox.models import Delivery
from wardline.paging.choices import PageChannel
from wardline.paging.models import Notice
from wardline.paging.notice_repository import NoticeRepository
from wardline.webpush.sending import push_receiver

log = logging.getLogger(__name__)

BATCH: Final = 100
_paused: Final[dict[int, datetime]] = {}
"""Notices that have just failed in this process, and until when they are passed over.

Not in the database: the auditor reports a notice whose time is long past, so its time stays as it is.
"""
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
    """Order the deliveries of a batch of notices that are due; returns whether there may be more.

    Raises:
        Unavailable: the database cannot be reached.
    """
    picked: list[int] = []
    try:
        async with database.transaction() as session:
            now = clock.now()
            for notice_id in [each for each, until in _paused.items() if until <= now]:
                del _paused[notice_id]
            notices = await NoticeRepository(session).due(now, BATCH, without=_paused)
            picked += [notice.id for notice in notices]
            await _order(session, notices, now)
    except Unavailable:
        raise
    except Exception:
        if not picked:
            raise
        for notice_id in picked:
            await _send_alone(database, notice_id)
    return len(picked) == BATCH


async def _send_alone(database: Database, notice_id: int) -> None:
    """One of a batch that failed, so that a single bad notice does not hold up the others."""
    try:
        async with database.transaction() as session:
            now = clock.now()
            await _order(session, await NoticeRepository(session).due(now, 1, only=[notice_id]), now)
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it was, the auditor reports that it is not sent
        log.error("notice %s failed with %s", notice_id, type(error).__name__)  # noqa: TRY400
        _paused[notice_id] = clock.now() + timedelta(seconds=PAGE_NOTICE_SECONDS)


async def _order(session: AsyncSession, notices: Sequence[Notice], now: datetime) -> None:
    """Order the deliveries of these, and withdraw what they replace."""
    if not notices:
        return
    repository = NoticeRepository(session)
    await repository.withdraw_earlier(notices, now)
    channels = [NAMES[PageChannel(notice.channel)] for notice in notices]
    for notice, delivery in zip(notices, await _deliveries(repository, notices, channels), strict=True):
        notice.delivery_id = delivery.id


async def send_taken(session: AsyncSession, escalation_ids: Collection[int]) -> None:
    """Replace what the devices show about escalations that have ended, wherever a push about them has been sent."""
    repository = NoticeRepository(session)
    notices = await repository.shown_on_devices(escalation_ids)
    if notices:
        deliveries = await _deliveries(repository, notices, [TAKEN] * len(notices))
        for notice, delivery in zip(notices, deliveries, strict=True):
            notice.taken_delivery_id = delivery.id


async def _deliveries(
    repository: NoticeRepository, notices: Sequence[Notice], channels: Sequence[str]
) -> Sequence[Delivery]:
    """Order a delivery for each of these notices, by the channel at its place."""
    endpoints = await repository.push_endpoints(notices)
    lanes = [_lane(notice, channel, endpoints) for notice, channel in zip(notices, channels, strict=True)]
    return await outbox.order_each(repository.session, lanes)


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
