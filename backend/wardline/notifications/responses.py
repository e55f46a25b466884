"""Rows of notifications as wire types."""

from typing import Any

from wardline.notifications.choices import NotificationKind
from wardline.notifications.schemas import NotificationDetails, NotificationRead


def notification(row: Any) -> NotificationRead:
    """`row` is as returned by `NotificationRepository.of_user`."""
    kind = NotificationKind(row.kind)
    return NotificationRead(
        id=row.id,
        kind=kind,
        title=kind.label,
        created_at=row.created_at,
        is_new=row.is_new,
        details=NotificationDetails(
            type=kind.type,
            patient_given_name=row.name_given,
            patient_family_name=row.name_family,
            consult_id=row.consult_id,
            action_name=kind.action_name,
        ),
    )
