"""Rows of timelines as wire types."""

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ADD_COMMENT_WITH_ALERT
from wardline.consults.timeline.choices import TaskType, describe
from wardline.consults.timeline.models import TimelineEntry
from wardline.consults.timeline.schemas import Author, TimelineEntryRead
from wardline.people.models import User


def timeline_entry(row: TimelineEntry, user: CurrentUser, *, author: User | CurrentUser) -> TimelineEntryRead:
    task_type = TaskType(row.task_type)
    may_alert = user.may(ADD_COMMENT_WITH_ALERT)
    return TimelineEntryRead(
        id=row.id,
        consult_id=row.consult_id,
        task_type=task_type,
        kind=row.kind,
        created_at=row.created_at,
        author=Author.model_validate(author),
        message=row.message,
        message_or_description=row.message or describe(task_type, row.details),
        alert=row.alert if may_alert else None,
        notified=row.notified if may_alert else None,
        details=row.details,
    )
