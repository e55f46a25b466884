"""Live events about notifications, sent to the screens of the user they belong to."""

import uuid

from wardline.realtime.events import ServerEvent


class NotificationAdded(ServerEvent):
    name = "notification:added"

    consult_id: uuid.UUID


class UrgentCommentNotified(ServerEvent):
    """Like `NotificationAdded`, for a notification that the user must see and hear immediately."""

    name = "notification:urgent"

    consult_id: uuid.UUID


class NotificationsChanged(ServerEvent):
    """Some were withdrawn or dismissed, or are no longer new."""

    name = "notification:changed"
