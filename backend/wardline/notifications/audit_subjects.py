"""Finds the consults of the notifications named in rejected requests, for the audit trail."""

from typing import Final

from sqlalchemy import any_, select

from wardline.audit.subjects import named_in
from wardline.notifications.models import Notification

BY_NOTIFICATION: Final = select(Notification.consult_id).where(Notification.id == any_(named_in("notification_id")))
