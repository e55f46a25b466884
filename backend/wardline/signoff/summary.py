"""The sign-off note without its content, as every response about its consult needs it."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Uuid, bindparam, select

from wardline.core.db.statements import AnyConnection, Execution, compile_statement, fetch_all
from wardline.people.models import User
from wardline.people.schemas import Person
from wardline.signoff.models import SignOffNote

_SUMMARY: Final = compile_statement(
    select(SignOffNote.status, SignOffNote.signed_off_at, User.id, User.username, User.first_name, User.last_name)
    .outerjoin(User, User.id == SignOffNote.signatory_id)
    .where(SignOffNote.consult_id == bindparam("consult_id", type_=Uuid()))
)


@dataclass(frozen=True, slots=True)
class NoteSummary:
    status: str
    signatory: Person | None
    signed_off_at: datetime | None


def summary_query(consult_id: uuid.UUID) -> Execution:
    return _SUMMARY, {"consult_id": consult_id}


def summary_of(rows: Sequence[Any]) -> NoteSummary | None:
    """The note of the consult that was queried; None if it has none."""
    for row in rows:
        signatory = Person.model_validate(row) if row.id is not None else None
        return NoteSummary(row.status, signatory, row.signed_off_at)
    return None


async def note_summary(connection: AnyConnection, consult_id: uuid.UUID) -> NoteSummary | None:
    return summary_of(await fetch_all(connection, *summary_query(consult_id)))
