"""What is written when a note is signed."""

import uuid
from datetime import datetime
from typing import Any

from wardline.consults.choices import SignOffStatus
from wardline.service_lines.base.sign_off import SignOffContent
from wardline.signoff.choices import DocStatus, DocType

Row = dict[str, Any]


def first_signature(consult_id: uuid.UUID, content: SignOffContent, *, by_id: int, moment: datetime) -> tuple[Row, Row]:
    """The columns of the note and of its first version."""
    note: Row = {
        "consult_id": consult_id,
        "status": SignOffStatus.SIGNED.value,
        "signatory_id": by_id,
        "signed_off_at": moment,
    }
    version: Row = {
        "consult_id": consult_id,
        "version": 1,
        "doc_status": DocStatus.CURRENT.value,
        "doc_type": DocType.NOTE.value,
        "content": content.model_dump(mode="json", by_alias=True),
        "author_id": by_id,
        "created_at": moment,
    }
    return note, version
