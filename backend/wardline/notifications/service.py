"""What can be done with notifications, one function for each verb."""

import uuid
from collections.abc import Collection, Iterable, Mapping
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

MAX_ROOMS_PER_EVENT: Final = 200
"""PostgreSQL limits the payload of one NOTIFY to 8,000 bytes."""


async def notify(
    session: AsyncSession, user_ids: Collection[int], consult_id: uuid.UUID, kind: NotificationKind
) -> None:
    """Notify these users, including those who already had this notification or dismissed it."""
    await notify_of_several(session, {consult_id: user_ids}, kind)


async def notify_of_several(
    session: AsyncSession, user_ids: Mapping[uuid.UUID, Collection[int]], kind: NotificationKind
) -> None:
    """Like `notify`, for several consults in one statement; `user_ids` are by consult."""
    await NotificationRepository(session).put(user_ids, kind, clock.now())
    event = UrgentCommentNotified if kind is NotificationKind.URGENT_COMMENT else NotificationAdded
    for consult_id, notified in user_ids.items():
        _publish(session, event(consult_id=consult_id), notified)


async def withdraw(session: AsyncSession, consult_ids: Collection[uuid.UUID], kind: NotificationKind) -> None:
    """Dismiss the notifications of this kind for all users, because there is nothing left to do about them."""
    if consult_ids:
        _publish_change(session, await NotificationRepository(session).withdraw(consult_ids, kind))


async def dismiss(
    session: AsyncSession, notification_id: uuid.UUID, *, shown: datetime | None, by: CurrentUser
) -> None:
    """Dismiss one of the user's notifications; one that has become new again since `shown` is kept.

    `shown` is the `created_at` that the user saw, if known. It is compared for equality, because the clocks of two
    processes may differ.

    Raises:
        Forbidden: it is another user's, or does not exist; the same error for both, so that ids reveal nothing.
    """
    notification = await NotificationRepository(session).own_for_change(by.id, notification_id)
    if notification is None:
        raise Forbidden
    if notification.dismissed or shown not in {None, notification.created_at}:
        return
    notification.dismissed, notification.is_new = True, False
    await session.flush()
    _publish_change(session, [by.id])


async def set_not_new(
    session: AsyncSession, *, shown: Collection[tuple[uuid.UUID, datetime]] | None, by: CurrentUser
) -> None:
    """Mark the notifications in `shown` as seen, comparing each as in `dismiss`; None for all."""
    if await NotificationRepository(session).mark_seen(by.id, shown):
        _publish_change(session, [by.id])


def _publish_change(session: AsyncSession, user_ids: Iterable[int]) -> None:
    _publish(session, NotificationsChanged(), user_ids)


def _publish(session: AsyncSession, event: ServerEvent, user_ids: Iterable[int]) -> None:
    to = [rooms.of_user(user_id) for user_id in user_ids]
    for first in range(0, len(to), MAX_ROOMS_PER_EVENT):
        publish(session, event, to=to[first : first + MAX_ROOMS_PER_EVENT])
