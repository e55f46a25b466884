"""How the audit trail finds the consults of the notifications that refused requests name."""

from typing import Final

from sqlalchemy import any_, select

from wardline.audit.subjects import named_in
from wardline.notifications.models import Notification

BY_NOTIFICATION: Final = select(Notification.consult_id).where(Notification.id == any_(named_in("notification_id")))
