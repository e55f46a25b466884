"""Sign-off notes on the wire. A sign call takes the line's own content (`ShortSignOff.content`)."""

import uuid
from typing import Any

from wardline.consults.choices import SignOffStatus
from wardline.consults.schemas import Person
from wardline.core.api import ReadModel, UtcDateTime
from wardline.signoff.choices import DocStatus, DocType


class DocumentVersion(ReadModel):
    version: int
    """Counted from 1."""
    doc_status: DocStatus
    doc_type: DocType
    content: dict[str, Any]
    """What the line asked for, wire names."""
    author: Person
    created_at: UtcDateTime


class SignOffNoteRead(ReadModel):
    consult_id: uuid.UUID
    status: SignOffStatus
    signatory: Person | None
    signed_off_at: UtcDateTime | None
    document_versions: list[DocumentVersion]
    """The oldest first."""
