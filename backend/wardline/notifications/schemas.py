"""Notifications on the wire."""

import uuid

from wardline.core.api import ReadModel, UtcDateTime
from wardline.notifications.choices import NotificationType


class NotificationDetails(ReadModel):
    type: NotificationType | None
    """Empty for an urgent comment."""
    patient_given_name: str
    patient_family_name: str
    consult_id: uuid.UUID
    action_name: str


class NotificationRead(ReadModel):
    id: uuid.UUID
    title: str
    created_at: UtcDateTime
    is_new: bool
    details: NotificationDetails
