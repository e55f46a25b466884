"""Signed versions of a note: how they are built, and the only way to add one."""

import hashlib
import json
import uuid
from datetime import datetime
from typing import Any, Final

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.changing import record_change
from wardline.consults.models import Consult
from wardline.consults.timeline.choices import TaskType
from wardline.core import clock
from wardline.core.forms.wire import iso_utc
from wardline.directory.loading import load_by_id
from wardline.notifications.choices import NotificationKind
from wardline.notifications.service import notify, withdraw
from wardline.service_lines.registry import line_of
from wardline.signoff import filing, jobs, locks, policies
from wardline.signoff.choices import DocType, SignOffStatus
from wardline.signoff.events import SignoffChanged
from wardline.signoff.models import SignOffNote, SignOffVersion
from wardline.signoff.repository import SignOffRepository

Row = dict[str, Any]

_STATUS: Final = {
    DocType.NOTE: SignOffStatus.SIGNED,
    DocType.ADDENDUM: SignOffStatus.ADDENDED,
    DocType.ERROR: SignOffStatus.MARKED_IN_ERROR,
}
"""The status of the note once such a version is signed; a fax leaves it unchanged."""


async def commit_version(
    session: AsyncSession, consult: Consult, note: SignOffNote, doc_type: DocType, content: Any, *, by: CurrentUser
) -> int:
    """Add the next version to `note` and trigger everything that follows from it; returns the version's number.

    The caller has locked `consult` and checked that this user may do this; `content` is JSON (`to_json`). A signature
    releases the lock on the note, and is recorded on the timeline, printed and filed. A fax signs nothing, so it only
    adds the version.
    """
    now = clock.now()
    if doc_type is DocType.NOTE:
        note.signatory_id, note.signed_off_at = by.id, now
    if doc_type is not DocType.FAX:
        note.status = _STATUS[doc_type].value
        locks.release(note)
    session.add(note)
    await session.flush()
    number = 1 if doc_type is DocType.NOTE else await SignOffRepository(session).next_version(consult.id)
    session.add(SignOffVersion(**version_row(consult.id, number, doc_type, content, by_id=by.id, moment=now)))
    await record_change(session, consult, SignoffChanged, by=by, entry=_task_type(consult, doc_type))
    if doc_type is not DocType.FAX:
        await jobs.queue_document(session, consult.id, number)
        await filing.order(session, consult)
    if doc_type is DocType.NOTE:
        await withdraw(session, [consult.id], NotificationKind.SIGNOFF_NOTE_DRAFT)
        await _notify_of_signature(session, consult)
    return number


def _task_type(consult: Consult, doc_type: DocType) -> TaskType | None:
    """The entry for the timeline; a fax is recorded when it has arrived or failed."""
    match doc_type:
        case DocType.FAX:
            return None
        case DocType.ADDENDUM:
            return TaskType.SIGNOFF_NOTE_ADDENDUM
        case DocType.ERROR:
            return TaskType.SIGNOFF_NOTE_ERROR
        case _:
            return TaskType.SIGNOFF_NOTE_NOTE if line_of(consult.service_line_id).note else TaskType.SIGNOFF


async def _notify_of_signature(session: AsyncSession, consult: Consult) -> None:
    """Notify the user who requested the consult and the one who acknowledged it, if they may view the note."""
    users = [
        await load_by_id(session, user_id)
        for user_id in {consult.created_by_id, consult.acknowledged_by_id}
        if user_id is not None
    ]
    readers = [user.id for user in users if user is not None and policies.can_view(user).allowed]
    await notify(session, readers, consult.id, NotificationKind.SIGNOFF_NOTE_SIGNED)


def first_signature(consult_id: uuid.UUID, content: BaseModel, *, by_id: int, moment: datetime) -> tuple[Row, Row]:
    """The columns of a note that was never a draft, and of its first version; for demo data, inserted in bulk."""
    note: Row = {
        "consult_id": consult_id,
        "status": SignOffStatus.SIGNED.value,
        "signatory_id": by_id,
        "signed_off_at": moment,
    }
    return note, version_row(consult_id, 1, DocType.NOTE, to_json(content), by_id=by_id, moment=moment)


def to_json(content: BaseModel) -> dict[str, Any]:
    """A form as it is stored, with wire names."""
    dumped: dict[str, Any] = content.model_dump(mode="json", by_alias=True)
    return dumped


def version_row(
    consult_id: uuid.UUID, number: int, doc_type: DocType, content: Any, *, by_id: int, moment: datetime
) -> Row:
    """The columns of one version."""
    row: Row = {
        "consult_id": consult_id,
        "version": number,
        "doc_type": doc_type.value,
        "content": content,
        "author_id": by_id,
        "created_at": moment,
    }
    return {**row, "content_sha256": digest(**row)}


def digest(
    consult_id: uuid.UUID, version: int, doc_type: str, content: Any, author_id: int, created_at: datetime
) -> str:
    """SHA-256, in hexadecimal, of content, author and time: JSON with sorted keys and no whitespace, in UTF-8."""
    signed = {
        "consultId": str(consult_id),
        "version": version,
        "docType": doc_type,
        "content": content,
        "authorId": author_id,
        "createdAt": iso_utc(created_at),
    }
    serialized = json.dumps(signed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(serialized.encode()).hexdigest()
