"""Notifications on the wire."""

import uuid

from wardline.core.api import ReadModel, UtcDateTime
from wardline.notifications.choices import NotificationKind


class NotificationDetails(ReadModel):
    type: NotificationKind | None
    """Empty of an alert."""
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
