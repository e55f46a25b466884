"""Notifications on the wire."""

import uuid
from typing import Annotated, Final

from pydantic import Field

from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.notifications.choices import NotificationKind, NotificationType

MAX_LISTED: Final = 100


class ShownNotification(ApiModel):
    """A notification as it was listed; `createdAt` shows whether it has become new again since."""

    id: uuid.UUID
    created_at: UtcDateTime


class SeenNotifications(ApiModel):
    shown: Annotated[list[ShownNotification], Field(max_length=MAX_LISTED)]


class NotificationDetails(ReadModel):
    type: NotificationType | None
    """Null for a notification that is not about a note; `NotificationRead.kind` is never null."""
    patient_given_name: str
    patient_family_name: str
    consult_id: uuid.UUID
    action_name: str


class NotificationRead(ReadModel):
    id: uuid.UUID
    kind: NotificationKind
    title: str
    created_at: UtcDateTime
    is_new: bool
    details: NotificationDetails
