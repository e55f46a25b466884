"""What is told about notifications, to the own screens of whoever has them."""

import uuid

from wardline.realtime.events import ServerEvent


class NotificationAdded(ServerEvent):
    name = "notification:added"

    consult_id: uuid.UUID


class UrgentCommentNotified(ServerEvent):
    """Like `NotificationAdded`, about what a person must see and hear at once."""

    name = "notification:urgent"

    consult_id: uuid.UUID


class NotificationsChanged(ServerEvent):
    """Some are withdrawn, dismissed or no longer new."""

    name = "notification:changed"
