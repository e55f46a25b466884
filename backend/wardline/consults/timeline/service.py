"""Recording on a consult's timeline; other domains use `record`."""

import uuid
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.timeline.choices import TaskType
from wardline.consults.timeline.models import TimelineEntry
from wardline.core import clock


def record(
    session: AsyncSession,
    consult_id: uuid.UUID,
    task_type: TaskType,
    *,
    by: CurrentUser,
    message: str | None = None,
    alert: bool = False,
    details: dict[str, Any] | None = None,
) -> TimelineEntry:
    """Add one entry at the present moment, which the session's next flush or its commit writes."""
    entry = TimelineEntry(
        consult_id=consult_id,
        task_type=task_type.value,
        created_at=clock.now(),
        author_id=by.id,
        message=message,
        alert=alert,
        notified=False,
        details=details,
    )
    session.add(entry)
    return entry
