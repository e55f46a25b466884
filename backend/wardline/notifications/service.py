"""What can be done with notifications: one function a verb."""

import uuid
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.core import clock
from wardline.core.errors import Forbidden
from wardline.notifications.choices import NotificationKind
from wardline.notifications.events import NotificationAdded, NotificationsChanged, UrgentCommentNotified
from wardline.notifications.repository import NotificationRepository
from wardline.realtime import rooms
from wardline.realtime.events import ServerEvent
from wardline.realtime.publish import publish

ROOMS_TOLD_AT_ONCE: Final = 200
"""PostgreSQL takes less than 8,000 bytes in one notification."""


async def notify(
    session: AsyncSession, user_ids: Collection[int], consult_id: uuid.UUID, kind: NotificationKind
) -> None:
    """Tell these users of it; whoever was told before, and has dismissed it perhaps, is told anew."""
    if not user_ids:
        return
    await NotificationRepository(session).put(user_ids, consult_id, kind, clock.now())
    event = UrgentCommentNotified if kind is NotificationKind.URGENT_COMMENT else NotificationAdded
    await _publish(session, event(consult_id=consult_id), user_ids)


async def withdraw(session: AsyncSession, consult_ids: Collection[uuid.UUID], kind: NotificationKind) -> None:
    """Dismiss the notifications of this kind for all users, because nothing is left to do about them."""
    if consult_ids:
        await _tell_changed(session, await NotificationRepository(session).withdraw(consult_ids, kind))


async def dismiss(
    session: AsyncSession, notification_id: uuid.UUID, *, shown: datetime | None, by: CurrentUser
) -> None:
    """Forbidden alike where it is another user's and where there is none, so that ids tell nothing.

    `shown` is the `created_at` that the user saw, if known: the row is reused when there is cause again, and they
    have not seen that one yet. Compared for equality, as clocks of two processes may differ.
    """
    notification = await NotificationRepository(session).own_for_change(by.id, notification_id)
    if notification is None:
        raise Forbidden
    if notification.dismissed or shown not in {None, notification.created_at}:
        return
    notification.dismissed, notification.is_new = True, False
    await session.flush()
    await _tell_changed(session, [by.id])


async def set_not_new(
    session: AsyncSession, *, shown: Collection[tuple[uuid.UUID, datetime]] | None, by: CurrentUser
) -> None:
    """Only those that the user was shown, each compared as `dismiss` does; None for all, whatever stands there now."""
    if await NotificationRepository(session).end_news(by.id, shown):
        await _tell_changed(session, [by.id])


async def _tell_changed(session: AsyncSession, user_ids: Iterable[int]) -> None:
    await _publish(session, NotificationsChanged(), user_ids)


async def _publish(session: AsyncSession, event: ServerEvent, user_ids: Iterable[int]) -> None:
    to = [rooms.of_user(user_id) for user_id in user_ids]
    for first in range(0, len(to), ROOMS_TOLD_AT_ONCE):
        await publish(session, event, to=to[first : first + ROOMS_TOLD_AT_ONCE])
