"""Recording on a consult's timeline; other domains use `record`."""

import uuid
from typing import Any, Final

import orjson
from sqlalchemy import bindparam, insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.timeline.choices import TaskType
from wardline.consults.timeline.models import TimelineEntry
from wardline.core import clock
from wardline.core.db.statements import compile_statement, fetch_all
from wardline.people.models import User

_INSERTED_COLUMNS: Final = [
    column.name for column in TimelineEntry.__table__.columns if column is not TimelineEntry.__table__.c.id
]
_INSERT: Final = compile_statement(
    insert(TimelineEntry).values({name: bindparam(name) for name in _INSERTED_COLUMNS}).returning(TimelineEntry.id)
)


async def record(
    session: AsyncSession,
    consult_id: uuid.UUID,
    task_type: TaskType,
    *,
    by: CurrentUser | User,
    message: str | None = None,
    alert: bool = False,
    notified: bool = False,
    details: dict[str, Any] | None = None,
) -> TimelineEntry:
    """Add an entry with the current time, in the session's transaction."""
    values: dict[str, Any] = {
        "consult_id": consult_id,
        "task_type": task_type.value,
        "created_at": clock.now(),
        "author_id": by.id,
        "message": message,
        "alert": alert,
        "notified": notified,
    }
    stored = values | {"details": None if details is None else orjson.dumps(details).decode()}
    ((entry_id,),) = await fetch_all(session, _INSERT, stored)
    return TimelineEntry(id=entry_id, details=details, **values)
