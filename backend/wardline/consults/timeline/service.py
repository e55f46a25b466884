"""Recording on a consult's timeline; other domains use `record`."""

import uuid
from typing import Any, Final

from sqlalchemy import Uuid, bindparam, func, insert, literal_column, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from wardline.access.current_user import CurrentUser
from wardline.consults.timeline.choices import TaskType, UpdateKind
from wardline.consults.timeline.models import TimelineEntry
from wardline.core import clock
from wardline.core.db.before_commit import insert_before_commit
from wardline.core.db.statements import compile_statement, fetch_all
from wardline.people.models import User

_COMMENT_COLUMNS: Final = ("consult_id", "task_type", "created_at", "author_id", "message", "alert", "notified")
_OTHER: Final = aliased(TimelineEntry)
_INSERT_COMMENT: Final = compile_statement(
    insert(TimelineEntry)
    .values({name: bindparam(name) for name in _COMMENT_COLUMNS})
    .returning(
        TimelineEntry.id,
        select(func.coalesce(func.sum(func.length(_OTHER.message)), literal_column("0")))
        .where(_OTHER.consult_id == bindparam("consult_id", type_=Uuid), _OTHER.kind.is_(None))
        .scalar_subquery()
        .label("earlier_length"),
    )
)
"""Like any statement, it does not see the row that it adds."""


def record(
    session: AsyncSession,
    consult_id: uuid.UUID,
    task_type: TaskType,
    *,
    by: CurrentUser | User,
    details: dict[str, Any] | None = None,
    message: str | None = None,
    kind: UpdateKind | None = None,
) -> None:
    """Add an entry with the current time when the session commits."""
    entry = TimelineEntry(
        consult_id=consult_id,
        task_type=task_type.value,
        kind=kind.value if kind is not None else None,
        created_at=clock.now(),
        author_id=by.id,
        message=message,
        details=details,
    )
    insert_before_commit(session, entry)


def record_update(
    session: AsyncSession, consult_id: uuid.UUID, kind: UpdateKind, text: str, *, by: CurrentUser | User
) -> None:
    """Add an entry of type `update` that is not a comment; `text` says what happened."""
    record(session, consult_id, TaskType.UPDATE, by=by, message=text, kind=kind)


async def add_comment(
    session: AsyncSession, consult_id: uuid.UUID, message: str, *, alert: bool, notified: bool, by: CurrentUser
) -> tuple[TimelineEntry, int]:
    """Add a comment with the current time, in the session's transaction.

    Also returns the number of characters of all earlier comments.
    """
    values = {
        "consult_id": consult_id,
        "task_type": TaskType.UPDATE.value,
        "created_at": clock.now(),
        "author_id": by.id,
        "message": message,
        "alert": alert,
        "notified": notified,
    }
    (row,) = await fetch_all(session, _INSERT_COMMENT, values)
    return TimelineEntry(id=row.id, **values), row.earlier_length
