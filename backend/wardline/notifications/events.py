"""Live events about notifications, to the screens of the user who has them."""

import uuid

from wardline.realtime.events import ServerEvent


class NotificationAdded(ServerEvent):
    name = "notification:added"

    consult_id: uuid.UUID


class UrgentCommentNotified(ServerEvent):
    """Like `NotificationAdded`, for one that the user must see and hear at once."""

    name = "notification:urgent"

    consult_id: uuid.UUID


class NotificationsChanged(ServerEvent):
    """Some were withdrawn or dismissed, or are no longer new."""

    name = "notification:changed"
