"""What is written when a note is signed, and who is notified of it."""

import hashlib
import json
import uuid
from datetime import datetime
from typing import Any

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import load_by_id
from wardline.access.permissions import VIEW_SIGNOFF_NOTE
from wardline.consults.choices import SignOffStatus
from wardline.consults.models import Consult
from wardline.core.forms.wire import iso_utc
from wardline.notifications.choices import NotificationKind
from wardline.notifications.service import notify
from wardline.signoff.choices import DocType

Row = dict[str, Any]


def first_signature(consult_id: uuid.UUID, content: BaseModel, *, by_id: int, moment: datetime) -> tuple[Row, Row]:
    """The columns of a note that was never a draft and of its first version."""
    note: Row = {
        "consult_id": consult_id,
        "status": SignOffStatus.SIGNED.value,
        "signatory_id": by_id,
        "signed_off_at": moment,
    }
    return note, version(consult_id, 1, DocType.NOTE, stored(content), by_id=by_id, moment=moment)


def stored(content: Any) -> dict[str, Any]:
    """What a line's form says, as the database keeps it."""
    dumped: dict[str, Any] = content.model_dump(mode="json", by_alias=True)
    return dumped


def version(
    consult_id: uuid.UUID, number: int, doc_type: DocType, content: Any, *, by_id: int, moment: datetime
) -> Row:
    """The columns of one signed version."""
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
    """SHA-256, in hexadecimal, of what was signed, by whom and when: JSON with sorted keys and no blanks, in UTF-8."""
    signed = {
        "consultId": str(consult_id),
        "version": version,
        "docType": doc_type,
        "content": content,
        "authorId": author_id,
        "createdAt": iso_utc(created_at),
    }
    written = json.dumps(signed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


async def notify_of_signature(session: AsyncSession, consult: Consult) -> None:
    """Tell who asked for the consult and who acknowledged it, as far as they may view what was signed."""
    users = [
        await load_by_id(session, user_id)
        for user_id in {consult.created_by_id, consult.acknowledged_by_id}
        if user_id is not None
    ]
    readers = [user.id for user in users if user is not None and user.may(VIEW_SIGNOFF_NOTE)]
    await notify(session, readers, consult.id, NotificationKind.SIGNOFF_NOTE_SIGNED)
